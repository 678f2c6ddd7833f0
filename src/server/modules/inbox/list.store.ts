import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { type InboxRow, isAwake, lit, principals, snoozed, TASK_COLUMNS, type Viewer } from './inbox.store.ts';
import { type PartitionColumn, streams } from './inbox-partitions.ts';
import { type Driver, driverCount, driverRows } from './index-scans.ts';
import { type Inbox, MERGED_MOST, merged, readInboxes } from './merged.ts';
import {
  behindStream,
  behindTask,
  type InboxPosition,
  keysOf,
  type Ordered,
  orderBy,
  placeOf,
  streamKeys,
  streamOrder,
  upTo,
} from './orders.ts';

type Sql = RawBuilder<unknown>;
/** A condition on the columns of an inbox row, of whatever is called `source`; those of the principal are of `s`. */
export type SqlCondition = (source: Sql) => Sql;

/** One way to tasks of a list. */
export interface QueryBranch {
  /** The rows of each principal that agree in these columns are read on their own, each in the order of an index. */
  readonly by: readonly PartitionColumn[];
  /** Which of these streams are read. */
  readonly partitionConditions: readonly SqlCondition[];
  /** From where to where each of them is read: the index of the order knows it. */
  readonly rangeConditions: readonly SqlCondition[];
  /** What is asked of each row that is read. */
  readonly rowConditions: readonly SqlCondition[];
  /** What it finds stands in few of the inboxes, and so seldom among their first rows. */
  readonly isOwn?: boolean;
  /** Indexes that find the rows of a condition when they are few. */
  readonly drivers: readonly Driver[];
}

export interface InboxQuery extends Ordered {
  readonly limit: number;
  /** Only what the caller is to be reminded of later; else exactly these are left out. */
  readonly snoozed?: boolean;
  readonly after?: InboxPosition;
  /** How far is read at first, where that is to be another than usual. */
  readonly reach?: Reach;
  /** A task is in the list when one of these finds it. */
  readonly ways: readonly QueryBranch[];
}

/** How far is read before one tries farther, from both ends: by the index of a condition, and in the order of the list. */
interface Reach {
  /** Finds the index of a condition so many rows or fewer, these are sorted. */
  readonly few: number;
  /** Finds it so many or fewer, these are kept in mind while the inboxes are read in the order of the list, the index of that alone. */
  readonly many: number;
  /** So many rows of all inboxes together are looked at then; a tenth of them where each must be fetched. */
  readonly run: number;
  /** So many rows of a stream are looked at for those that fit. */
  readonly stretch: number;
  /** So many rows of all inboxes together are asked before anything else: what most tasks fit is found among them. */
  readonly taste: number;
}

/** Each takes about as long; whoever wants many rows looks at more. */
const firstReach = (most: number): Reach => ({
  few: 2000,
  many: 10_000,
  run: Math.max(100_000, 40 * most),
  stretch: Math.max(300, 2 * most),
  taste: most <= LARGEST_PAGE ? 8 * most : 0,
});
const LARGEST_PAGE = 256;
const FARTHER = 4;

/** The tasks of one page, one more than the limit when there are more. */
export async function readInbox(tx: Tx, viewer: Viewer, query: InboxQuery): Promise<InboxRow[]> {
  return untilCertain(tx, viewer, query, query.limit + 1, async (candidates) => {
    const { rows } = await sql<InboxRow & { is_end: boolean }>`
      WITH RECURSIVE ${candidates}
      SELECT ${TASK_COLUMNS}, k.rank AS via_rank, k.via_user, k.via_group, k.is_end, ${placeOf(query.order, sql`k.`)} AS place
      FROM k JOIN LATERAL (SELECT * FROM task t WHERE t.id = k.task_id OFFSET 0) t ON true LEFT JOIN process pr ON pr.key = t.process_key
      ${orderBy(query, sql`k.`)}`.execute(tx);
    const found = rows.filter((row) => !row.is_end);
    return { found, count: found.length, isCut: found.length < rows.length };
  });
}

/** How many tasks fit the filters, counted to `cap` and one more. */
export async function countInbox(tx: Tx, viewer: Viewer, query: InboxQuery, cap: number): Promise<number> {
  const [total] = await untilCertain(tx, viewer, query, cap + 1, async (candidates) => {
    const { rows } = await sql<{ count: number; isCut: boolean }>`WITH RECURSIVE ${candidates}
      SELECT count(*) FILTER (WHERE NOT is_end)::int AS count, coalesce(bool_or(is_end), false) AS "isCut" FROM k`.execute(
      tx,
    );
    return { found: [rows[0]!.count], ...rows[0]! };
  });
  return total ?? 0;
}

interface Found<T> {
  readonly found: T[];
  readonly count: number;
  /** Behind the last of these not all streams were read. */
  readonly isCut: boolean;
}

/**
 * Reads farther and farther until the first `most` tasks are certain. So what is read is a small multiple of the smaller
 * one: what the condition's index finds, or what stands in the list up to the end of the page.
 */
async function untilCertain<T>(
  tx: Tx,
  viewer: Viewer,
  query: InboxQuery,
  most: number,
  read: (candidates: Sql) => Promise<Found<T>>,
): Promise<T[]> {
  if (query.ways.length === 0) return [];
  if (query.ways.some((way) => !isPlain(way))) await alongIndexes(tx);
  let { few, many, run, stretch, taste } = query.reach ?? firstReach(most);
  const isTasted =
    taste > 0 &&
    query.ways.some(({ by, drivers }) => by.includes('kind') || drivers.length > 0) &&
    !query.ways.some(({ isOwn }) => isOwn);
  const isMerged = isTasted || query.ways.some((way) => isMergeable(query, way));
  const inboxes = isMerged ? await readInboxes(tx, viewer) : [];
  if (isTasted && inboxes.length <= MERGED_MOST) {
    const byIndex = await chosenOf(tx, viewer, query, { few, many: few });
    const reach = { few, many, run: 10 * taste, stretch, taste };
    const isFew = byIndex.every(({ driver }) => driver !== undefined);
    const chosen = isFew ? byIndex : [{ way: asRows(query) }];
    const { found, count, isCut } = await read(candidates(viewer, query, chosen, inboxes, most, reach));
    if (!isCut || count >= most) return found;
  }
  for (;;) {
    const reach = { few, many, run, stretch, taste };
    const { found, count, isCut } = await read(
      candidates(viewer, query, await chosenOf(tx, viewer, query, reach), inboxes, most, reach),
    );
    if (!isCut || count >= most) return found;
    [few, many, run, stretch] = [few * FARTHER, many * FARTHER, run * FARTHER, stretch * FARTHER];
  }
}

/**
 * `k`: the first tasks of the list, each once with the caller's best right. Where a stream was left before enough was found
 * in it, `k` stops there too, with the row it was left at (`is_end`): behind it others may be missing.
 */
function candidates(
  viewer: Viewer,
  query: InboxQuery,
  chosen: readonly Chosen[],
  inboxes: readonly Inbox[],
  most: number,
  reach: Reach,
): Sql {
  const parts = chosen.map(({ way, driver, among }, index) => {
    if (driver) return driven(viewer, query, way, driver, reach, index);
    const isMerged = isMergeable(query, way) && inboxes.length <= MERGED_MOST;
    return isMerged
      ? inOneOrder(viewer, query, way, inboxes, among, most, reach, index)
      : streamed(viewer, query, way, most, reach, index);
  });
  const all = sql.join(
    parts.map(({ rows }) => rows),
    sql` UNION ALL `,
  );
  const keys = keysOf(query.order, sql`x.`);
  const first = (
    source: Sql,
  ) => sql`SELECT DISTINCT ON (${keys}) ${keys}, x.rank, x.via_user, x.via_group, false AS is_end
    FROM ${source} ${orderBy(query, sql`x.`)}, x.rank LIMIT ${lit(most)}`;
  const isWhole = chosen.every(({ way, driver }) => driver !== undefined || way.rowConditions.length === 0);
  const found = isWhole
    ? sql`k AS (${first(sql`(${all}) x`)})`
    : sql`x AS MATERIALIZED (${all}), e AS MATERIALIZED (SELECT * FROM x WHERE x.is_end ${orderBy(query, sql`x.`)} LIMIT 1),
      k AS ((${first(sql`x LEFT JOIN e ON true WHERE x.fits AND (e.task_id IS NULL OR ${upTo(query, sql`x.`, sql`e.`)})`)})
        UNION ALL SELECT ${keys}, x.rank, x.via_user, x.via_group, true FROM e x)`;
  return sql`${principals(viewer)}, ${sql.join(parts.map(({ tables }) => tables))}, ${found}`;
}

/**
 * For the rest of the transaction a stream is read along the index that has its order: where the planner expects a filter to
 * leave few rows, it would read all of them by another index and sort. What must be sorted still is, but looks dear, and what
 * is dear would be compiled first. Statements are planned once per connection, so these must run in no other way.
 */
async function alongIndexes(tx: Tx): Promise<void> {
  await sql`SELECT set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
    set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(
    tx,
  );
}

/** Nothing is asked of its rows, and each principal's are in the order of an index. */
function isPlain(way: QueryBranch): boolean {
  return way.by.length === 0 && way.rangeConditions.length === 0 && way.rowConditions.length === 0;
}

/** Its rows are asked one by one, and all of an inbox stand in the order of an index, each range of it in one place. */
function isMergeable(
  { order }: Ordered,
  { by, partitionConditions, rangeConditions, rowConditions }: QueryBranch,
): boolean {
  // What is known of a whole inbox leaves out others unread.
  if (rowConditions.length === 0 || (by.length === 0 && partitionConditions.length > 0)) return false;
  if (by.length === 0) return rangeConditions.length === 0 || order === 'due' || order === 'created';
  const isOwnOrder = order === 'priority' && by.length === 1 && by[0] === 'priority';
  return isOwnOrder && partitionConditions.length === 0 && rangeConditions.length === 0;
}

/** All ways as one that asks row by row what they ask. */
function asRows({ ways, order }: InboxQuery): QueryBranch {
  const [first] = ways;
  // Every way is of the same filters: where rows that fit stand together, they do so for each.
  const isInRange = ways.length === 1 && (order === 'due' || order === 'created');
  const testsOf = (way: QueryBranch) => [
    ...way.partitionConditions,
    ...(isInRange ? [] : way.rangeConditions),
    ...way.rowConditions,
  ];
  const fits: SqlCondition = (source) =>
    sql`(${sql.join(
      ways.map((way) => sql`(${sql.join([sql`true`, ...testsOf(way).map((test) => test(source))], sql` AND `)})`),
      sql` OR `,
    )})`;
  return {
    by: [],
    partitionConditions: [],
    rangeConditions: isInRange ? (first?.rangeConditions ?? []) : [],
    rowConditions: [fits],
    drivers: [],
  };
}

interface Chosen {
  readonly way: QueryBranch;
  /** Finds few rows. */
  readonly driver?: Driver;
  /** Finds many. */
  readonly among?: Driver;
}

function chosenOf(tx: Tx, viewer: Viewer, query: InboxQuery, reach: Pick<Reach, 'few' | 'many'>): Promise<Chosen[]> {
  return Promise.all(query.ways.map((way) => withDriver(tx, viewer, query, way, reach)));
}

/** With the first of its indexes that finds few rows, else with one that finds not too many tasks. */
async function withDriver(
  tx: Tx,
  viewer: Viewer,
  query: Ordered,
  way: QueryBranch,
  { few, many }: Pick<Reach, 'few' | 'many'>,
): Promise<Chosen> {
  let among: Driver | undefined;
  for (const driver of way.drivers) {
    const most = 'tasks' in driver && isMergeable(query, way) ? many : few;
    const { rows } = await sql<{ found: number }>`
      WITH ${principals(viewer)} SELECT count(*)::int AS found FROM (${driverCount(driver, lit(most + 1))}) x`.execute(
      tx,
    );
    const { found } = rows[0]!;
    if (found <= few) return { way, driver };
    if (found <= most) among ??= driver;
  }
  return { way, ...(among ? { among } : {}) };
}

/** `rows` are the keys of the order with `rank`, `via_user`, `via_group`, `fits` and `is_end`. */
interface Part {
  readonly tables: Sql;
  readonly rows: Sql;
}

function driven(
  viewer: Viewer,
  query: InboxQuery,
  way: QueryBranch,
  driver: Driver,
  { few }: Reach,
  index: number,
): Part {
  const name = sql.raw(`d${index}`);
  const conditions = [
    ...common(viewer, query),
    ...[...way.partitionConditions, ...way.rangeConditions, ...way.rowConditions].map((test) => test(sql`i`)),
    ...(query.after ? [behindTask(query, query.after)] : []),
  ];
  return {
    tables: sql`${name} AS (SELECT ${keysOf(query.order, sql`i.`)}, s.rank, s.via_user, s.via_group, true AS fits, false AS is_end
      FROM ${driverRows(driver, lit(few + 1))} WHERE ${sql.join(conditions, sql` AND `)})`,
    rows: sql`SELECT * FROM ${name}`,
  };
}

/** The inboxes together, row by row in the order of the list. */
function inOneOrder(
  viewer: Viewer,
  query: InboxQuery,
  way: QueryBranch,
  inboxes: readonly Inbox[],
  among: Driver | undefined,
  most: number,
  { many, run }: Reach,
  index: number,
): Part {
  const fits = sql.join([...common(viewer, query), ...way.rowConditions.map((test) => test(sql`i`))], sql` AND `);
  const name = `m${index}`;
  const known = among && 'tasks' in among ? { among: among.tasks(lit(many)), knowsProcess: among.knowsProcess } : {};
  const range = way.rangeConditions.map((test) => test(sql`i`));
  const length = 'among' in known ? run : Math.ceil(run / 10);
  return {
    tables: merged({ ...query, inboxes, range, run: length, fits, ...known }, name, most),
    rows: sql`SELECT ${keysOf(query.order, sql`m.`)}, b.rank, b.via_user, b.via_group, m.fits, m.is_end FROM ${sql.raw(name)} m
      LEFT JOIN LATERAL (SELECT s.rank, s.via_user, s.via_group FROM (SELECT * FROM task_inbox o WHERE o.task_id = m.task_id OFFSET 0) i
        JOIN p s ON s.principal = i.principal WHERE ${fits} ORDER BY s.rank LIMIT 1) b ON m.fits`,
  };
}

/**
 * Of each stream the first few rows that fit are read. Those whose rows all come before the end of the page, and there is room
 * for few of these, are then read to the length of a page: so what is read does not grow with the number of streams times the page.
 */
function streamed(
  viewer: Viewer,
  query: InboxQuery,
  way: QueryBranch,
  most: number,
  { stretch }: Reach,
  index: number,
): Part {
  const [s, f, a] = ['s', 'f', 'a'].map((letter) => sql.raw(`${letter}${index}`)) as [Sql, Sql, Sql];
  const first = isPlain(way) ? most : Math.max(4, Math.ceil(most / 8));
  const fits = [...common(viewer, query), ...way.rowConditions.map((test) => test(sql`i`))];
  const read = (count: number) => {
    const along = [
      sql`i.principal = s.principal`,
      ...way.by.map((column) => sql`i.${sql.ref(column)} = s.${sql.ref(column)}`),
      ...way.rangeConditions.map((test) => test(sql`i`)),
      ...(query.after ? [behindStream(query, way.by, query.after)] : []),
    ];
    const keys = streamKeys(query.order, way.by);
    const order = streamOrder(query, way.by);
    if (way.rowConditions.length === 0) {
      return sql`LATERAL (SELECT ${keys}, true AS fits, false AS is_end FROM task_inbox i
        WHERE ${sql.join([...along, ...fits], sql` AND `)} ${order} LIMIT ${lit(count)}) x`;
    }
    return sql`LATERAL (SELECT * FROM (
      SELECT ${keys}, (${sql.join(fits, sql` AND `)}) AS fits, row_number() OVER () = ${lit(stretch)} AS is_end
      FROM (SELECT * FROM task_inbox i WHERE ${sql.join(along, sql` AND `)} ${order} LIMIT ${lit(stretch)}) i) x
      WHERE x.fits OR x.is_end LIMIT ${lit(count)}) x`;
  };
  const keys = keysOf(query.order, sql`x.`);
  const columns = sql`${keys}, s.rank, s.via_user, s.via_group, x.fits, x.is_end`;
  const tables = sql`${streams(
    index,
    way.by,
    way.partitionConditions.map((test) => test(sql`s`)),
  )},
    ${f} AS MATERIALIZED (SELECT s.sid, ${columns} FROM ${s} s CROSS JOIN ${read(first)})`;
  const rows = sql`SELECT ${keys}, x.rank, x.via_user, x.via_group, x.fits, x.is_end FROM ${f} x`;
  if (isPlain(way)) return { tables, rows };
  return {
    tables: sql`${tables}, ${a} AS MATERIALIZED (
      SELECT y.sid FROM (SELECT x.sid, dense_rank() OVER (${orderBy(query, sql`x.`)}) AS place FROM ${f} x WHERE x.fits) y
      GROUP BY y.sid HAVING count(*) = ${lit(first)} AND max(y.place) < ${lit(most)})`,
    rows: sql`${rows} UNION ALL SELECT ${columns} FROM ${a} a JOIN ${s} s ON s.sid = a.sid CROSS JOIN ${read(most)}`,
  };
}

/** What holds of every row that is listed. */
function common(viewer: Viewer, query: InboxQuery): Sql[] {
  return [
    sql`(s.floor IS NULL OR i.task_id >= s.floor)`,
    query.snoozed ? sql`i.task_id = ANY(${snoozed(viewer)})` : isAwake(viewer),
  ];
}
