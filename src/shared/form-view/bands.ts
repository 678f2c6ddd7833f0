import type { FormNode } from '../forms/index.ts';

/** Minimum number of parts for rendering a layout in bands. */
const BANDS_FROM = 60;
/** Minimum number of parts of a band; it ends with the next complete row. */
const BAND = 16;
const COLUMNS = 12;

/**
 * Splits a layout into bands of complete rows that the browser lays out and paints separately: a key press in one of
 * hundreds of fields then costs as little as in a small form. A small layout is one band.
 */
export function bandsOf(children: readonly FormNode[]): readonly (readonly FormNode[])[] {
  if (children.length < BANDS_FROM) return [children];
  const bands: FormNode[][] = [[]];
  let used = 0;
  for (const child of children) {
    const width = 'width' in child && child.width ? child.width : COLUMNS;
    if (used + width > COLUMNS) used = 0;
    if (used === 0 && (bands.at(-1)?.length ?? 0) >= BAND) bands.push([]);
    bands.at(-1)?.push(child);
    used = (used + width) % COLUMNS;
  }
  return bands;
}
