import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';

export interface Snooze {
  readonly userId: string;
  readonly taskId: string;
  readonly until: Date;
  readonly stopsClock: boolean;
  readonly since: Date;
  /** The due time before the clock was stopped; null without a due time, or while the clock runs. */
  readonly dueBefore: Date | null;
  readonly dueAfter: Date | null;
}

const COLUMNS = sql`user_id AS "userId", task_id AS "taskId", until, stops_clock AS "stopsClock", since,
  due_before AS "dueBefore", due_after AS "dueAfter"`;

/** Returns the user's own snooze of the task, and the one that stops its clock. */
export async function readSnoozes(
  tx: Tx,
  taskId: string,
  userId: string,
): Promise<{ own: Snooze | undefined; clock: Snooze | undefined }> {
  const { rows } = await sql<Snooze>`
    SELECT ${COLUMNS} FROM task_snooze WHERE task_id = ${taskId}::uuid AND (stops_clock OR user_id = ${userId}::uuid)`.execute(
    tx,
  );
  return { own: rows.find((one) => one.userId === userId), clock: rows.find((one) => one.stopsClock) };
}

export async function insertSnooze(tx: Tx, snooze: Snooze): Promise<void> {
  await sql`
    INSERT INTO task_snooze (user_id, task_id, until, stops_clock, since, due_before, due_after)
    VALUES (${snooze.userId}::uuid, ${snooze.taskId}::uuid, ${snooze.until}, ${snooze.stopsClock}, ${snooze.since},
      ${snooze.dueBefore}::timestamptz, ${snooze.dueAfter}::timestamptz)`.execute(tx);
}

/** Removes a snooze; false when it no longer exists or was replaced. */
export async function removeSnooze(tx: Tx, { taskId, userId, until }: Snooze): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM task_snooze WHERE task_id = ${taskId}::uuid AND user_id = ${userId}::uuid AND until = ${until} RETURNING task_id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Removes and returns a snooze that has ended. */
export async function removeEnded(tx: Tx, taskId: string, userId: string, now: Date): Promise<Snooze | undefined> {
  const { rows } = await sql<Snooze>`
    DELETE FROM task_snooze WHERE task_id = ${taskId}::uuid AND user_id = ${userId}::uuid AND until <= ${now} RETURNING ${COLUMNS}`.execute(
    tx,
  );
  return rows[0];
}

/** Sets the due time; with `only`, only if it is still that value. */
export async function setDue(tx: Tx, taskId: string, due: Date | null, only?: Date | null): Promise<void> {
  const condition = only === undefined ? sql`` : sql`AND due_at = coalesce(${only}::timestamptz, 'infinity')`;
  await sql`
    UPDATE task SET due_at = coalesce(${due}::timestamptz, 'infinity'), rev = rev + 1
    WHERE id = ${taskId}::uuid AND status = 'open' ${condition}`.execute(tx);
}

/** Finds ended snoozes of all tenants, the oldest first. */
export async function findEndedSnoozes(
  db: DatabaseHandle,
  now: Date,
  limit: number,
): Promise<{ tenantId: number; userId: string; taskId: string }[]> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ tenantId: number; userId: string; taskId: string }>`
      SELECT tenant_id AS "tenantId", user_id AS "userId", task_id AS "taskId" FROM task_snooze
      WHERE until <= ${now} ORDER BY until LIMIT ${sql.lit(limit)}`.execute(tx),
  );
  return rows;
}
