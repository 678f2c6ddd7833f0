import { type ReactNode, useMemo } from 'react';
import { type Widget, WidgetContext } from '../shared/element/widget-context.ts';

/** Lets parts that are made for elements stand in the application's own document: their styles go there. */
export function DocumentWidget({ children }: { readonly children: ReactNode }): ReactNode {
  const widget = useMemo<Widget>(() => {
    // A document adopts sheets as a shadow root does, which is all that is asked of it.
    const root = document as unknown as ShadowRoot;
    return { host: document.documentElement, root, emit: () => undefined, ask: () => true };
  }, []);
  return <WidgetContext value={widget}>{children}</WidgetContext>;
}
