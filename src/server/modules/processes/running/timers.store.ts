import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

/** An instant for the database, which ends in the year 294276 and writes years of five digits in its own way. */
export function storableInstant(text: string): string {
  if (text.startsWith('+')) return 'infinity';
  return text.startsWith('-') ? '0001-01-01T00:00:00Z' : text;
}

export interface DueTimer {
  readonly id: string;
  /** null: the timer start event of a process. */
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

/** Reads a timer; its row is not locked, because the instance is to be locked first. */
export async function readTimer(tx: Tx, id: string): Promise<DueTimer | undefined> {
  const { rows } = await sql<DueTimer>`SELECT ${columns} FROM process_timer WHERE id = ${id}::uuid`.execute(tx);
  return rows[0];
}

/** Takes the timer away; false when it had been taken, cancelled or moved. */
export async function takeTimer(tx: Tx, id: string, fireAt: Date): Promise<boolean> {
  const { rows } =
    await sql`DELETE FROM process_timer WHERE id = ${id}::uuid AND fire_at = ${fireAt} RETURNING id`.execute(tx);
  return rows.length > 0;
}

/** Arms the next tick of a timer start event. */
export async function armStart(tx: Tx, timer: DueTimer, next: { due: string; left?: number }): Promise<void> {
  await sql`
    INSERT INTO process_timer (node_id, process_key, process_number, fire_at, every, repeats)
    VALUES (${timer.nodeId}, ${timer.processKey}, ${timer.processNumber}, ${storableInstant(next.due)}, ${timer.every}, ${next.left ?? null})`.execute(
    tx,
  );
}
