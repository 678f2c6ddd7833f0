import { type ReactNode, useMemo } from 'react';
import { type Widget, WidgetContext } from '../shared/element/widget-context.ts';

/** Renders components made for elements in the application's document and adds their styles there. */
export function DocumentWidget({ children }: { readonly children: ReactNode }): ReactNode {
  const widget = useMemo<Widget>(() => {
    // A document adopts style sheets like a shadow root, which is all the components need.
    const root = document as unknown as ShadowRoot;
    return { host: document.documentElement, root, emit: () => undefined, ask: () => true };
  }, []);
  return <WidgetContext value={widget}>{children}</WidgetContext>;
}
