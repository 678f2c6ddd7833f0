import { sql } from 'kysely';
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
}

/** Stores a run with its items for the caller; returns its id. */
export async function insertRun(
  tx: Tx,
  kind: StoredKind,
  run: NewRun & { readonly state: RunState; readonly now: Date },
): Promise<string> {
  const id = uuid7();
  const { mode, process, selection, request, labels, state, retryOf, now, items } = run;
  await sql`
    INSERT INTO mass_action (id, kind, mode, process_key, node_id, selection, action, labels, state, total, retry_of, created_at)
    VALUES (${id}::uuid, ${kind.name}, ${mode}, ${process?.processKey ?? null}, ${process?.taskKey ?? null}, ${json(selection)}::jsonb,
      ${json(request)}::jsonb, ${json(labels)}::jsonb, ${state}, ${items.length}, ${retryOf}::uuid, ${now})`.execute(
    tx,
  );
  await sql`
    INSERT INTO mass_action_item (mass_action_id, task_id, position, name, business_key)
    SELECT ${id}::uuid, x.item_id, x.position, x.name, x.business_key
    FROM unnest(${items.map((one) => one.id)}::uuid[], ${items.map((one) => one.name)}::text[],
      ${items.map((one) => one.businessKey)}::text[]) WITH ORDINALITY AS x(item_id, name, business_key, position)`.execute(
    tx,
  );
  return id;
}

export interface RunRow {
  readonly id: string;
  readonly kind: string;
  readonly user_id: string;
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
  readonly username: string;
  readonly person: string | null;
  readonly avatar: string | null;
  readonly held_id: string | null;
  readonly held_until: unknown;
}

const runsOf = (kind: StoredKind) => sql`
  SELECT m.id, m.kind, m.user_id, m.mode, m.process_key, m.node_id, m.action AS request, m.labels, m.state, m.total, m.done, m.failed,
    m.retry_of, m.created_at, m.ended_at, u.username, u.name AS person, u.avatar_file_id AS avatar, h.id AS held_id, h.run_at AS held_until
  FROM mass_action m JOIN app_user u ON u.id = m.user_id
  LEFT JOIN held_action h ON h.kind = ${kind.deferredAs} AND h.subject_id = m.id AND h.state = 'held'
  WHERE m.kind = ${kind.name}`;

export async function readRun(tx: Tx, kind: StoredKind, id: string): Promise<RunRow | undefined> {
  return (await sql<RunRow>`${runsOf(kind)} AND m.id = ${id}::uuid`.execute(tx)).rows[0];
}

export interface RunQuery {
  /** Only runs of this user. */
  readonly userId: string | undefined;
  readonly state: RunState | undefined;
  /** The last run of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Reads runs without dry runs, newest first; one more than the limit when there are more. */
export async function readRuns(tx: Tx, kind: StoredKind, query: RunQuery): Promise<RunRow[]> {
  const { userId, state, after, limit } = query;
  const { rows } = await sql<RunRow>`${runsOf(kind)} AND m.mode = 'run'
    ${userId === undefined ? sql`` : sql`AND m.user_id = ${userId}::uuid`}
    ${state === undefined ? sql`` : sql`AND m.state = ${state}`}
    ${after === undefined ? sql`` : sql`AND m.id < ${after}::uuid`}
    ORDER BY m.id DESC LIMIT ${sql.lit(limit + 1)}`.execute(tx);
  return rows;
}

/** Why an item failed, as the endpoint for one item would say it. */
export interface Detail {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly errors?: ErrorExtra['errors'];
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
    SELECT task_id AS item_id, position, name, business_key, state, code, detail, done_at FROM mass_action_item
    WHERE mass_action_id = ${runId}::uuid
      ${states === undefined ? sql`` : sql`AND state = ANY(${[...states]}::text[])`}
      ${after === undefined ? sql`` : sql`AND position > ${after}`}
    ORDER BY position LIMIT ${sql.lit(limit + 1)}`.execute(tx);
  return rows;
}
