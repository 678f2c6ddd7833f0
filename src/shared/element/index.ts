export { defineWidget, type WidgetOptions } from './define-widget.tsx';
export { ErrorBoundary } from './error-boundary.tsx';
export { watchForElements } from './nested.ts';
export { asksToSignIn, SignIn } from './sign-in.tsx';
export { useWidget, type Widget, type WidgetEvent } from './widget-context.ts';
