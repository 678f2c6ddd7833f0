import { type RawBuilder, sql } from 'kysely';
import type { PartitionColumn } from './inbox-partitions.ts';

type Sql = RawBuilder<unknown>;

/** The orders of an inbox; each also backwards. */
export type InboxOrder = 'due' | 'created' | 'priority' | 'process';

/** An order and its direction: backwards is against its own (earliest due, oldest, highest priority first). */
export interface Ordered {
  readonly order: InboxOrder;
  readonly backwards: boolean;
}

/** Where a page begins: the sort values of the task before it. */
export interface InboxPosition {
  readonly dueAt: string;
  readonly createdAt: string;
  readonly priority: number;
  /** Empty without a process. */
  readonly processKey: string;
  readonly taskId: string;
}

/** By what rows of one principal are sorted, before the id of the task. */
const KEYS = {
  due: ['due_at'],
  created: ['created_at'],
  priority: ['priority', 'due_at'],
  process: ['process_key', 'due_at'],
} as const satisfies Record<InboxOrder, readonly string[]>;

/** The sort keys with the id last: `row` is `i.`, `x.` and the like. */
export function keysOf(order: InboxOrder, row: Sql): Sql {
  return sql.join([...KEYS[order], 'task_id'].map((key) => sql`${row}${sql.ref(key)}`));
}

/** The values a row was sorted by, times to the microsecond: a page that begins behind anything less exact repeats rows or leaves some out. */
export interface Place {
  readonly due_at?: string;
  readonly created_at?: string;
  readonly priority?: number;
  readonly process_key?: string | null;
}

/** The `Place` of a row, as JSON. */
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

/** Whether a row stands before another or is the same task: `row` and `other` are `x.` and the like. */
export function upTo({ order, backwards }: Ordered, row: Sql, other: Sql): Sql {
  const values = (of: Sql) =>
    sql.join([...KEYS[order], 'task_id'].map((key) => sql`${key === 'priority' ? sql`-` : sql``}${of}${sql.ref(key)}`));
  return sql`(${values(row)}) ${backwards ? sql`>=` : sql`<=`} (${values(other)})`;
}

/** Tasks `i` behind the position, however they were found. */
export function behindTask({ order, backwards }: Ordered, at: InboxPosition): Sql {
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

/** The same of the rows `i` of one inbox in the order of an index: each part that this says enters the index where it begins. */
export function behindInbox(ordered: Ordered, at: InboxPosition): Sql[] {
  if (ordered.order !== 'priority') return [behindTask(ordered, at)];
  const past = ordered.backwards ? sql`>` : sql`<`;
  const op = ordered.backwards ? sql`<` : sql`>`;
  return [
    sql`i.priority = ${at.priority}::int AND (i.due_at, i.task_id) ${op} (${at.dueAt}::timestamptz, ${at.taskId}::uuid)`,
    sql`i.priority ${past} ${at.priority}::int`,
  ];
}

/** The same of a stream `s` whose rows agree in `by`: a comparison that enters the index at the position. */
export function behindStream(ordered: Ordered, by: readonly PartitionColumn[], at: InboxPosition): Sql {
  const [lead] = KEYS[ordered.order];
  if (!isAgreed(lead, by)) return behindTask(ordered, at);
  const { backwards } = ordered;
  const op = backwards ? sql`<` : sql`>`;
  const value = lead === 'priority' ? sql`${at.priority}::int` : sql`${at.processKey}::text`;
  const same = sql`s.${sql.ref(lead)} = ${value}`;
  const later = (lead === 'priority') === backwards ? sql`>` : sql`<`;
  // Streams that come later are read from their beginning, those that come before not at all.
  const dueAt = sql`CASE WHEN ${same} THEN ${at.dueAt}::timestamptz ELSE ${backwards ? 'infinity' : '-infinity'}::timestamptz END`;
  const taskId = sql`CASE WHEN ${same} THEN ${at.taskId}::uuid ELSE ${backwards ? LAST : FIRST}::uuid END`;
  return sql`(${same} OR s.${sql.ref(lead)} ${later} ${value}) AND (i.due_at, i.task_id) ${op} (${dueAt}, ${taskId})`;
}

const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whether the rows of a stream have the same value of a sort key. Tasks of a kind are of one process. */
function isAgreed(key: string, by: readonly string[]): boolean {
  return by.includes(key) || (key === 'process_key' && by.includes('kind'));
}

/** How the rows `i` of a stream `s` are read: what is the same in all of them is the stream's. */
export function streamKeys(order: InboxOrder, by: readonly PartitionColumn[]): Sql {
  const keys = [...KEYS[order], 'task_id'];
  return sql.join(keys.map((key) => sql`${isAgreed(key, by) ? sql`s` : sql`i`}.${sql.ref(key)}`));
}

export function streamOrder(ordered: Ordered, by: readonly PartitionColumn[]): Sql {
  return orderBy(
    ordered,
    sql`i.`,
    KEYS[ordered.order].filter((key) => isAgreed(key, by)),
  );
}
