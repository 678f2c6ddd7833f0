import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { type InboxRow, isNotSnoozed, lit, principals, snoozed, TASK_COLUMNS, type Viewer } from './inbox.store.ts';
import { type PartitionColumn, partitionTables } from './inbox-partitions.ts';
import { type IndexScan, scanHits, scanRows } from './index-scans.ts';
import { type Inbox, MAX_MERGED, merged, readInboxes } from './merged.ts';
import {
  type InboxPosition,
  isUpTo,
  keysOf,
  type Ordered,
  orderBy,
  partitionKeys,
  partitionOrder,
  partitionRowsAfter,
  placeOf,
  rowsAfter,
} from './orders.ts';

type Sql = RawBuilder<unknown>;
/** A condition on the columns of an inbox row with the SQL alias `source`; columns of the principal use the alias `s`. */
export type SqlCondition = (source: Sql) => Sql;

/** One branch of the query of a list. */
export interface QueryBranch {
  /** Partition columns: each partition is read separately, in index order. */
  readonly by: readonly PartitionColumn[];
  /** Select the partitions. */
  readonly partitionConditions: readonly SqlCondition[];
  /** Bound the range of the index that is read. */
  readonly rangeConditions: readonly SqlCondition[];
  /** Checked for each row that is read. */
  readonly rowConditions: readonly SqlCondition[];
  /** The branch matches tasks in few of the inboxes, so their first rows seldom contain one. */
  readonly isOwn?: boolean;
  /** Index scans that find the rows of a condition if they are few. */
  readonly indexScans: readonly IndexScan[];
}

export interface InboxQuery extends Ordered {
  readonly limit: number;
  /** Lists only snoozed tasks. Default: all others. */
  readonly snoozed?: boolean;
  readonly after?: InboxPosition;
  /** Initial limits for tests. */
  readonly limits?: ReadLimits;
  /** A task is in the list when one of the branches finds it. */
  readonly branches: readonly QueryBranch[];
}

/** Numbers of rows to read before the limits are raised. */
interface ReadLimits {
  /** An index scan with at most this many hits is sorted. */
  readonly sortLimit: number;
  /** An index scan with at most this many hits prefilters the inboxes, which are read in the order of the list by an index-only scan. */
  readonly prefilterLimit: number;
  /** Rows of all merged inboxes; a tenth of them without a prefilter, because each row must be fetched. */
  readonly mergeLimit: number;
  /** Rows of each partition. */
  readonly partitionLimit: number;
  /** Rows of all inboxes that are sampled first: they suffice for conditions that most tasks satisfy. 0 skips the sample. */
  readonly sampleLimit: number;
}

/** The limits cost about the same time each; they grow with the number of requested rows. */
const initialLimits = (limit: number): ReadLimits => ({
  sortLimit: 2000,
  prefilterLimit: 10_000,
  mergeLimit: Math.max(100_000, 40 * limit),
  partitionLimit: Math.max(300, 2 * limit),
  sampleLimit: limit <= LARGEST_PAGE ? 8 * limit : 0,
});
const LARGEST_PAGE = 256;
const LIMIT_GROWTH = 4;

/** Returns the tasks of one page, and one more than the limit if there are more. */
export async function readInbox(tx: Tx, viewer: Viewer, query: InboxQuery): Promise<InboxRow[]> {
  return readUntilComplete(tx, viewer, query, query.limit + 1, async (candidates) => {
    const { rows } = await sql<InboxRow & { is_end: boolean }>`
      WITH RECURSIVE ${candidates}
      SELECT ${TASK_COLUMNS}, k.rank AS via_rank, k.via_user, k.via_group, k.is_end, ${placeOf(query.order, sql`k.`)} AS place
      FROM k JOIN LATERAL (SELECT * FROM task t WHERE t.id = k.task_id OFFSET 0) t ON true LEFT JOIN process pr ON pr.key = t.process_key
      ${orderBy(query, sql`k.`)}`.execute(tx);
    const found = rows.filter((row) => !row.is_end);
    return { found, count: found.length, isCut: found.length < rows.length };
  });
}

/** Returns the keys of the processes with tasks in the caller's inboxes; `''` for tasks without a process. */
export async function readProcessKeys(tx: Tx, viewer: Viewer): Promise<string[]> {
  const { rows } = await sql<{
    key: string;
  }>`WITH RECURSIVE ${principals(viewer)}, ${partitionTables(0, ['process_key'], [])}
    SELECT DISTINCT process_key AS key FROM s0`.execute(tx);
  return rows.map(({ key }) => key);
}

/** Counts the tasks that match the filters, up to `cap` + 1. */
export async function countInbox(tx: Tx, viewer: Viewer, query: InboxQuery, cap: number): Promise<number> {
  const [total] = await readUntilComplete(tx, viewer, query, cap + 1, async (candidates) => {
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
  /** Whether rows after the last one may be missing, because a limit was reached. */
  readonly isCut: boolean;
}

/**
 * Reads with growing limits until the first tasks of the list are complete. The effort is therefore a small multiple of the
 * cheaper way: the hits of the index scan, or the rows of the list up to the end of the page.
 */
async function readUntilComplete<T>(
  tx: Tx,
  viewer: Viewer,
  query: InboxQuery,
  limit: number,
  read: (candidates: Sql) => Promise<Found<T>>,
): Promise<T[]> {
  if (query.branches.length === 0) return [];
  if (query.branches.some((branch) => !isUnconditional(branch))) await forceIndexOrder(tx);
  let { sortLimit, prefilterLimit, mergeLimit, partitionLimit, sampleLimit } = query.limits ?? initialLimits(limit);
  const isSampled =
    sampleLimit > 0 &&
    query.branches.some(({ by, indexScans }) => by.includes('kind') || indexScans.length > 0) &&
    !query.branches.some(({ isOwn }) => isOwn);
  const isMerged = isSampled || query.branches.some((branch) => isMergeable(query, branch));
  const inboxes = isMerged ? await readInboxes(tx, viewer) : [];
  if (isSampled && inboxes.length <= MAX_MERGED) {
    const scans = await chooseScans(tx, viewer, query, { sortLimit, prefilterLimit: sortLimit });
    const limits = { sortLimit, prefilterLimit, mergeLimit: 10 * sampleLimit, partitionLimit, sampleLimit };
    const areAllScanned = scans.every(({ scan }) => scan !== undefined);
    const chosen = areAllScanned ? scans : [{ branch: asRowConditions(query) }];
    const { found, count, isCut } = await read(candidates(viewer, query, chosen, inboxes, limit, limits));
    if (!isCut || count >= limit) return found;
  }
  for (;;) {
    const limits = { sortLimit, prefilterLimit, mergeLimit, partitionLimit, sampleLimit };
    const { found, count, isCut } = await read(
      candidates(viewer, query, await chooseScans(tx, viewer, query, limits), inboxes, limit, limits),
    );
    if (!isCut || count >= limit) return found;
    [sortLimit, prefilterLimit, mergeLimit, partitionLimit] = [
      sortLimit * LIMIT_GROWTH,
      prefilterLimit * LIMIT_GROWTH,
      mergeLimit * LIMIT_GROWTH,
      partitionLimit * LIMIT_GROWTH,
    ];
  }
}

/**
 * `k`: the first tasks of the list, each once with the caller's best right. Where a limit ended a partition early, `k` also
 * ends there, with the last row that was read (`is_end`): rows after it may be missing.
 */
function candidates(
  viewer: Viewer,
  query: InboxQuery,
  chosen: readonly ChosenBranch[],
  inboxes: readonly Inbox[],
  limit: number,
  limits: ReadLimits,
): Sql {
  const parts = chosen.map(({ branch, scan, prefilter }, index) => {
    if (scan) return sortedScan(viewer, query, branch, scan, limits, index);
    const isMerged = isMergeable(query, branch) && inboxes.length <= MAX_MERGED;
    return isMerged
      ? mergedScan(viewer, query, branch, inboxes, prefilter, limit, limits, index)
      : partitionScan(viewer, query, branch, limit, limits, index);
  });
  const all = sql.join(
    parts.map(({ rows }) => rows),
    sql` UNION ALL `,
  );
  const keys = keysOf(query.order, sql`x.`);
  const first = (
    source: Sql,
  ) => sql`SELECT DISTINCT ON (${keys}) ${keys}, x.rank, x.via_user, x.via_group, false AS is_end
    FROM ${source} ${orderBy(query, sql`x.`)}, x.rank LIMIT ${lit(limit)}`;
  const isWhole = chosen.every(({ branch, scan }) => scan !== undefined || branch.rowConditions.length === 0);
  const found = isWhole
    ? sql`k AS (${first(sql`(${all}) x`)})`
    : sql`x AS MATERIALIZED (${all}), e AS MATERIALIZED (SELECT * FROM x WHERE x.is_end ${orderBy(query, sql`x.`)} LIMIT 1),
      k AS ((${first(sql`x LEFT JOIN e ON true WHERE x.fits AND (e.task_id IS NULL OR ${isUpTo(query, sql`x.`, sql`e.`)})`)})
        UNION ALL SELECT ${keys}, x.rank, x.via_user, x.via_group, true FROM e x)`;
  return sql`${principals(viewer)}, ${sql.join(parts.map(({ tables }) => tables))}, ${found}`;
}

/**
 * Makes the planner read partitions in index order for the rest of the transaction. Where it expects few rows to match, it
 * would otherwise read all of them by another index and sort. Disabled plan types remain possible at a high cost, which
 * would trigger JIT compilation. Statements are planned once per connection, so these must always run with these settings.
 */
async function forceIndexOrder(tx: Tx): Promise<void> {
  await sql`SELECT set_config('enable_sort', 'off', true), set_config('enable_incremental_sort', 'off', true),
    set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(
    tx,
  );
}

/** Whether a branch reads whole inboxes in index order, without conditions. */
function isUnconditional(branch: QueryBranch): boolean {
  return branch.by.length === 0 && branch.rangeConditions.length === 0 && branch.rowConditions.length === 0;
}

/** Whether the inboxes can be merged: rows are checked one by one and an index has each inbox in the order of the list. */
function isMergeable(
  { order }: Ordered,
  { by, partitionConditions, rangeConditions, rowConditions }: QueryBranch,
): boolean {
  // Conditions on whole inboxes exclude the others without reading them.
  if (rowConditions.length === 0 || (by.length === 0 && partitionConditions.length > 0)) return false;
  if (by.length === 0) return rangeConditions.length === 0 || order === 'due' || order === 'created';
  const isOwnOrder = order === 'priority' && by.length === 1 && by[0] === 'priority';
  return isOwnOrder && partitionConditions.length === 0 && rangeConditions.length === 0;
}

/** Combines all branches into one that checks every condition row by row. */
function asRowConditions({ branches, order }: InboxQuery): QueryBranch {
  const [first] = branches;
  // All branches have the same filters, so a range condition of one holds for all.
  const isInRange = branches.length === 1 && (order === 'due' || order === 'created');
  const testsOf = (branch: QueryBranch) => [
    ...branch.partitionConditions,
    ...(isInRange ? [] : branch.rangeConditions),
    ...branch.rowConditions,
  ];
  const fits: SqlCondition = (source) =>
    sql`(${sql.join(
      branches.map(
        (branch) => sql`(${sql.join([sql`true`, ...testsOf(branch).map((test) => test(source))], sql` AND `)})`,
      ),
      sql` OR `,
    )})`;
  return {
    by: [],
    partitionConditions: [],
    rangeConditions: isInRange ? (first?.rangeConditions ?? []) : [],
    rowConditions: [fits],
    indexScans: [],
  };
}

interface ChosenBranch {
  readonly branch: QueryBranch;
  /** An index scan with few hits, which are sorted. */
  readonly scan?: IndexScan;
  /** An index scan with many hits, which prefilter the inboxes. */
  readonly prefilter?: IndexScan;
}

function chooseScans(
  tx: Tx,
  viewer: Viewer,
  query: InboxQuery,
  limits: Pick<ReadLimits, 'sortLimit' | 'prefilterLimit'>,
): Promise<ChosenBranch[]> {
  return Promise.all(query.branches.map((branch) => chooseScan(tx, viewer, query, branch, limits)));
}

/** Chooses the first index scan of a branch with few hits, else a prefilter with an acceptable number of hits. */
async function chooseScan(
  tx: Tx,
  viewer: Viewer,
  query: Ordered,
  branch: QueryBranch,
  { sortLimit, prefilterLimit }: Pick<ReadLimits, 'sortLimit' | 'prefilterLimit'>,
): Promise<ChosenBranch> {
  let prefilter: IndexScan | undefined;
  for (const scan of branch.indexScans) {
    const limit = 'tasks' in scan && isMergeable(query, branch) ? prefilterLimit : sortLimit;
    const { rows } = await sql<{ found: number }>`
      WITH ${principals(viewer)} SELECT count(*)::int AS found FROM (${scanHits(scan, lit(limit + 1))}) x`.execute(tx);
    const { found } = rows[0]!;
    if (found <= sortLimit) return { branch, scan };
    if (found <= limit) prefilter ??= scan;
  }
  return { branch, ...(prefilter ? { prefilter } : {}) };
}

/** `rows` selects the keys of the order with `rank`, `via_user`, `via_group`, `fits` and `is_end`. */
interface Part {
  readonly tables: Sql;
  readonly rows: Sql;
}

function sortedScan(
  viewer: Viewer,
  query: InboxQuery,
  branch: QueryBranch,
  scan: IndexScan,
  { sortLimit }: ReadLimits,
  index: number,
): Part {
  const name = sql.raw(`d${index}`);
  const conditions = [
    ...commonConditions(viewer, query),
    ...[...branch.partitionConditions, ...branch.rangeConditions, ...branch.rowConditions].map((test) => test(sql`i`)),
    ...(query.after ? [rowsAfter(query, query.after)] : []),
  ];
  return {
    tables: sql`${name} AS (SELECT ${keysOf(query.order, sql`i.`)}, s.rank, s.via_user, s.via_group, true AS fits, false AS is_end
      FROM ${scanRows(scan, lit(sortLimit + 1))} WHERE ${sql.join(conditions, sql` AND `)})`,
    rows: sql`SELECT * FROM ${name}`,
  };
}

/** Reads the merged inboxes row by row in the order of the list. */
function mergedScan(
  viewer: Viewer,
  query: InboxQuery,
  branch: QueryBranch,
  inboxes: readonly Inbox[],
  prefilter: IndexScan | undefined,
  limit: number,
  { prefilterLimit, mergeLimit }: ReadLimits,
  index: number,
): Part {
  const fits = sql.join(
    [...commonConditions(viewer, query), ...branch.rowConditions.map((test) => test(sql`i`))],
    sql` AND `,
  );
  const name = `m${index}`;
  const known =
    prefilter && 'tasks' in prefilter
      ? { prefilter: prefilter.tasks(lit(prefilterLimit)), hasProcess: prefilter.hasProcess }
      : {};
  const range = branch.rangeConditions.map((test) => test(sql`i`));
  const length = 'among' in known ? mergeLimit : Math.ceil(mergeLimit / 10);
  return {
    tables: merged({ ...query, inboxes, range, mergeLimit: length, fits, ...known }, name, limit),
    rows: sql`SELECT ${keysOf(query.order, sql`m.`)}, b.rank, b.via_user, b.via_group, m.fits, m.is_end FROM ${sql.raw(name)} m
      LEFT JOIN LATERAL (SELECT s.rank, s.via_user, s.via_group FROM (SELECT * FROM task_inbox o WHERE o.task_id = m.task_id OFFSET 0) i
        JOIN p s ON s.principal = i.principal WHERE ${fits} ORDER BY s.rank LIMIT 1) b ON m.fits`,
  };
}

/**
 * Reads the first few matching rows of each partition. Partitions whose rows all come before the end of the page are then
 * read up to the length of a page, so that the effort does not grow with partitions times page length.
 */
function partitionScan(
  viewer: Viewer,
  query: InboxQuery,
  branch: QueryBranch,
  limit: number,
  { partitionLimit }: ReadLimits,
  index: number,
): Part {
  const [s, f, a] = ['s', 'f', 'a'].map((letter) => sql.raw(`${letter}${index}`)) as [Sql, Sql, Sql];
  const first = isUnconditional(branch) ? limit : Math.max(4, Math.ceil(limit / 8));
  const fits = [...commonConditions(viewer, query), ...branch.rowConditions.map((test) => test(sql`i`))];
  const read = (count: number) => {
    const along = [
      sql`i.principal = s.principal`,
      ...branch.by.map((column) => sql`i.${sql.ref(column)} = s.${sql.ref(column)}`),
      ...branch.rangeConditions.map((test) => test(sql`i`)),
      ...(query.after ? [partitionRowsAfter(query, branch.by, query.after)] : []),
    ];
    const keys = partitionKeys(query.order, branch.by);
    const order = partitionOrder(query, branch.by);
    if (branch.rowConditions.length === 0) {
      return sql`LATERAL (SELECT ${keys}, true AS fits, false AS is_end FROM task_inbox i
        WHERE ${sql.join([...along, ...fits], sql` AND `)} ${order} LIMIT ${lit(count)}) x`;
    }
    return sql`LATERAL (SELECT * FROM (
      SELECT ${keys}, (${sql.join(fits, sql` AND `)}) AS fits, row_number() OVER () = ${lit(partitionLimit)} AS is_end
      FROM (SELECT * FROM task_inbox i WHERE ${sql.join(along, sql` AND `)} ${order} LIMIT ${lit(partitionLimit)}) i) x
      WHERE x.fits OR x.is_end LIMIT ${lit(count)}) x`;
  };
  const keys = keysOf(query.order, sql`x.`);
  const columns = sql`${keys}, s.rank, s.via_user, s.via_group, x.fits, x.is_end`;
  const tables = sql`${partitionTables(
    index,
    branch.by,
    branch.partitionConditions.map((test) => test(sql`s`)),
  )},
    ${f} AS MATERIALIZED (SELECT s.sid, ${columns} FROM ${s} s CROSS JOIN ${read(first)})`;
  const rows = sql`SELECT ${keys}, x.rank, x.via_user, x.via_group, x.fits, x.is_end FROM ${f} x`;
  if (isUnconditional(branch)) return { tables, rows };
  return {
    tables: sql`${tables}, ${a} AS MATERIALIZED (
      SELECT y.sid FROM (SELECT x.sid, dense_rank() OVER (${orderBy(query, sql`x.`)}) AS place FROM ${f} x WHERE x.fits) y
      GROUP BY y.sid HAVING count(*) = ${lit(first)} AND max(y.place) < ${lit(limit)})`,
    rows: sql`${rows} UNION ALL SELECT ${columns} FROM ${a} a JOIN ${s} s ON s.sid = a.sid CROSS JOIN ${read(limit)}`,
  };
}

/** Conditions on every listed row. */
function commonConditions(viewer: Viewer, query: InboxQuery): Sql[] {
  return [
    sql`(s.floor IS NULL OR i.task_id >= s.floor)`,
    query.snoozed ? sql`i.task_id = ANY(${snoozed(viewer)})` : isNotSnoozed(viewer),
  ];
}
