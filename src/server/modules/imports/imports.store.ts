import { sql } from 'kysely';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { ImportOptions, ImportRun, ImportVerb } from '../../../shared/contracts/imports.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import { uuid7 } from '../../platform/uuid.ts';
import type { ImportValues } from './import-resource.ts';
import type { PlannedRow } from './plan.ts';

export interface StoredOptions extends ImportOptions {
  readonly isSync: boolean;
  /** Name of the trusted server that synchronises. */
  readonly client?: string;
  /** Through which element the plan was made, for the audit log. An element runs only such plans. */
  readonly element?: string;
  /** Language of the request, in which values are shown. */
  readonly language: string;
  /** The headings of the file with the columns that they were read as. */
  readonly headings?: readonly { readonly heading: string; readonly field: string | null }[];
  /** The last row of the file; later ones are entries that it lacks. */
  readonly lastRow: number;
  /** Number of active entries when the plan was made. */
  readonly active: number;
  /** Open tasks of the users whom the plan deactivates. */
  readonly openTasks: number;
  /** The plan gives or takes the rights of administrators, or changes the account of one. */
  readonly changesAdministrators: boolean;
}

export interface RunRow {
  readonly id: string;
  readonly resource: string;
  readonly mode: ImportRun['mode'];
  readonly state: ImportRun['state'];
  readonly total: number;
  readonly counts: Partial<Record<ImportVerb, number>>;
  readonly done: number;
  readonly options: StoredOptions;
  readonly of_run: string | null;
  readonly run_by: string | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
  readonly is_undone: boolean;
  readonly person: { id: string; username: string; name: string | null; avatar: string | null } | null;
}

// Plans of earlier versions kept open tasks with their users, and did not say whether they change administrators.
const RUN_COLUMNS = sql`r.id, r.resource, r.mode, r.state, r.total, r.counts, r.done,
  '{"leavers": "keep", "openTasks": 0, "changesAdministrators": true}'::jsonb || r.options AS options, r.of_run, r.run_by, r.created_by, r.created_at, r.ended_at,
  EXISTS (SELECT 1 FROM import_run o WHERE o.of_run = r.id AND o.mode = 'undo') AS is_undone,
  (SELECT jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar', u.avatar_file_id)
    FROM app_user u WHERE u.id = CASE WHEN r.run_by IS NULL THEN r.created_by ELSE r.run_by END) AS person`;

export async function readRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  return (await sql<RunRow>`SELECT ${RUN_COLUMNS} FROM import_run r WHERE r.id = ${id}::uuid`.execute(tx)).rows[0];
}

/** Locks a run against other servers that work on it; undefined when one of them has it, or it has ended. */
export async function lockRun(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM import_run WHERE id = ${id}::uuid AND state IN ('queued', 'running')
    FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows.length > 0;
}

const INSERTED_AT_ONCE = 1000;

/** Stores the plan of a dry run; returns its id. */
export async function insertPlan(
  tx: Tx,
  run: { readonly resource: string; readonly total: number; readonly options: StoredOptions },
  rows: readonly PlannedRow[],
  now: Date,
): Promise<string> {
  const id = uuid7();
  await sql`INSERT INTO import_run (id, resource, mode, state, total, counts, options, ended_at)
    VALUES (${id}::uuid, ${run.resource}, 'dry', 'done', ${run.total}, ${json(countsOf(rows))}::jsonb, ${json(run.options)}::jsonb, ${now})`.execute(
    tx,
  );
  for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
    const items = rows.slice(from, from + INSERTED_AT_ONCE).map((one) => ({
      row: one.row,
      position: one.position,
      key: one.key,
      name: one.name,
      cells: one.cells,
      subject_id: one.current?.id ?? null,
      verb: one.verb,
      before: one.before,
      after: one.after,
      version_before: one.current?.version ?? null,
      faults: one.faults.length === 0 ? null : one.faults,
      is_done: one.verb === 'same' || one.verb === 'refuse',
    }));
    await sql`INSERT INTO import_item (run_id, row, position, key, name, cells, subject_id, verb, before, after, version_before, faults, done_at)
      SELECT ${id}::uuid, x.row, x.position, x.key, x.name, x.cells, x.subject_id, x.verb, x.before, x.after, x.version_before, x.faults,
        CASE WHEN x.is_done THEN ${now}::timestamptz END
      FROM jsonb_to_recordset(${json(items)}::jsonb) AS x(row int, position int, key text, name text, cells jsonb, subject_id text,
        verb text, before jsonb, after jsonb, version_before int, faults jsonb, is_done boolean)`.execute(tx);
  }
  return id;
}

function countsOf(rows: readonly { readonly verb: ImportVerb }[]): Partial<Record<ImportVerb, number>> {
  const counts: Partial<Record<ImportVerb, number>> = {};
  for (const { verb } of rows) counts[verb] = (counts[verb] ?? 0) + 1;
  return counts;
}

/** Queues the plan of a dry run; false if it was queued before. */
export async function beginPlan(tx: Tx, id: string, userId: string | null): Promise<boolean> {
  const { rows } =
    await sql`UPDATE import_run SET mode = 'run', state = 'queued', run_by = ${userId}::uuid, ended_at = NULL,
      beat_at = clock_timestamp()
    WHERE id = ${id}::uuid AND mode = 'dry' RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Queues the undo of a run: its written rows in reverse order. Returns undefined if there is one already. */
export async function insertUndo(tx: Tx, run: RunRow, userId: string): Promise<string | undefined> {
  const id = uuid7();
  const { rows } = await sql`INSERT INTO import_run (id, resource, mode, of_run, options, state, run_by)
    VALUES (${id}::uuid, ${run.resource}, 'undo', ${run.id}::uuid, ${json(run.options)}::jsonb, 'queued', ${userId}::uuid)
    ON CONFLICT (tenant_id, of_run) WHERE mode = 'undo' DO NOTHING RETURNING id`.execute(tx);
  if (rows.length === 0) return undefined;
  await sql`INSERT INTO import_item (run_id, row, position, key, name, cells, subject_id, verb, before, after, version_before)
    SELECT ${id}::uuid, row, (row_number() OVER (ORDER BY position DESC))::int, key, name, cells, subject_id,
      CASE verb WHEN 'add' THEN 'remove' ELSE 'change' END, after, before, version_after
    FROM import_item WHERE run_id = ${run.id}::uuid AND version_after IS NOT NULL`.execute(tx);
  await sql`UPDATE import_run r SET total = c.total, counts = c.counts FROM (
      SELECT coalesce(sum(n), 0)::int AS total, coalesce(jsonb_object_agg(verb, n), '{}') AS counts
      FROM (SELECT verb, count(*)::int AS n FROM import_item WHERE run_id = ${id}::uuid GROUP BY verb) v) c
    WHERE r.id = ${id}::uuid`.execute(tx);
  return id;
}

export interface ItemRow {
  readonly row: number;
  readonly position: number;
  readonly rank: number;
  readonly key: string;
  readonly name: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly subject_id: string | null;
  readonly verb: ImportVerb;
  readonly before: ImportValues | null;
  readonly after: ImportValues | null;
  readonly version_before: number | null;
  readonly version_after: number | null;
  readonly faults: readonly FieldError[] | null;
}

const ITEM_COLUMNS = sql`row, position, rank, key, name, cells, subject_id, verb, before, after, version_before, version_after, faults`;

/** Reads the next rows to write. */
export async function readLeft(tx: Tx, runId: string, limit: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`SELECT ${ITEM_COLUMNS} FROM import_item
    WHERE run_id = ${runId}::uuid AND done_at IS NULL ORDER BY position LIMIT ${limit}`.execute(tx);
  return rows;
}

export interface ItemPlace {
  readonly rank: number;
  readonly row: number;
}

/** The rank of each verb in import_item; `same` comes last. */
const RANKS: Readonly<Record<ImportVerb, number>> = {
  refuse: 0,
  disable: 1,
  remove: 2,
  change: 3,
  add: 4,
  same: 5,
};

/** Reads rows for display, problems first. */
export async function readItems(
  tx: Tx,
  runId: string,
  { verb, after, limit }: { verb?: ImportVerb | 'matters' | undefined; after?: ItemPlace | undefined; limit: number },
): Promise<ItemRow[]> {
  const wanted = verb === undefined ? sql`` : verb === 'matters' ? sql`AND rank < 5` : sql`AND rank = ${RANKS[verb]}`;
  const { rows } = await sql<ItemRow>`SELECT ${ITEM_COLUMNS} FROM import_item WHERE run_id = ${runId}::uuid ${wanted}
    ${after ? sql`AND (rank, row) > (${after.rank}::smallint, ${after.row}::int)` : sql``} ORDER BY rank, row LIMIT ${limit}`.execute(
    tx,
  );
  return rows;
}

export interface ItemResult {
  readonly row: number;
  /** Null: not written. */
  readonly id: string | null;
  readonly version: number | null;
  readonly faults: readonly FieldError[] | null;
}

/** Stores the results of rows, with the counts and the sign of life of their run. */
export async function settleItems(
  tx: Tx,
  runId: string,
  items: readonly ItemRow[],
  results: readonly ItemResult[],
  now: Date,
): Promise<void> {
  await sql`UPDATE import_item i SET done_at = ${now}, subject_id = coalesce(x.id, i.subject_id), version_after = x.version, faults = x.faults,
      verb = CASE WHEN x.faults IS NULL THEN i.verb ELSE 'refuse' END
    FROM jsonb_to_recordset(${json(results)}::jsonb) AS x(row int, id text, version int, faults jsonb)
    WHERE i.run_id = ${runId}::uuid AND i.row = x.row
      -- Without statistics of a new run, the planner would compare every row with every result.
      AND i.row = ANY(${results.map(({ row }) => row)}::int[])`.execute(tx);
  const refused = items.filter((_, index) => results[index]!.faults !== null);
  const moved = countsOf(refused);
  const run = (await readRun(tx, runId))!;
  const counts: Partial<Record<ImportVerb, number>> = { ...run.counts };
  for (const [verb, count] of Object.entries(moved) as [ImportVerb, number][]) {
    counts[verb] = (counts[verb] ?? 0) - count;
    counts.refuse = (counts.refuse ?? 0) + count;
  }
  const done = items.length - refused.length;
  await sql`UPDATE import_run SET state = 'running', counts = ${json(counts)}::jsonb, done = done + ${done}, beat_at = clock_timestamp()
    WHERE id = ${runId}::uuid`.execute(tx);
}

export async function endRun(tx: Tx, id: string, state: 'done' | 'stopped', now: Date): Promise<void> {
  await sql`UPDATE import_run SET state = ${state}, ended_at = ${now} WHERE id = ${id}::uuid`.execute(tx);
}
