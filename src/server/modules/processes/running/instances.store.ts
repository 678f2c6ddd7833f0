import { sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import { requestNotices } from '../../notifications/index.ts';
import type { Item, State, Vars } from '../engine/model.ts';
import { announcementOf, storedInstances } from './announce-requests.store.ts';

/** What a started process is about; called instances have none. */
export interface CaseDetails {
  /** The catalogue item that was started. */
  readonly itemId: string | null;
  /** The user for whom it was started. */
  readonly requesterId: string | null;
  readonly title: string;
  /** The submitted start form. */
  readonly form: { readonly id: string; readonly number: number; readonly values: Vars } | null;
  /** The kind of case, and its record. */
  readonly caseTypeId?: string | null;
  readonly recordId?: string | null;
}

/** A process instance, locked for a step. */
export interface LockedInstance {
  readonly id: string;
  readonly processKey: string;
  readonly number: number;
  readonly status: string;
  readonly state: State;
  readonly businessKey: string | null;
  readonly starterId: string | null;
  readonly parentId: string | null;
  /** The item of the parent that waits for this instance. */
  readonly parentToken: string | null;
  /** Of a case whose kind has a registry: its record. */
  readonly caseTypeId: string | null;
  readonly recordId: string | null;
  /** Only of a new instance. */
  readonly details?: CaseDetails;
}

const columns = sql`id, process_key AS "processKey", number, status, state, business_key AS "businessKey", starter_id AS "starterId",
  parent_id AS "parentId", parent_token AS "parentToken", case_type_id AS "caseTypeId", record_id AS "recordId"`;

/** Locks the instance until the end of the transaction. Each step begins with it. */
export async function lockInstance(tx: Tx, id: string): Promise<LockedInstance | undefined> {
  const { rows } =
    await sql<LockedInstance>`SELECT ${columns} FROM process_instance WHERE id = ${id}::uuid FOR UPDATE`.execute(tx);
  return rows[0];
}

/** Locks the running children that these items of the parent have started. Always lock the parent before its children. */
export async function lockChildren(
  tx: Tx,
  parentId: string,
  tokens: readonly string[],
  limit: number,
): Promise<LockedInstance[]> {
  const { rows } = await sql<LockedInstance>`
    SELECT ${columns} FROM process_instance WHERE parent_id = ${parentId}::uuid AND parent_token = ANY(${tokens}::text[])
      AND status IN ('active', 'incident') ORDER BY id LIMIT ${limit} FOR UPDATE`.execute(tx);
  return rows;
}

/** The position of an instance in the tree of calls. The depth of the root is 1. */
export interface Ancestry {
  readonly rootId: string;
  readonly depth: number;
}

export async function ancestryOf(tx: Tx, id: string): Promise<Ancestry> {
  const { rows } = await sql<Ancestry>`
    WITH RECURSIVE up AS (SELECT id, parent_id, 1 AS depth FROM process_instance WHERE id = ${id}::uuid
      UNION ALL SELECT p.id, p.parent_id, up.depth + 1 FROM up JOIN process_instance p ON p.id = up.parent_id WHERE up.depth < 50)
    SELECT id AS "rootId", depth FROM up ORDER BY depth DESC LIMIT 1`.execute(tx);
  return rows[0] ?? { rootId: id, depth: 1 };
}

/** Counts the instances called below a root, up to `limit`. */
export async function countCalled(tx: Tx, rootId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT 1 FROM process_instance WHERE root_id = ${rootId}::uuid LIMIT ${limit}) called`.execute(
    tx,
  );
  return rows[0]!.count;
}

/**
 * Makes other transactions that call instances below the same root wait until this one ends. A separate statement, so
 * that a count after it includes what they committed.
 */
export async function lockCalled(tx: Tx, rootId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('process.family/' || ${rootId}::text, 0))`.execute(tx);
}

/** Returns the reply of the first delivery of an event, or undefined when the event is new. */
export async function firstReply(tx: Tx, instanceId: string, eventId: string): Promise<unknown> {
  const { rows } = await sql<{ reply: unknown }>`
    SELECT coalesce(reply, '{}'::jsonb) AS reply FROM process_event WHERE instance_id = ${instanceId}::uuid AND event_id = ${eventId}`.execute(
    tx,
  );
  return rows[0]?.reply;
}

export interface HistoryRow {
  readonly id: string;
  readonly at: string;
  readonly instance_id: string;
  readonly task_id: string | null;
  readonly kind: string;
  readonly node_id: string | null;
  readonly actor_id: string | null;
  readonly on_behalf_of: string | null;
  readonly data: Record<string, unknown>;
}

export interface SavedInstance {
  readonly instance: LockedInstance;
  readonly isNew: boolean;
  readonly state: State;
  readonly status: 'active' | 'incident' | 'completed' | 'cancelled' | 'error';
  readonly endedAt: Date | null;
  readonly at: Date;
  readonly eventId: string;
  readonly reply: unknown;
  /** Set for a called instance. */
  readonly rootId?: string;
}

interface Token {
  token: string;
  node: string;
  waits: string;
}

/**
 * Stores state, event, tokens and history of one instance in one statement, and informs its requester. The status stays `incident` while a task
 * has an unresolved name.
 */
export async function saveInstance(tx: Tx, saved: SavedInstance, history: readonly HistoryRow[]): Promise<void> {
  const { instance, state, status } = saved;
  const before = saved.isNew ? [] : tokensOf(instance.state);
  const after = tokensOf(state);
  const kept = new Map(before.map((place) => [place.token, place]));
  const put = after.filter((place) => {
    const old = kept.get(place.token);
    kept.delete(place.token);
    return old === undefined || old.waits !== place.waits || old.node !== place.node;
  });
  const { details } = instance;
  const row = saved.isNew
    ? sql`INSERT INTO process_instance (id, process_key, number, business_key, parent_id, parent_token, root_id, starter_id, status, state, started_at, ended_at,
          item_id, requester_id, title, start_form_id, start_form_number, start_values, case_type_id, record_id)
        VALUES (${instance.id}::uuid, ${instance.processKey}, ${instance.number}, ${instance.businessKey}, ${instance.parentId}::uuid, ${instance.parentToken},
          ${saved.rootId ?? null}::uuid, ${instance.starterId}::uuid, ${status}, ${json(state)}::jsonb, ${saved.at}, ${saved.endedAt},
          ${details?.itemId ?? null}, ${details?.requesterId ?? null}::uuid, ${details?.title ?? ''}, ${details?.form?.id ?? null}, ${details?.form?.number ?? null},
          ${details?.form ? json(details.form.values) : null}::jsonb, ${instance.caseTypeId}, ${instance.recordId}::uuid)`
    : sql`UPDATE process_instance SET state = ${json(state)}::jsonb, ended_at = ${saved.endedAt}, rev = rev + 1,
        status = CASE WHEN ${instance.status === 'incident' && status === 'active'}::boolean AND EXISTS (SELECT 1 FROM process_incident x
          WHERE x.instance_id = ${instance.id}::uuid AND x.resolved_at IS NULL AND x.kind LIKE 'task.%unknown') THEN 'incident' ELSE ${status} END
        WHERE id = ${instance.id}::uuid`;
  const notice = saved.endedAt !== null ? 'requestEnded' : saved.isNew ? 'requestReceived' : null;
  const notices = notice && sql`notices AS (${requestNotices(notice, sql`SELECT * FROM saved`)}),`;
  await sql`
    WITH saved AS (${row} RETURNING id, root_id, requester_id, starter_id),
    announced AS (${announcementOf(sql`SELECT * FROM saved`)}), ${notices ?? sql``}
    event AS (INSERT INTO process_event (instance_id, event_id, reply) VALUES (${instance.id}::uuid, ${saved.eventId}, ${json(saved.reply)}::jsonb)),
    gone AS (DELETE FROM process_token WHERE instance_id = ${instance.id}::uuid AND token = ANY(${[...kept.keys()]}::text[])),
    put AS (
      INSERT INTO process_token (instance_id, token, node_id, waits_for, since)
      SELECT ${instance.id}::uuid, p.token, p.node, p.waits, ${saved.at}
      FROM unnest(${put.map((p) => p.token)}::text[], ${put.map((p) => p.node)}::text[], ${put.map((p) => p.waits)}::text[]) AS p(token, node, waits)
      ON CONFLICT (tenant_id, instance_id, token) DO UPDATE SET node_id = excluded.node_id, waits_for = excluded.waits_for, since = excluded.since)
    INSERT INTO process_history (id, at, instance_id, task_id, kind, node_id, actor_id, on_behalf_of, data)
    SELECT h.id, h.at, h.instance_id, h.task_id, h.kind, h.node_id, h.actor_id, h.on_behalf_of, h.data
    FROM jsonb_to_recordset(${json(history)}::jsonb) AS h(id uuid, at timestamptz, instance_id uuid, task_id uuid, kind text, node_id text, actor_id uuid, on_behalf_of uuid, data jsonb)`.execute(
    tx,
  );
}

/** Changes outside of a step that requesters see: who has a task. */
const SHOWN = new Set(['claimed', 'released', 'assigned', 'owner.changed', 'delegated', 'returned', 'taken_back']);

/** Appends a history row outside of a step, for example `claimed` or `assigned`. */
export async function addHistory(tx: Tx, row: HistoryRow): Promise<void> {
  const announced = SHOWN.has(row.kind)
    ? sql`WITH announced AS (${announcementOf(storedInstances([row.instance_id]))})`
    : sql``;
  await sql`${announced}
    INSERT INTO process_history (id, at, instance_id, task_id, kind, node_id, actor_id, on_behalf_of, data)
    VALUES (${row.id}::uuid, ${row.at}, ${row.instance_id}::uuid, ${row.task_id}::uuid, ${row.kind}, ${row.node_id}, ${row.actor_id}::uuid,
      ${row.on_behalf_of}::uuid, ${json(row.data)}::jsonb)`.execute(tx);
}

/** Returns the rows of `process_token`: all items but the process itself. */
function tokensOf(state: State): Token[] {
  return state.items
    .filter((item) => item.in !== null)
    .map((item) => ({ token: String(item.id), node: item.node, waits: waitsFor(item) }));
}

function waitsFor(item: Item): string {
  return item.incident ? 'incident' : (item.wait ?? 'scope');
}
