import { sql } from 'kysely';
import { type DatabaseHandle, json, type Tx } from '../../platform/database.ts';
import { ofActiveTenant } from '../../platform/jobs/active-tenants.ts';
import { uuid7 } from '../../platform/uuid.ts';

/** A deferred action. It is executed in the name of `userId`, who requested it. */
export interface DeferredAction {
  readonly tenantId: number;
  readonly id: string;
  readonly userId: string;
  readonly kind: string;
  readonly subjectId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: number;
}

export interface NewDeferredAction {
  /** Kind, as registered in app.ts. */
  readonly kind: string;
  /** Subject of the action; at most one action of each kind can be deferred for it. */
  readonly subjectId: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly until: Date;
}

/** Defers an action, in the caller's transaction and name. Undefined if the same one is already deferred. */
export async function deferAction(
  tx: Tx,
  { kind, subjectId, payload = {}, until }: NewDeferredAction,
): Promise<{ held: { id: string; until: string } } | undefined> {
  const id = uuid7();
  const { rows } = await sql`
    INSERT INTO held_action (id, kind, subject_id, payload, run_at)
    VALUES (${id}::uuid, ${kind}, ${subjectId}::uuid, ${json(payload)}::jsonb, ${until})
    ON CONFLICT (tenant_id, kind, subject_id) WHERE state = 'held' DO NOTHING RETURNING id`.execute(tx);
  return rows.length === 0 ? undefined : { held: { id, until: until.toISOString() } };
}

/** Ends the deferral for one subject because this transaction executes the action now; false if none was deferred. */
export async function settleDeferredAction(tx: Tx, kind: string, subjectId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE held_action SET state = 'done', done_at = ${now}
    WHERE kind = ${kind} AND subject_id = ${subjectId}::uuid AND state = 'held' RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** `late`: already executed or undone; `unknown`: the caller never requested it. */
export async function undo(
  tx: Tx,
  id: string,
  userId: string,
  now: Date,
): Promise<DeferredAction | 'late' | 'unknown'> {
  const { rows } = await sql<DeferredRow>`
    UPDATE held_action SET state = 'undone', done_at = ${now}
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND state = 'held' RETURNING ${COLUMNS}`.execute(tx);
  if (rows[0]) return toDeferred(rows[0]);
  const known = await sql`SELECT 1 FROM held_action WHERE id = ${id}::uuid AND user_id = ${userId}::uuid`.execute(tx);
  return known.rows.length > 0 ? 'late' : 'unknown';
}

/** Finds due actions of all tenants. */
export async function findDue(
  db: DatabaseHandle,
  now: Date,
  limit: number,
): Promise<Pick<DeferredAction, 'tenantId' | 'id' | 'userId'>[]> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ tenant_id: number; id: string; user_id: string }>`
      SELECT tenant_id, id, user_id FROM held_action WHERE state = 'held' AND run_at <= ${now} AND ${ofActiveTenant}
      ORDER BY run_at LIMIT ${limit}`.execute(tx),
  );
  return rows.map(({ tenant_id: tenantId, id, user_id: userId }) => ({ tenantId, id, userId }));
}

/** Locks a due action for this transaction; undefined if another instance has it, or it was undone. */
export async function lockDue(tx: Tx, id: string, now: Date): Promise<DeferredAction | undefined> {
  const { rows } = await sql<DeferredRow>`
    SELECT ${COLUMNS} FROM held_action
    WHERE id = ${id}::uuid AND state = 'held' AND run_at <= ${now} FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0] && toDeferred(rows[0]);
}

export async function markDone(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE held_action SET state = 'done', done_at = ${now} WHERE id = ${id}::uuid AND state = 'held'`.execute(
    tx,
  );
}

/** Records a failure: to be retried at `again`, or abandoned. Returns false if it is no longer deferred: undone, or executed elsewhere. */
export async function markFailed(
  tx: Tx,
  id: string,
  failure: { readonly error: string; readonly attempts: number; readonly again: Date | undefined; readonly now: Date },
): Promise<boolean> {
  const { error, attempts, again, now } = failure;
  const { rows } = await sql`UPDATE held_action SET error = ${error.slice(0, 500)}, attempts = ${attempts},
      state = ${again ? 'held' : 'failed'}, run_at = coalesce(${again ?? null}::timestamptz, run_at),
      done_at = ${again ? null : now}::timestamptz
    WHERE id = ${id}::uuid AND state = 'held' RETURNING id`.execute(tx);
  return rows.length > 0;
}

interface DeferredRow {
  readonly tenant_id: number;
  readonly id: string;
  readonly user_id: string;
  readonly kind: string;
  readonly subject_id: string;
  readonly payload: Record<string, unknown>;
  readonly attempts: number;
}

const COLUMNS = sql`tenant_id, id, user_id, kind, subject_id, payload, attempts`;

function toDeferred(row: DeferredRow): DeferredAction {
  const { tenant_id: tenantId, id, user_id: userId, kind, subject_id: subjectId, payload, attempts } = row;
  return { tenantId, id, userId, kind, subjectId, payload, attempts };
}
