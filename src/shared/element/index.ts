export { defineWidget, type WidgetOptions } from '../define-widget/define-widget.tsx';
export { asksToSignIn, SignIn } from '../ui/sign-in.tsx';
export { ErrorBoundary } from './error-boundary.tsx';
export { watchForElements } from './nested.ts';
export type { AttributesOf, CommandDetail, DetailOf, PropertiesOf, VervaEvent } from './table/types.ts';
export { useWidget, type Widget } from './widget-context.ts';
