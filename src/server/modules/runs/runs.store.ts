import { sql } from 'kysely';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import type { ErrorExtra } from '../../platform/errors.ts';
import { uuid7 } from '../../platform/uuid.ts';

// The tables have their names from when mass actions were the only kind: mass_action is the run, mass_action_item its items.

/** How the database names a kind of run. */
export interface StoredKind {
  /** Stored with each run. */
  readonly name: string;
  /** The kind of deferred action while a run can be undone. */
  readonly deferredAs: string;
}

type RunMode = 'dry' | 'run';
export type RunState = 'held' | 'queued' | 'running' | 'done' | 'stopped';
export type ItemState = 'waiting' | 'done' | 'failed' | 'skipped';

/** Names at the time of the start, so that a run reads the same after a rename. */
interface RunLabels {
  /** Language of the request; results name fields in it. */
  readonly language?: string;
  readonly [name: string]: unknown;
}

/** The process, and the task of it, to which all items of a run belong. */
export interface RunProcess {
  readonly processKey: string;
  readonly taskKey: string;
}

export interface NewItem {
  readonly id: string;
  /** Name and number as the user saw them; null for an item that the user may not see. */
  readonly name: string | null;
  readonly businessKey: string | null;
  /** The version that was selected, for kinds that refuse items which changed since. */
  readonly version?: number;
}

export interface NewRun {
  readonly mode: RunMode;
  readonly process: RunProcess | null;
  /** How the items were selected. */
  readonly selection: object;
  /** What the kind does with each item. */
  readonly request: object;
  readonly labels: RunLabels;
  readonly items: readonly NewItem[];
  readonly retryOf: string | null;
  /** What the run is about, such as a user. */
  readonly subjectId?: string;
}

/** Stores runs with their items for the caller; returns their ids. */
export async function insertRuns(
  tx: Tx,
  kind: StoredKind,
  runs: readonly NewRun[],
  state: RunState,
  now: Date,
): Promise<string[]> {
  const ids = runs.map(() => uuid7());
  const rows = runs.map(({ mode, process, selection, request, labels, items, retryOf, subjectId }, index) => ({
    id: ids[index]!,
    mode,
    process_key: process?.processKey ?? null,
    node_id: process?.taskKey ?? null,
    ...{ selection, action: request, labels },
    total: items.length,
    retry_of: retryOf,
    subject_id: subjectId ?? null,
  }));
  await sql`
    INSERT INTO mass_action (id, kind, mode, process_key, node_id, selection, action, labels, state, total, retry_of, created_at, subject_id)
    SELECT x.id, ${kind.name}, x.mode, x.process_key, x.node_id, x.selection, x.action, x.labels, ${state}, x.total, x.retry_of, ${now}, x.subject_id
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x(id uuid, mode text, process_key text, node_id text, selection jsonb,
      action jsonb, labels jsonb, total int, retry_of uuid, subject_id uuid)`.execute(tx);
  const items = runs.flatMap((run, index) =>
    run.items.map((item, place) => ({ ...item, runId: ids[index]!, position: place + 1 })),
  );
  await sql`
    INSERT INTO mass_action_item (mass_action_id, task_id, position, name, business_key, version)
    SELECT * FROM unnest(${items.map((one) => one.runId)}::uuid[], ${items.map((one) => one.id)}::uuid[],
      ${items.map((one) => one.position)}::int[], ${items.map((one) => one.name)}::text[],
      ${items.map((one) => one.businessKey)}::text[], ${items.map((one) => one.version ?? null)}::int[])`.execute(tx);
  return ids;
}

export interface RunRow {
  readonly id: string;
  readonly kind: string;
  /** The user who started the run; null if another system did. */
  readonly user_id: string | null;
  readonly mode: RunMode;
  readonly process_key: string | null;
  readonly node_id: string | null;
  readonly request: object;
  readonly labels: RunLabels;
  readonly state: RunState;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly retry_of: string | null;
  readonly created_at: unknown;
  readonly ended_at: unknown;
  readonly username: string | null;
  readonly person: string | null;
  readonly avatar: string | null;
  readonly held_id: string | null;
  readonly held_until: unknown;
}

const runsOf = (kind: StoredKind) => sql`
  SELECT m.id, m.kind, m.user_id, m.mode, m.process_key, m.node_id, m.action AS request, m.labels, m.state, m.total, m.done, m.failed,
    m.retry_of, m.created_at, m.ended_at, u.username, u.name AS person, u.avatar_file_id AS avatar, h.id AS held_id, h.run_at AS held_until
  FROM mass_action m LEFT JOIN app_user u ON u.id = m.user_id
  LEFT JOIN held_action h ON h.kind = ${kind.deferredAs} AND h.subject_id = m.id AND h.state = 'held'
  WHERE m.kind = ${kind.name}`;

export async function readRun(tx: Tx, kind: StoredKind, id: string): Promise<RunRow | undefined> {
  return (await sql<RunRow>`${runsOf(kind)} AND m.id = ${id}::uuid`.execute(tx)).rows[0];
}

/** Reads the newest run about a subject. */
export async function readLatestRun(tx: Tx, kind: StoredKind, subjectId: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`${runsOf(kind)} AND m.subject_id = ${subjectId}::uuid
    ORDER BY m.id DESC LIMIT 1`.execute(tx);
  return rows[0];
}

export interface RunQuery {
  /** Only runs of this user. */
  readonly userId: string | undefined;
  readonly state: RunState | undefined;
  /** Only runs whose request has these members. */
  readonly request?: object | undefined;
  /** The last run of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Reads runs without dry runs, newest first; one more than the limit when there are more. */
export async function readRuns(tx: Tx, kind: StoredKind, query: RunQuery): Promise<RunRow[]> {
  const { userId, state, request, after, limit } = query;
  const { rows } = await sql<RunRow>`${runsOf(kind)} AND m.mode = 'run'
    ${userId === undefined ? sql`` : sql`AND m.user_id = ${userId}::uuid`}
    ${state === undefined ? sql`` : sql`AND m.state = ${state}`}
    ${request === undefined ? sql`` : sql`AND m.action @> ${json(request)}::jsonb`}
    ${after === undefined ? sql`` : sql`AND m.id < ${after}::uuid`}
    ORDER BY m.id DESC LIMIT ${sql.lit(limit + 1)}`.execute(tx);
  return rows;
}

/** An amount of money in an item; `amount` is in minor units with `scale` decimals. */
export interface ItemAmount {
  readonly key: string;
  readonly label: Texts;
  readonly amount: number;
  readonly currency: string;
  readonly scale: number;
}

/** Why an item failed, as the endpoint for one item would say it, or the amounts of one that passed a dry run. */
export interface Detail {
  /** The users (`u:<id>`) and groups (`g:<id>`) that received the item. */
  readonly to?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
  readonly errors?: ErrorExtra['errors'];
  readonly amounts?: readonly ItemAmount[];
}

export interface ItemRow {
  readonly item_id: string;
  readonly position: number;
  readonly name: string | null;
  readonly business_key: string | null;
  readonly state: ItemState;
  readonly code: string | null;
  readonly detail: Detail | null;
  readonly done_at: unknown;
  readonly version: number | null;
}

export interface ItemQuery {
  readonly states?: readonly ItemState[] | undefined;
  /** The last position of the page before. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Reads items in the order of their selection; one more than the limit when there are more. */
export async function readItems(tx: Tx, runId: string, { states, after, limit }: ItemQuery): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT task_id AS item_id, position, name, business_key, state, code, detail, done_at, version FROM mass_action_item
    WHERE mass_action_id = ${runId}::uuid
      ${states === undefined ? sql`` : sql`AND state = ANY(${[...states]}::text[])`}
      ${after === undefined ? sql`` : sql`AND position > ${after}`}
    ORDER BY position LIMIT ${sql.lit(limit + 1)}`.execute(tx);
  return rows;
}

export interface AmountSum extends Omit<ItemAmount, 'amount'> {
  /** A decimal number of minor units, which may be too large for a JavaScript number. */
  readonly amount: string;
  /** Number of items with an amount. */
  readonly count: number;
}

/** Sums the amounts of the passed items by field and currency, in the order of the form. */
export async function sumAmounts(tx: Tx, runId: string): Promise<AmountSum[]> {
  const { rows } = await sql<AmountSum>`
    SELECT a.value->>'key' AS key, a.value->>'currency' AS currency, (a.value->>'scale')::int AS scale,
      sum((a.value->>'amount')::numeric)::text AS amount, count(*)::int AS count,
      (array_agg(a.value->'label' ORDER BY i.position DESC))[1] AS label
    FROM mass_action_item i CROSS JOIN LATERAL jsonb_array_elements(i.detail->'amounts') WITH ORDINALITY AS a(value, place)
    WHERE i.mass_action_id = ${runId}::uuid AND i.state = 'done'
    GROUP BY 1, 2, 3 ORDER BY min(a.place), 1, 2`.execute(tx);
  return rows;
}
