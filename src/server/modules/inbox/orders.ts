import { type RawBuilder, sql } from 'kysely';
import type { PartitionColumn } from './inbox-partitions.ts';

type Sql = RawBuilder<unknown>;

/** Sort orders of an inbox; each can be reversed. */
export type InboxOrder = 'due' | 'created' | 'priority' | 'process';

/** A sort order and its direction. `backwards` reverses the default (earliest due, oldest, highest priority first). */
export interface Ordered {
  readonly order: InboxOrder;
  readonly backwards: boolean;
}

/** Start of a page: the sort values of the task before it. */
export interface InboxPosition {
  readonly dueAt: string;
  readonly createdAt: string;
  readonly priority: number;
  /** Empty without a process. */
  readonly processKey: string;
  readonly taskId: string;
}

/** Sort keys of the rows of one principal, before the task ID. */
const KEYS = {
  due: ['due_at'],
  created: ['created_at'],
  priority: ['priority', 'due_at'],
  process: ['process_key', 'due_at'],
} as const satisfies Record<InboxOrder, readonly string[]>;

/** Returns the sort keys with the ID last; `row` is a SQL alias such as `i.` or `x.`. */
export function keysOf(order: InboxOrder, row: Sql): Sql {
  return sql.join([...KEYS[order], 'task_id'].map((key) => sql`${row}${sql.ref(key)}`));
}

/** The sort values of a row, times in microseconds: less precise values would repeat or skip rows on the next page. */
export interface Place {
  readonly due_at?: string;
  readonly created_at?: string;
  readonly priority?: number;
  readonly process_key?: string | null;
}

/** Selects the `Place` of a row as JSON. */
export function placeOf(order: InboxOrder, row: Sql): Sql {
  const values = KEYS[order].map((key) => {
    const value = sql`${row}${sql.ref(key)}`;
    const exact = sql`CASE WHEN isfinite(${value})
      THEN to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') ELSE ${value}::text END`;
    return sql`${sql.lit(key)}, ${key.endsWith('_at') ? exact : value}`;
  });
  return sql`jsonb_build_object(${sql.join(values)})`;
}

export function orderBy({ order, backwards }: Ordered, row: Sql, without: readonly string[] = []): Sql {
  const [up, down] = backwards ? [sql`DESC`, sql`ASC`] : [sql`ASC`, sql`DESC`];
  const keys = [...KEYS[order], 'task_id'].filter((key) => !without.includes(key));
  return sql`ORDER BY ${sql.join(keys.map((key) => sql`${row}${sql.ref(key)} ${key === 'priority' ? down : up}`))}`;
}

/** Whether a row comes before another or is the same task; `row` and `other` are SQL aliases such as `x.`. */
export function isUpTo({ order, backwards }: Ordered, row: Sql, other: Sql): Sql {
  const values = (of: Sql) =>
    sql.join([...KEYS[order], 'task_id'].map((key) => sql`${key === 'priority' ? sql`-` : sql``}${of}${sql.ref(key)}`));
  return sql`(${values(row)}) ${backwards ? sql`>=` : sql`<=`} (${values(other)})`;
}

/** Selects tasks `i` after the position, for any scan. */
export function rowsAfter({ order, backwards }: Ordered, at: InboxPosition): Sql {
  const op = backwards ? sql`<` : sql`>`;
  const due = sql`(i.due_at, i.task_id) ${op} (${at.dueAt}::timestamptz, ${at.taskId}::uuid)`;
  switch (order) {
    case 'created':
      return sql`(i.created_at, i.task_id) ${op} (${at.createdAt}::timestamptz, ${at.taskId}::uuid)`;
    case 'due':
      return due;
    case 'process':
      return sql`(i.process_key, i.due_at, i.task_id) ${op} (${at.processKey}, ${at.dueAt}::timestamptz, ${at.taskId}::uuid)`;
    case 'priority': {
      const past = backwards ? sql`>` : sql`<`;
      return sql`(i.priority ${past} ${at.priority} OR (i.priority = ${at.priority} AND ${due}))`;
    }
  }
}

/** Selects rows `i` of one inbox after the position, in index order. Each returned condition starts an index scan at its own position. */
export function inboxRowsAfter(ordered: Ordered, at: InboxPosition): Sql[] {
  if (ordered.order !== 'priority') return [rowsAfter(ordered, at)];
  const past = ordered.backwards ? sql`>` : sql`<`;
  const op = ordered.backwards ? sql`<` : sql`>`;
  return [
    sql`i.priority = ${at.priority}::int AND (i.due_at, i.task_id) ${op} (${at.dueAt}::timestamptz, ${at.taskId}::uuid)`,
    sql`i.priority ${past} ${at.priority}::int`,
  ];
}

/** Selects rows of a partition `s` with the columns `by` after the position, by a comparison that starts the index scan there. */
export function partitionRowsAfter(ordered: Ordered, by: readonly PartitionColumn[], at: InboxPosition): Sql {
  const [lead] = KEYS[ordered.order];
  if (!isConstant(lead, by)) return rowsAfter(ordered, at);
  const { backwards } = ordered;
  const op = backwards ? sql`<` : sql`>`;
  const value = lead === 'priority' ? sql`${at.priority}::int` : sql`${at.processKey}::text`;
  const same = sql`s.${sql.ref(lead)} = ${value}`;
  const later = (lead === 'priority') === backwards ? sql`>` : sql`<`;
  // Later partitions are read from the start, earlier ones not at all.
  const dueAt = sql`CASE WHEN ${same} THEN ${at.dueAt}::timestamptz ELSE ${backwards ? 'infinity' : '-infinity'}::timestamptz END`;
  const taskId = sql`CASE WHEN ${same} THEN ${at.taskId}::uuid ELSE ${backwards ? LAST : FIRST}::uuid END`;
  return sql`(${same} OR s.${sql.ref(lead)} ${later} ${value}) AND (i.due_at, i.task_id) ${op} (${dueAt}, ${taskId})`;
}

const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whether a sort key is constant in a partition. Tasks of a kind belong to one process. */
function isConstant(key: string, by: readonly string[]): boolean {
  return by.includes(key) || (key === 'process_key' && by.includes('kind'));
}

/** Selects the sort keys of the rows `i` of a partition `s`; constant ones come from `s`. */
export function partitionKeys(order: InboxOrder, by: readonly PartitionColumn[]): Sql {
  const keys = [...KEYS[order], 'task_id'];
  return sql.join(keys.map((key) => sql`${isConstant(key, by) ? sql`s` : sql`i`}.${sql.ref(key)}`));
}

export function partitionOrder(ordered: Ordered, by: readonly PartitionColumn[]): Sql {
  return orderBy(
    ordered,
    sql`i.`,
    KEYS[ordered.order].filter((key) => isConstant(key, by)),
  );
}
