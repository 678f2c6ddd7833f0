export { defineWidget, type WidgetOptions } from './define-widget.tsx';
export { ErrorBoundary } from './error-boundary.tsx';
export { watchForElements } from './nested.ts';
export { asksToSignIn, SignIn } from './sign-in.tsx';
export type { AttributesOf, CommandDetail, DetailOf, PropertiesOf, VervaEvent } from './table/types.ts';
export { useWidget, type Widget } from './widget-context.ts';
