/** A step from one sequence to another: an element is kept, deleted or inserted. */
export type Edit<T> = { readonly kind: 'same' | 'del' | 'ins'; readonly value: T };

/** With more differences than this, everything is replaced. Time and memory grow with its square. */
const DIFFERENCES_MAX = 600;

/** Returns the shortest edit script between two sequences (Myers); elements with the same key are equal. */
export function editsBetween<T>(before: readonly T[], after: readonly T[], key: (value: T) => string): Edit<T>[] {
  const from = before.map(key);
  const to = after.map(key);
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  const stays = (values: readonly T[]): Edit<T>[] => values.map((value) => ({ kind: 'same', value }));
  return [
    ...stays(after.slice(0, start)),
    ...middle(before, after, from, to, start, from.length - end, to.length - end),
    ...stays(after.slice(after.length - end)),
  ];
}

function middle<T>(
  before: readonly T[],
  after: readonly T[],
  from: readonly string[],
  to: readonly string[],
  start: number,
  fromEnd: number,
  toEnd: number,
): Edit<T>[] {
  const n = fromEnd - start;
  const m = toEnd - start;
  const limit = Math.min(n + m, DIFFERENCES_MAX);
  // furthest[k + offset]: the furthest position in `before` on diagonal k with this number of differences.
  const offset = limit + 1;
  const furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= limit; d += 1) {
    trace.push(furthest.slice(offset - d - 1, offset + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && furthest[offset + k - 1]! < furthest[offset + k + 1]!);
      let x = down ? furthest[offset + k + 1]! : furthest[offset + k - 1]! + 1;
      let y = x - k;
      while (x < n && y < m && from[start + x] === to[start + y]) {
        x += 1;
        y += 1;
      }
      furthest[offset + k] = x;
      if (x >= n && y >= m) return walkBack(before, after, trace, start, n, m);
    }
  }
  return [
    ...before.slice(start, fromEnd).map((value): Edit<T> => ({ kind: 'del', value })),
    ...after.slice(start, toEnd).map((value): Edit<T> => ({ kind: 'ins', value })),
  ];
}

function walkBack<T>(
  before: readonly T[],
  after: readonly T[],
  trace: readonly Int32Array[],
  start: number,
  n: number,
  m: number,
): Edit<T>[] {
  const edits: Edit<T>[] = [];
  let x = n;
  let y = m;
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const row = trace[d]!;
    const at = (k: number) => row[k + d + 1]!;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromX = d === 0 ? 0 : at(down ? k + 1 : k - 1);
    const fromY = d === 0 ? 0 : fromX - (down ? k + 1 : k - 1);
    const [stepX, stepY] = d === 0 ? [0, 0] : down ? [fromX, fromY + 1] : [fromX + 1, fromY];
    while (x > stepX && y > stepY) {
      x -= 1;
      y -= 1;
      edits.push({ kind: 'same', value: after[start + y]! });
    }
    if (d === 0) break;
    edits.push(down ? { kind: 'ins', value: after[start + fromY]! } : { kind: 'del', value: before[start + fromX]! });
    x = fromX;
    y = fromY;
  }
  return edits.reverse();
}
