import { sql } from 'kysely';
import type { MassAction, MassActionBody } from '../../../shared/contracts/mass-actions.contract.ts';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import type { ErrorExtra } from '../../platform/errors.ts';
import { toInstant } from '../../platform/instants.ts';
import { uuid7 } from '../../platform/uuid.ts';
import type { Kind, Selection } from '../mass-actions/mass-actions.rules.ts';
import { personRef } from '../users/index.ts';

/** The kind of a deferred run; its subject is the run ID. */
export const MASS_RUN = 'mass.run';

export type RunState = MassAction['state'];
type ItemState = 'waiting' | 'done' | 'failed' | 'skipped';

export interface NewRun {
  readonly mode: 'dry' | 'run';
  readonly kind: Kind | null;
  readonly selection: Selection | { readonly retry: string };
  readonly action: MassActionBody;
  readonly labels: Labels;
  readonly state: RunState;
  readonly retryOf: string | null;
  readonly now: Date;
  readonly items: readonly NewItem[];
}

/** Names of kind and outcome at the start of the run. */
export interface Labels {
  /** Language of the request, for field names in form errors. */
  readonly language?: string;
  readonly process?: string;
  readonly task?: string;
  readonly outcome?: Texts;
}

export interface NewItem {
  readonly taskId: string;
  /** Null for tasks that the starter may not see. */
  readonly name: string | null;
  readonly businessKey: string | null;
}

/** Inserts a run of the caller with its items and returns its ID. */
export async function insertRun(tx: Tx, run: NewRun): Promise<string> {
  const id = uuid7();
  const { mode, kind, selection, action, labels, state, retryOf, now, items } = run;
  await sql`
    INSERT INTO mass_action (id, mode, process_key, node_id, selection, action, labels, state, total, retry_of, created_at)
    VALUES (${id}::uuid, ${mode}, ${kind?.processKey ?? null}, ${kind?.taskKey ?? null}, ${json(selection)}::jsonb,
      ${json(action)}::jsonb, ${json(labels)}::jsonb, ${state}, ${items.length}, ${retryOf}::uuid, ${now})`.execute(tx);
  await sql`
    INSERT INTO mass_action_item (mass_action_id, task_id, position, name, business_key)
    SELECT ${id}::uuid, x.task_id, x.position, x.name, x.business_key
    FROM unnest(${items.map((one) => one.taskId)}::uuid[], ${items.map((one) => one.name)}::text[],
      ${items.map((one) => one.businessKey)}::text[]) WITH ORDINALITY AS x(task_id, name, business_key, position)`.execute(
    tx,
  );
  return id;
}

export interface RunRow {
  readonly id: string;
  readonly user_id: string;
  readonly mode: 'dry' | 'run';
  readonly process_key: string | null;
  readonly node_id: string | null;
  readonly action: MassActionBody;
  readonly labels: Labels;
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

const RUNS = sql`
  SELECT m.id, m.user_id, m.mode, m.process_key, m.node_id, m.action, m.labels, m.state, m.total, m.done, m.failed, m.retry_of,
    m.created_at, m.ended_at, u.username, u.name AS person, u.avatar_file_id AS avatar, h.id AS held_id, h.run_at AS held_until
  FROM mass_action m JOIN app_user u ON u.id = m.user_id
  LEFT JOIN held_action h ON h.kind = ${MASS_RUN} AND h.subject_id = m.id AND h.state = 'held'`;

export async function readRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  return (await sql<RunRow>`${RUNS} WHERE m.id = ${id}::uuid`.execute(tx)).rows[0];
}

export interface RunQuery {
  /** Only runs of this user. */
  readonly userId: string | undefined;
  readonly state: RunState | undefined;
  /** ID of the run before the page. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** Returns runs without dry runs, newest first; one more than the limit if there are more. */
export async function readRuns(tx: Tx, { userId, state, after, limit }: RunQuery): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`${RUNS} WHERE m.mode = 'run'
    ${userId === undefined ? sql`` : sql`AND m.user_id = ${userId}::uuid`}
    ${state === undefined ? sql`` : sql`AND m.state = ${state}`}
    ${after === undefined ? sql`` : sql`AND m.id < ${after}::uuid`}
    ORDER BY m.id DESC LIMIT ${sql.lit(limit + 1)}`.execute(tx);
  return rows;
}

export function toMassAction(row: RunRow): MassAction {
  const { labels } = row;
  return {
    id: row.id,
    mode: row.mode,
    state: row.state,
    processKey: row.process_key,
    processName: labels.process ?? null,
    taskKey: row.node_id,
    taskName: labels.task ?? null,
    action: row.action,
    outcomeLabel: labels.outcome ?? null,
    total: row.total,
    done: row.done,
    failed: row.failed,
    by: personRef({ id: row.user_id, username: row.username, name: row.person, avatar: row.avatar }),
    created: toInstant(row.created_at)!,
    ended: toInstant(row.ended_at),
    retryOf: row.retry_of,
    ...(row.held_id ? { held: { id: row.held_id, until: toInstant(row.held_until)! } } : {}),
  };
}

/** Why a task failed, in the format of the problem of completing it. */
export interface Detail {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly errors?: ErrorExtra['errors'];
}

export interface ItemRow {
  readonly task_id: string;
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
  /** The position before the page. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Returns items in the order of selection; one more than the limit if there are more. */
export async function readItems(tx: Tx, runId: string, { states, after, limit }: ItemQuery): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT task_id, position, name, business_key, state, code, detail, done_at FROM mass_action_item
    WHERE mass_action_id = ${runId}::uuid
      ${states === undefined ? sql`` : sql`AND state = ANY(${[...states]}::text[])`}
      ${after === undefined ? sql`` : sql`AND position > ${after}`}
    ORDER BY position LIMIT ${sql.lit(limit + 1)}`.execute(tx);
  return rows;
}
