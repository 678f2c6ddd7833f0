/** A line of a comparison; `gap`: lines that are equal and left out. */
export interface DiffLine {
  readonly sign: ' ' | '+' | '-' | 'gap';
  readonly text: string;
}

const CONTEXT = 3;
/** Longer changed parts are shown as removed and added as a whole. */
const COMPARED_MAX = 1500;

/** Returns the lines of two texts with their differences, and three equal lines around each. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const all = [
    ...marked(' ', a.slice(0, start)),
    ...changedLines(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...marked(' ', end > 0 ? a.slice(-end) : []),
  ];
  return shortened(all);
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const marked = (sign: DiffLine['sign'], lines: readonly string[]): DiffLine[] => lines.map((text) => ({ sign, text }));

/** The longest common subsequence of both parts. */
function changedLines(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length > COMPARED_MAX || b.length > COMPARED_MAX) return [...marked('-', a), ...marked('+', b)];
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i]![j] = a[i] === b[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
    }
  }
  const found: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      found.push({ sign: ' ', text: a[i]! });
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      found.push({ sign: '-', text: a[i]! });
      i += 1;
    } else {
      found.push({ sign: '+', text: b[j]! });
      j += 1;
    }
  }
  return found;
}

function shortened(lines: readonly DiffLine[]): DiffLine[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ sign }) => sign !== ' '),
  );
  const shown: DiffLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (isNear[index]) shown.push(line);
    else if (shown.at(-1)?.sign !== 'gap') shown.push({ sign: 'gap', text: '' });
  }
  return shown;
}
