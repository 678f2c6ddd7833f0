/** Measured heights in pixels: a row, a row with the assignee line, a heading. */
export interface Heights {
  readonly row: number;
  readonly tall: number;
  readonly head: number;
}

/** Consecutive rows of one group, and the number of tall ones. */
export interface Run {
  readonly group: string;
  readonly rows: number;
  readonly tall: number;
}

/** A page of the list; its runs stay known after its rows are released. */
interface Shape {
  readonly runs: readonly Run[];
}

interface Place {
  readonly top: number;
  readonly height: number;
  /** Index of its first row in the list. */
  readonly first: number;
}

export interface GroupPlace extends Place {
  readonly group: string;
  readonly rows: number;
}

export interface Geometry {
  readonly height: number;
  readonly rows: number;
  readonly pages: readonly Place[];
  readonly groups: readonly GroupPlace[];
  /** Height of the heading above a row, by row index. */
  readonly heads: ReadonlyMap<number, number>;
}

/** Computes the position of each page and group. With `heads` each group has a heading. */
export function layOut(pages: readonly Shape[], heights: Heights, heads: boolean): Geometry {
  const places: Place[] = [];
  const groups: { group: string; top: number; height: number; first: number; rows: number }[] = [];
  let top = 0;
  let first = 0;
  for (const { runs } of pages) {
    const place = { top, first };
    for (const run of runs) {
      let group = groups.at(-1);
      if (!group || group.group !== run.group) {
        group = { group: run.group, top, height: heads ? heights.head : 0, first, rows: 0 };
        groups.push(group);
        top += group.height;
      }
      const height = heightOf(run, heights);
      group.height += height;
      group.rows += run.rows;
      top += height;
      first += run.rows;
    }
    places.push({ ...place, height: top - place.top });
  }
  const headings = new Map(heads ? groups.map((group) => [group.first, heights.head] as const) : []);
  return { height: top, rows: first, pages: places, groups, heads: headings };
}

/** Range of pages between two offsets, end exclusive. */
export function pagesBetween({ pages }: Geometry, from: number, to: number): readonly [number, number] {
  const behind = (y: number) => {
    let [low, high] = [0, pages.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const page = pages[middle] as Place;
      if (page.top + page.height > y) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const first = behind(from);
  return [first, Math.min(pages.length, Math.max(first, behind(to)) + 1)];
}

/** Top offsets of the rows of one page; `tall` marks the tall ones. */
export function rowTops(geometry: Geometry, page: number, tall: readonly boolean[], heights: Heights): number[] {
  const place = geometry.pages[page];
  if (!place) return [];
  let top = place.top;
  return tall.map((isTall, index) => {
    top += geometry.heads.get(place.first + index) ?? 0;
    const own = top;
    top += isTall ? heights.tall : heights.row;
    return own;
  });
}

function heightOf({ rows, tall }: Run, heights: Heights): number {
  return (rows - tall) * heights.row + tall * heights.tall;
}

/** Groups consecutive rows into runs. */
export function runsOf(rows: readonly { readonly group: string; readonly tall: boolean }[]): Run[] {
  const runs: { group: string; rows: number; tall: number }[] = [];
  for (const { group, tall } of rows) {
    let run = runs.at(-1);
    if (run?.group !== group) {
      run = { group, rows: 0, tall: 0 };
      runs.push(run);
    }
    run.rows += 1;
    if (tall) run.tall += 1;
  }
  return runs;
}
