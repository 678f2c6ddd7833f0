import { sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import { storableInstant } from '../../../platform/instants.ts';
import type { TimerRow, TokenRef } from './changes.ts';

export interface DueTimer {
  readonly id: string;
  /** Null for a timer start event. */
  readonly instanceId: string | null;
  readonly token: string | null;
  readonly nodeId: string;
  readonly processKey: string | null;
  readonly processNumber: number | null;
  readonly fireAt: Date;
  readonly every: string | null;
  readonly left: number | null;
}

const columns = sql`id, instance_id AS "instanceId", token, node_id AS "nodeId", process_key AS "processKey",
  process_number AS "processNumber", fire_at AS "fireAt", every, repeats AS "left"`;

/** Reads a timer without a lock, because the instance must be locked first. */
export async function readTimer(tx: Tx, id: string): Promise<DueTimer | undefined> {
  const { rows } = await sql<DueTimer>`SELECT ${columns} FROM process_timer WHERE id = ${id}::uuid`.execute(tx);
  return rows[0];
}

/** Deletes the timer. Returns false when it was fired, cancelled or moved. */
export async function takeTimer(tx: Tx, id: string, fireAt: Date): Promise<boolean> {
  const { rows } =
    await sql`DELETE FROM process_timer WHERE id = ${id}::uuid AND fire_at = ${fireAt} RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Schedules the next time of a timer start event. */
export async function armStart(tx: Tx, timer: DueTimer, next: { due: string; left?: number }): Promise<void> {
  await sql`
    INSERT INTO process_timer (node_id, process_key, process_number, fire_at, every, repeats)
    VALUES (${timer.nodeId}, ${timer.processKey}, ${timer.processNumber}, ${storableInstant(next.due)}, ${timer.every}, ${next.left ?? null})`.execute(
    tx,
  );
}

/** Replaces the timers of these tokens. A bare reference only deletes. */
export async function saveTimers(tx: Tx, timers: readonly (TimerRow | TokenRef)[]): Promise<void> {
  if (timers.length === 0) return;
  const armed = timers.filter((timer): timer is TimerRow => 'fireAt' in timer);
  await sql`
    WITH gone AS (
      DELETE FROM process_timer t USING jsonb_to_recordset(${json(timers)}::jsonb) AS x("instanceId" uuid, token text, "nodeId" text)
      WHERE t.instance_id = x."instanceId" AND t.token = x.token AND t.node_id = x."nodeId")
    INSERT INTO process_timer (instance_id, token, node_id, fire_at, repeats)
    SELECT x."instanceId", x.token, x."nodeId", x."fireAt", x."left"
    FROM jsonb_to_recordset(${json(armed)}::jsonb) AS x("instanceId" uuid, token text, "nodeId" text, "fireAt" timestamptz, "left" int)`.execute(
    tx,
  );
}
