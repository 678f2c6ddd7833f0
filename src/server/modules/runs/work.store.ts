import { sql } from 'kysely';
import { type DatabaseHandle, json, type Tx } from '../../platform/database.ts';
import { enqueue, enqueueAll } from '../../platform/outbox.ts';
import type { RunItem, RunKind } from './run-kind.ts';
import type { Detail, RunState } from './runs.store.ts';

/**
 * The queue of runs of every kind. A job may arrive twice, and several servers may work on one run. The name is shared
 * with servers of earlier versions, which know only mass actions.
 */
export const RUN_JOB = 'mass-action';

/** After this silence the server that worked on a run is considered lost. */
const ABANDONED_AFTER = sql.raw("interval '5 seconds'");

export async function queueRuns(tx: Tx, ids: readonly string[]): Promise<void> {
  await enqueueAll(
    tx,
    'job',
    ids.map((id) => ({ job: RUN_JOB, id })),
  );
}

/** Starts or continues a queued or running run; undefined when it has ended or cannot start yet. */
export async function beginRun(tx: Tx, id: string): Promise<{ userId: string | null; kind: string } | undefined> {
  const { rows } = await sql<{ userId: string | null; kind: string }>`
    UPDATE mass_action SET state = 'running', beat_at = clock_timestamp()
    WHERE id = ${id}::uuid AND state IN ('queued','running') RETURNING user_id AS "userId", kind`.execute(tx);
  return rows[0];
}

/** Locks the next waiting item that no other worker has; its result must be stored in this transaction. */
export async function takeItem(tx: Tx, id: string): Promise<RunItem | undefined> {
  const { rows } = await sql<RunItem>`
    SELECT task_id AS id, version FROM mass_action_item WHERE mass_action_id = ${id}::uuid AND state = 'waiting'
    ORDER BY position LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0];
}

export interface ItemResult {
  readonly state: 'done' | 'failed';
  readonly code?: string;
  readonly detail?: Detail;
}

/** Stores the result of an item, unless it has one. */
export async function settleItem(
  tx: Tx,
  id: string,
  itemId: string,
  { state, code, detail }: ItemResult,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE mass_action_item SET state = ${state}, code = ${code ?? null}, detail = ${detail ? json(detail) : null}::jsonb,
      done_at = ${now}
    WHERE mass_action_id = ${id}::uuid AND task_id = ${itemId}::uuid AND state = 'waiting'`.execute(tx);
}

/** Gives every waiting item the same result. */
export async function settleAll(
  tx: Tx,
  id: string,
  state: 'failed' | 'skipped',
  code: string | null,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE mass_action_item SET state = ${state}, code = ${code}, done_at = ${state === 'failed' ? now : null}
    WHERE mass_action_id = ${id}::uuid AND state = 'waiting'`.execute(tx);
}

interface Progress {
  readonly user_id: string | null;
  readonly state: RunState;
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** Counts the results so far and notifies the user who started the run. */
export async function announceProgress(tx: Tx, kind: RunKind, id: string): Promise<void> {
  const { rows } = await sql<Progress>`
    UPDATE mass_action m SET done = c.done, failed = c.failed, beat_at = clock_timestamp()
    FROM (SELECT count(*) FILTER (WHERE state = 'done')::int AS done, count(*) FILTER (WHERE state = 'failed')::int AS failed
      FROM mass_action_item WHERE mass_action_id = ${id}::uuid) c
    WHERE m.id = ${id}::uuid RETURNING m.user_id, m.state, m.done, m.failed, m.total`.execute(tx);
  const row = rows[0];
  if (!row || row.user_id === null) return;
  const { state, done, failed, total } = row;
  await enqueue(tx, 'live', {
    principals: [`u:${row.user_id}`],
    type: kind.progressEvent,
    data: { id, state, done, failed, total },
  });
}

/** Ends a run without waiting items. Returns false if others still work on it, or it ended before. */
export async function finishRun(tx: Tx, kind: RunKind, id: string, now: Date): Promise<boolean> {
  const locked = await sql`SELECT 1 FROM mass_action WHERE id = ${id}::uuid AND state = 'running' FOR UPDATE`.execute(
    tx,
  );
  if (locked.rows.length === 0) return false;
  const { rows } = await sql`
    UPDATE mass_action SET state = 'done', ended_at = ${now} WHERE id = ${id}::uuid
      AND NOT EXISTS (SELECT 1 FROM mass_action_item WHERE mass_action_id = ${id}::uuid AND state = 'waiting')
    RETURNING id`.execute(tx);
  if (rows.length === 0) return false;
  await announceProgress(tx, kind, id);
  return true;
}

/** Stops a run and skips its waiting items. Returns false if it ended before. */
export async function stopRun(tx: Tx, kind: RunKind, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE mass_action SET state = 'stopped', ended_at = ${now}
    WHERE id = ${id}::uuid AND state IN ('held','queued','running') RETURNING id`.execute(tx);
  if (rows.length === 0) return false;
  // Waits for the items that are being processed; their results count.
  await settleAll(tx, id, 'skipped', null, now);
  await announceProgress(tx, kind, id);
  return true;
}

/** Queues a deferred run. */
export async function releaseRun(tx: Tx, kind: RunKind, id: string): Promise<void> {
  const { rows } = await sql`
    UPDATE mass_action SET state = 'queued', beat_at = clock_timestamp()
    WHERE id = ${id}::uuid AND state = 'held' RETURNING id`.execute(tx);
  if (rows.length === 0) return;
  await queueRuns(tx, [id]);
  await announceProgress(tx, kind, id);
}

const BATCH = 50;

/** Queues runs again whose servers died or whose jobs were given up. Returns whether there may be more. */
export async function requeueAbandonedRuns(db: DatabaseHandle): Promise<boolean> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ tenantId: number; id: string }>`
      SELECT tenant_id AS "tenantId", id FROM mass_action
      WHERE state IN ('queued','running') AND beat_at < clock_timestamp() - ${ABANDONED_AFTER} ORDER BY beat_at LIMIT ${sql.lit(BATCH)}`.execute(
      tx,
    ),
  );
  for (const { tenantId, id } of rows) {
    await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
      const taken = await sql<{ active: boolean }>`
        UPDATE mass_action SET beat_at = clock_timestamp() WHERE id = ${id}::uuid AND state IN ('queued','running')
          AND beat_at < clock_timestamp() - ${ABANDONED_AFTER}
        RETURNING (SELECT status FROM tenant) = 'active' AS active`.execute(tx);
      // Of a suspended organisation, only the next look is put off.
      if (taken.rows[0]?.active) await queueRuns(tx, [id]);
    });
  }
  return rows.length === BATCH;
}
