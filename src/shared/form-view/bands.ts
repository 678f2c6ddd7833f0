import type { FormNode } from '../forms/index.ts';

/** From so many parts on a layout is drawn in bands. */
const BANDS_FROM = 60;
/** The fewest parts of a band; it ends with the next full row. */
const BAND = 16;
const COLUMNS = 12;

/**
 * The parts of a layout in bands that the browser measures and paints for themselves, each ending where a row is full:
 * a key in one of hundreds of fields then costs what a key in a few costs. Few parts are one band.
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
