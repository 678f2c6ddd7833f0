import type { CSSProperties } from 'react';
import { type Column, NAME_LEAST, WIDTH_LEAST, WIDTHS } from './columns.ts';

export type ColumnStyles = Readonly<Record<string, CSSProperties>>;

/** A column is as wide as what it shows, up to a limit, or as the user made it. The name takes the remaining width. */
export function columnStyle(column: Column, width: number | undefined): CSSProperties {
  if (width !== undefined) return { width, minWidth: width, maxWidth: width };
  return column === 'name'
    ? { width: '100%', minWidth: NAME_LEAST, maxWidth: 0 }
    : { minWidth: WIDTH_LEAST, maxWidth: WIDTHS[column] };
}
