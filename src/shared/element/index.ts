export { watchForElements } from './nested.ts';
export type { CommandDetail, DetailOf, PropertiesOf, VervaEvent } from './table/types.ts';
export { useWidget } from './widget-context.ts';
