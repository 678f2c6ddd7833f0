import { type RawBuilder, sql } from 'kysely';
import type { AllTasksSort } from '../../../../shared/contracts/task-fields.ts';
import type { Tx } from '../../../platform/database.ts';
import type { PersonValue } from '../../../platform/list-query.ts';
import { TASK_COLUMNS, type TaskRow } from '../../inbox/index.ts';

export const STATUSES = ['open', 'held', 'completed', 'cancelled'] as const;
export type TaskStatus = (typeof STATUSES)[number];

interface Order {
  readonly column: RawBuilder<unknown>;
  readonly type: 'timestamptz' | 'int';
  /** Condition for rows without a value, which come last in both directions. */
  readonly blank?: RawBuilder<boolean>;
  readonly filled?: RawBuilder<boolean>;
}

/** Sort orders that have an index. */
export const ORDERS = {
  created: { column: sql`t.created_at`, type: 'timestamptz' },
  due: {
    column: sql`t.due_at`,
    type: 'timestamptz',
    blank: sql`t.due_at = 'infinity'`,
    filled: sql`t.due_at < 'infinity'`,
  },
  priority: { column: sql`t.priority`, type: 'int' },
  ended: {
    column: sql`t.ended_at`,
    type: 'timestamptz',
    blank: sql`t.ended_at IS NULL`,
    filled: sql`t.ended_at IS NOT NULL`,
  },
} as const satisfies Record<AllTasksSort, Order>;

/** Whether rows can lack a value of the sort field. */
export const hasBlank = (order: keyof typeof ORDERS): boolean => 'blank' in ORDERS[order];

/** Sort value (null: none) and ID of the row before a page. */
export interface AllTasksPosition {
  readonly key: string | null;
  readonly id: string;
}

/** A scan of an index that answers one condition. */
export interface IndexScan {
  /** Expected selectivity: the lower, the fewer rows. */
  readonly rank: number;
  /** Selects at most that many rows `t` of tasks. */
  readonly from: (limit: number) => RawBuilder<unknown>;
  /** Selects as many rows, or a few more, without reading their tasks. */
  readonly count?: (limit: number) => RawBuilder<unknown>;
}

export interface AllTasksQuery {
  readonly order: keyof typeof ORDERS;
  readonly isDescending: boolean;
  /** Reads towards the start of the list: the rows before `after`, nearest first. */
  readonly isBackwards: boolean;
  readonly statuses: readonly TaskStatus[];
  /** Conditions on the sort column: they bound the range that is read. */
  readonly rangeConditions: readonly RawBuilder<unknown>[];
  /** All other conditions, checked for each row that is read. */
  readonly conditions: readonly RawBuilder<unknown>[];
  readonly indexScans: readonly IndexScan[];
  readonly limit: number;
  readonly after?: AllTasksPosition;
}

export interface AllTasksRow extends TaskRow {
  readonly sort_key: string | number | null;
  readonly people: PersonRow[] | null;
  readonly enders: PersonRow[] | null;
}

interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly avatar: string | null;
}

/** An index scan with at most this many rows is sorted; so many rows of an order are read before anything more expensive. */
const SORT_LIMIT = 5000;
/** Maximum number of rows to sort if the order alone does not fill the page. */
const READ_LIMIT = 20_000;
/** Maximum number of rows to read in order where no index helps; beyond it, the query is refused. */
const SCAN_LIMIT = 200_000;

/** Columns of conditions and orders; process values are not read. */
const CONDITION_COLUMNS = sql`t.id, t.name, t.process_key, t.process_number, t.node_id, t.status, t.due_at, t.created_at, t.priority, t.assignee_id,
  t.on_behalf_of, t.business_key, t.business_key_lower, t.ended_at, t.ended_by, t.outcome, t.confidential,
  t.due_is_day`;

/** A section of the list: rows with a sort value come first, those without one last. */
export type ListSection = 'filled' | 'blank' | 'all';

interface Read {
  /** One more than the limit if there are more. */
  readonly rows: AllTasksRow[];
  /** Reading stopped before the end of the list. */
  readonly isTooBroad: boolean;
}

/**
 * Returns the rows of a page. An index scan suits conditions that match few tasks, reading in order suits those that match
 * many. Both are tried with small limits first, because the correlation of conditions and orders is unknown.
 */
export async function readPage(tx: Tx, query: AllTasksQuery): Promise<Read> {
  const selective = await chooseIndexScan(tx, query, SORT_LIMIT);
  if (selective) return readAllTasks(tx, query, selective, READ_LIMIT);
  const nearest = await readAllTasks(tx, query, undefined, SORT_LIMIT);
  if (!nearest.isTooBroad) return nearest;
  return readAllTasks(tx, query, await chooseIndexScan(tx, query), SCAN_LIMIT);
}

/** Sorts all rows of an index scan, or reads at most `limit` rows in order from the position. */
async function readAllTasks(
  tx: Tx,
  query: AllTasksQuery,
  indexScan: IndexScan | undefined,
  limit: number,
): Promise<Read> {
  const rows: AllTasksRow[] = [];
  let isTooBroad = false;
  for (const part of partsOf(query)) {
    const remaining = query.limit + 1 - rows.length;
    if (remaining <= 0) break;
    const found = await readPart(tx, { ...query, limit: remaining - 1 }, part, indexScan, limit);
    rows.push(...found);
    if (indexScan || found.length >= remaining || query.conditions.length === 0) continue;
    isTooBroad = (await countRead(tx, query, part, limit)) > limit;
    // The rows of the next section would not be adjacent to these.
    if (isTooBroad) break;
  }
  return { rows, isTooBroad };
}

async function readPart(
  tx: Tx,
  query: AllTasksQuery,
  part: ListSection,
  indexScan: IndexScan | undefined,
  limit: number,
): Promise<AllTasksRow[]> {
  const { column } = ORDERS[query.order];
  const source = indexScan
    ? conditionScan(query, part, indexScan)
    : orderScan(query, part, query.conditions.length > 0 ? limit + 1 : query.limit + 1);
  const { rows } = await sql<AllTasksRow>`
    SELECT ${TASK_COLUMNS}, k.sort_key${query.order === 'priority' ? sql`` : sql`::text`} AS sort_key,
      CASE WHEN coalesce(t.ended_by, t.on_behalf_of) IS NOT NULL THEN
        (SELECT jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar', u.avatar_file_id))
          FROM unnest(ARRAY[t.ended_by, t.on_behalf_of]) one(id)
          JOIN LATERAL (SELECT * FROM app_user WHERE id = one.id OFFSET 0) u ON true WHERE one.id IS NOT NULL) END AS enders
    FROM (SELECT t.id, ${sortedValue(query, part)} AS sort_key, row_number() OVER () AS place, NULL::uuid AS via_user
        FROM (SELECT t.id, ${column} FROM (${source}) t ${where(query.conditions)} ${orderBy(query, part)} LIMIT ${lit(query.limit + 1)}) t) k
      JOIN LATERAL (SELECT * FROM task t WHERE t.id = k.id OFFSET 0) t ON true LEFT JOIN process pr ON pr.key = t.process_key
    ORDER BY k.place`.execute(tx);
  return rows;
}

/** A row of a file. */
export interface BatchRow {
  readonly id: string;
  readonly name: string;
  readonly process_key: string | null;
  readonly process_number: number | null;
  readonly node_id: string | null;
  readonly status: TaskStatus;
  readonly due_at: unknown;
  readonly due_is_day: boolean;
  readonly created_at: Date;
  readonly priority: number;
  readonly assignee_id: string | null;
  readonly on_behalf_of: string | null;
  readonly business_key: string | null;
  readonly ended_at: Date | null;
  readonly ended_by: string | null;
  readonly outcome: string | null;
  readonly sort_key: string | number | null;
  readonly fits: boolean;
}

/**
 * Returns the next `limit` rows of one section for a file. Without an index scan they include rows that do not match
 * (`fits`). Fewer than `limit` rows: the section has ended.
 */
export async function readBatch(
  tx: Tx,
  query: AllTasksQuery,
  part: ListSection,
  indexScan: IndexScan | undefined,
  limit: number,
): Promise<BatchRow[]> {
  const key = sql`${sortedValue(query, part)}${query.order === 'priority' ? sql`` : sql`::text`} AS sort_key`;
  const { rows } = indexScan
    ? await sql<BatchRow>`SELECT t.*, ${key}, true AS fits FROM (${conditionScan(query, part, indexScan)}) t
        ${where(query.conditions)} ${orderBy(query, part)} LIMIT ${lit(limit)}`.execute(tx)
    : await sql<BatchRow>`SELECT t.*, ${key}, (${sql.join([sql`true`, ...query.conditions], sql` AND `)}) AS fits
        FROM (${orderScan(query, part, limit)}) t`.execute(tx);
  return rows;
}

/** Counts the matching tasks up to `cap`; `isAtLeast` when reading stopped before the end. */
export async function countAllTasks(
  tx: Tx,
  query: AllTasksQuery,
  indexScan: IndexScan | undefined,
  cap: number,
): Promise<{ total: number; isAtLeast: boolean }> {
  const limit = query.conditions.length > 0 ? READ_LIMIT + 1 : cap + 1;
  const source = indexScan ? conditionScan(query, 'all', indexScan) : orderScan(query, 'all', limit);
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (SELECT 1 FROM (${source}) t ${where(query.conditions)} LIMIT ${lit(cap + 1)}) x`.execute(
    tx,
  );
  const total = rows[0]!.total;
  if (total > cap) return { total: cap, isAtLeast: true };
  const isCut =
    !indexScan && query.conditions.length > 0 && (await countRead(tx, query, 'all', READ_LIMIT)) > READ_LIMIT;
  return { total, isAtLeast: isCut };
}

/** Chooses an index scan with few enough rows to sort; undefined when there is none. */
export async function chooseIndexScan(
  tx: Tx,
  query: AllTasksQuery,
  limit: number = READ_LIMIT,
): Promise<IndexScan | undefined> {
  for (const indexScan of query.indexScans) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM (SELECT 1 FROM ${(indexScan.count ?? indexScan.from)(limit + 1)} LIMIT ${lit(limit + 1)}) x`.execute(
      tx,
    );
    if (rows[0]!.count <= limit) return indexScan;
  }
  return undefined;
}

/** Returns the IDs of users named in filters. */
export async function findPeople(tx: Tx, people: readonly PersonValue[]): Promise<string[]> {
  const keys = people.flatMap((one) => ('key' in one ? [one.key] : []));
  const names = people.flatMap((one) => ('username' in one ? [one.username] : []));
  const managers = people.flatMap((one) => ('reportsOf' in one ? [one.reportsOf] : []));
  if (names.length + managers.length === 0) return keys;
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM unnest(${names}::text[]) AS x(name)
      JOIN LATERAL (SELECT id FROM app_user WHERE username = x.name OFFSET 0) u ON true
    UNION SELECT user_id FROM user_manager WHERE manager_id = ANY(${managers}::uuid[])`.execute(tx);
  return [...keys, ...rows.map(({ id }) => id)];
}

/** Selects rows by the index of the order from the position, with the statuses merged. */
function orderScan(query: AllTasksQuery, part: ListSection, limit: number): RawBuilder<unknown> {
  const conditions = [...query.rangeConditions, ...inPart(query, part), ...rowsAfter(query, part)];
  const branches = query.statuses.map(
    // Each is ordered, so that they are merged and not sorted.
    (
      status,
    ) => sql`(SELECT ${CONDITION_COLUMNS} FROM task t ${where([sql`t.status = ${sql.lit(status)}`, ...conditions])}
      ${orderBy(query, part)} LIMIT ${lit(limit)})`,
  );
  return sql`SELECT * FROM (${sql.join(branches, sql` UNION ALL `)}) t ${orderBy(query, part)} LIMIT ${lit(limit)}`;
}

function conditionScan(query: AllTasksQuery, part: ListSection, indexScan: IndexScan): RawBuilder<unknown> {
  const conditions = [...query.rangeConditions, ...inPart(query, part), ...rowsAfter(query, part)];
  return sql`SELECT ${CONDITION_COLUMNS} FROM ${indexScan.from(READ_LIMIT + 1)} ${where([sql`t.status = ANY(${[...query.statuses]}::text[])`, ...conditions])}`;
}

async function countRead(tx: Tx, query: AllTasksQuery, part: ListSection, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (${orderScan(query, part, limit + 1)}) x`.execute(tx);
  return rows[0]!.count;
}

/** Returns the sections to read one after the other, from the position. */
export function partsOf(query: AllTasksQuery): readonly ListSection[] {
  const order: Order = ORDERS[query.order];
  if (query.statuses.length === 0) return [];
  if (!order.blank) return ['all'];
  const parts: readonly ListSection[] = query.isBackwards ? ['blank', 'filled'] : ['filled', 'blank'];
  if (!query.after) return parts;
  const own: ListSection = query.after.key === null ? 'blank' : 'filled';
  return parts.slice(parts.indexOf(own));
}

function inPart({ order }: AllTasksQuery, part: ListSection): RawBuilder<unknown>[] {
  const { blank, filled }: Order = ORDERS[order];
  if (part === 'all' || !blank || !filled) return [];
  return [part === 'blank' ? blank : filled];
}

/** Returns the condition for rows after the position, if it is in this section; otherwise the whole section is read. */
function rowsAfter(query: AllTasksQuery, part: ListSection): RawBuilder<unknown>[] {
  const { after, order } = query;
  if (!after || (part === 'blank' ? 'blank' : 'filled') !== (after.key === null ? 'blank' : 'filled')) return [];
  const op = isDescendingScan(query) ? sql`<` : sql`>`;
  if (after.key === null) return [sql`t.id ${op} ${after.id}::uuid`];
  const { column, type } = ORDERS[order];
  return [sql`(${column}, t.id) ${op} (${after.key}::${sql.raw(type)}, ${after.id}::uuid)`];
}

function orderBy(query: AllTasksQuery, part: ListSection): RawBuilder<unknown> {
  const direction = isDescendingScan(query) ? sql`DESC` : sql`ASC`;
  return part === 'blank'
    ? sql`ORDER BY t.id ${direction}`
    : sql`ORDER BY ${ORDERS[query.order].column} ${direction}, t.id ${direction}`;
}

function sortedValue({ order }: AllTasksQuery, part: ListSection): RawBuilder<unknown> {
  return part === 'blank' ? sql`NULL::timestamptz` : ORDERS[order].column;
}

const isDescendingScan = ({ isDescending, isBackwards }: AllTasksQuery) => isDescending !== isBackwards;

function where(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** Writes a limit as a literal: a generic plan does not know a bound parameter and would read whole tables. */
export function lit(value: number): RawBuilder<unknown> {
  return sql.raw(String(Math.trunc(value)));
}
