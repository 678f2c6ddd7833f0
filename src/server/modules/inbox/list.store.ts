import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { type Driver, driverCount, driverRows } from './drivers.ts';
import { type Asker, type InboxRow, isAwake, lit, principals, snoozed, TASK_COLUMNS } from './inbox.store.ts';
import {
  behindStream,
  behindTask,
  type InboxPosition,
  keysOf,
  type Ordered,
  orderBy,
  streamKeys,
  streamOrder,
} from './orders.ts';
import { type StreamColumn, streams } from './streams.ts';

type Sql = RawBuilder<unknown>;
/** A condition on the columns of an inbox row, of whatever is called `source`; those of the principal are of `s`. */
export type Test = (source: Sql) => Sql;

/** One way to tasks of a list. */
export interface Way {
  /** The rows of each principal that agree in these columns are read on their own, each in the order of an index. */
  readonly by: readonly StreamColumn[];
  /** Which of these streams are read. */
  readonly streamTests: readonly Test[];
  /** What is asked of each row that is read, as far as the index does not say it. */
  readonly rowTests: readonly Test[];
  /** Indexes that find the rows of a condition when they are few. */
  readonly drivers: readonly Driver[];
}

export interface InboxQuery extends Ordered {
  readonly limit: number;
  /** Only what the caller is to be reminded of later; else exactly these are left out. */
  readonly snoozed?: boolean;
  readonly after?: InboxPosition;
  /** How many rows of a condition's index are few; FEW unless it is said. */
  readonly few?: number;
  /** A task is in the list when one of these finds it. */
  readonly ways: readonly Way[];
}

/** So many rows are taken from the index of a condition and sorted; are there more, the list is read in its order. */
const FEW = 2000;

/** The tasks of one page, one more than the limit when there are more. */
export async function readInbox(tx: Tx, asker: Asker, query: InboxQuery): Promise<InboxRow[]> {
  if (query.ways.length === 0) return [];
  const found = await candidates(tx, asker, query, query.limit + 1);
  const { rows } = await sql<InboxRow>`
    WITH RECURSIVE ${found}
    SELECT ${TASK_COLUMNS}, k.rank AS via_rank, k.via_user, k.via_group
    FROM k JOIN LATERAL (SELECT * FROM task t WHERE t.id = k.task_id OFFSET 0) t ON true LEFT JOIN process pr ON pr.key = t.process_key
    ${orderBy(query, sql`k.`)}`.execute(tx);
  return rows;
}

/** How many tasks fit the filters, counted to `cap` and one more. */
export async function countInbox(tx: Tx, asker: Asker, query: InboxQuery, cap: number): Promise<number> {
  if (query.ways.length === 0) return 0;
  const found = await candidates(tx, asker, query, cap + 1);
  const { rows } = await sql<{ total: number }>`WITH RECURSIVE ${found} SELECT count(*)::int AS total FROM k`.execute(
    tx,
  );
  return rows[0]!.total;
}

/** `k`: the first tasks of the list, each once with the caller's best right. */
async function candidates(tx: Tx, asker: Asker, query: InboxQuery, most: number): Promise<Sql> {
  if (query.ways.some((way) => !isPlain(way))) await alongIndexes(tx);
  const found = await Promise.all(query.ways.map((way) => chosen(tx, asker, way, query.few ?? FEW)));
  const parts = found.map((way, index) =>
    way.driver ? driven(asker, query, way, way.driver, index) : streamed(asker, query, way, most, index),
  );
  const all = sql.join(
    parts.map(({ rows }) => rows),
    sql` UNION ALL `,
  );
  return sql`${principals(asker)}, ${sql.join(parts.map(({ tables }) => tables))}, k AS (
    SELECT DISTINCT ON (${keysOf(query.order, sql`x.`)}) ${keysOf(query.order, sql`x.`)}, x.rank, x.via_user, x.via_group
    FROM (${all}) x ${orderBy(query, sql`x.`)}, x.rank LIMIT ${lit(most)})`;
}

/**
 * For the rest of the transaction a stream is read along the index that has its order: where the planner expects a filter to
 * leave few rows, it would read all of them by another index and sort. What must be sorted still is, but looks dear, and what
 * is dear would be compiled first. Statements are planned once per connection, so these must run in no other way.
 */
async function alongIndexes(tx: Tx): Promise<void> {
  await sql`SELECT set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
    set_config('enable_bitmapscan', 'off', true), set_config('jit', 'off', true)`.execute(tx);
}

/** Nothing is asked of its rows, and each principal's are in the order of an index. */
function isPlain(way: Way): boolean {
  return way.by.length === 0 && way.rowTests.length === 0;
}

interface Chosen extends Way {
  readonly driver?: Driver;
}

/** With the first of its indexes that finds few rows. */
async function chosen(tx: Tx, asker: Asker, way: Way, few: number): Promise<Chosen> {
  for (const driver of way.drivers) {
    const { rows } = await sql<{ found: number }>`
      WITH ${principals(asker)} SELECT count(*)::int AS found FROM (${driverCount(driver, lit(few + 1))}) x`.execute(
      tx,
    );
    if (rows[0]!.found <= few) return { ...way, driver };
  }
  return way;
}

interface Part {
  readonly tables: Sql;
  readonly rows: Sql;
}

function driven(asker: Asker, query: InboxQuery, way: Way, driver: Driver, index: number): Part {
  const name = sql.raw(`d${index}`);
  const conditions = [
    ...common(asker, query),
    ...[...way.streamTests, ...way.rowTests].map((test) => test(sql`i`)),
    ...(query.after ? [behindTask(query, query.after)] : []),
  ];
  return {
    tables: sql`${name} AS (SELECT ${keysOf(query.order, sql`i.`)}, s.rank, s.via_user, s.via_group FROM ${driverRows(driver, lit(FEW + 1))}
      WHERE ${sql.join(conditions, sql` AND `)})`,
    rows: sql`SELECT * FROM ${name}`,
  };
}

/**
 * Of each stream the first few rows are read. Those whose rows all come before the end of the page, and there is room for
 * few of these, are then read to the length of a page: so what is read does not grow with the number of streams times the page.
 */
function streamed(asker: Asker, query: InboxQuery, way: Way, most: number, index: number): Part {
  const [s, f, a] = ['s', 'f', 'a'].map((letter) => sql.raw(`${letter}${index}`)) as [Sql, Sql, Sql];
  const first = isPlain(way) ? most : Math.max(4, Math.ceil(most / 8));
  const read = (count: number) => {
    const conditions = [
      sql`i.principal = s.principal`,
      ...way.by.map((column) => sql`i.${sql.ref(column)} = s.${sql.ref(column)}`),
      ...common(asker, query),
      ...way.rowTests.map((test) => test(sql`i`)),
      ...(query.after ? [behindStream(query, way.by, query.after)] : []),
    ];
    return sql`LATERAL (SELECT ${streamKeys(query.order, way.by)} FROM task_inbox i
      WHERE ${sql.join(conditions, sql` AND `)} ${streamOrder(query, way.by)} LIMIT ${lit(count)}) x`;
  };
  const keys = keysOf(query.order, sql`x.`);
  const columns = sql`${keys}, s.rank, s.via_user, s.via_group`;
  const tables = sql`${streams(
    index,
    way.by,
    way.streamTests.map((test) => test(sql`s`)),
  )},
    ${f} AS MATERIALIZED (SELECT s.sid, ${columns} FROM ${s} s CROSS JOIN ${read(first)})`;
  const rows = sql`SELECT ${keys}, x.rank, x.via_user, x.via_group FROM ${f} x`;
  if (isPlain(way)) return { tables, rows };
  return {
    tables: sql`${tables}, ${a} AS MATERIALIZED (
      SELECT y.sid FROM (SELECT x.sid, dense_rank() OVER (${orderBy(query, sql`x.`)}) AS place FROM ${f} x) y
      GROUP BY y.sid HAVING count(*) = ${lit(first)} AND max(y.place) < ${lit(most)})`,
    rows: sql`${rows} UNION ALL SELECT ${columns} FROM ${a} a JOIN ${s} s ON s.sid = a.sid CROSS JOIN ${read(most)}`,
  };
}

/** What holds of every row that is listed. */
function common(asker: Asker, query: InboxQuery): Sql[] {
  return [
    sql`(s.floor IS NULL OR i.task_id >= s.floor)`,
    query.snoozed ? sql`i.task_id = ANY(${snoozed(asker)})` : isAwake(asker),
  ];
}
