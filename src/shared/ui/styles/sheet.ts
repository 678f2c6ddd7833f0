import css from './element.css?inline';

/** The style sheet that every element of the page adopts. */
export const elementSheet = new CSSStyleSheet();
elementSheet.replaceSync(css);

/** Also adopted by every element; empty until code that needs it loads (parts-sheet.ts). */
export const partsSheet = new CSSStyleSheet();
