export { ErrorBoundary } from './error-boundary.tsx';
export { watchForElements } from './nested.ts';
export type { AttributesOf, CommandDetail, DetailOf, PropertiesOf, VervaEvent } from './table/types.ts';
export { useWidget, type Widget } from './widget-context.ts';
