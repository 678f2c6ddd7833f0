import { type Column, WIDTHS } from './columns.ts';

/** Width of the column of checkboxes. */
const PICK_WIDTH = 52;
/** Up to this width a row has two lines; as in tasks.css. */
const TWO_LINES = 711;
/** Columns beside the name in a row of two lines. */
const KEPT: ReadonlySet<Column> = new Set(['status', 'name', 'due']);

/** The columns that fold first come first. */
const FOLDING: readonly Column[] = [
  'taskKey',
  'created',
  'ended',
  'outcome',
  'endedBy',
  'onBehalfOf',
  'priority',
  'process',
  'businessKey',
  'assignee',
  'due',
];

export interface Folded {
  readonly shown: readonly Column[];
  /** Columns whose values are in the second line of the name. */
  readonly folded: readonly Column[];
}

/** Folds the least important columns until the others fit, each at its greatest width. */
export function foldColumns(
  columns: readonly Column[],
  widths: Readonly<Record<string, number>>,
  available: number,
): Folded {
  if (available <= TWO_LINES) {
    return { shown: columns.filter((one) => KEPT.has(one)), folded: columns.filter((one) => !KEPT.has(one)) };
  }
  const widthOf = (column: Column) => widths[column] ?? WIDTHS[column];
  const folded = new Set<Column>();
  let needed = PICK_WIDTH + columns.reduce((sum, column) => sum + widthOf(column), 0);
  for (const column of FOLDING) {
    if (needed <= available) break;
    if (!columns.includes(column)) continue;
    folded.add(column);
    needed -= widthOf(column);
  }
  return { shown: columns.filter((one) => !folded.has(one)), folded: columns.filter((one) => folded.has(one)) };
}
