import { useContext, useInsertionEffect } from 'react';
import { WidgetContext } from './widget-context.ts';

const sheets = new Map<string, CSSStyleSheet>();

/**
 * Rules that only some elements or parts need: `useStyles(css)` with a sheet imported by `?inline`. They load with the
 * code that needs them, and belong to the components layer like those of all elements. Outside an element they are added
 * to the document.
 */
export function useStyles(css: string): void {
  const root = useContext(WidgetContext)?.root ?? document;
  useInsertionEffect(() => {
    let sheet = sheets.get(css);
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(`@layer components{${css}}`);
      sheets.set(css, sheet);
    }
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  }, [root, css]);
}
