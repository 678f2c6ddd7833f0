import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

/** A change of an open task without an action in its process. */
export type TaskChange =
  | { readonly field: 'priority'; readonly priority: number }
  | { readonly field: 'due'; readonly at: Date | null; readonly isDay: boolean }
  | { readonly field: 'followUp'; readonly at: Date | null };

/** Changes a task; false when it is no longer open. */
export async function changeTask(tx: Tx, taskId: string, change: TaskChange): Promise<boolean> {
  const set =
    change.field === 'priority'
      ? sql`priority = ${change.priority}`
      : change.field === 'due'
        ? sql`due_at = ${change.at ?? 'infinity'}, due_is_day = ${change.isDay}`
        : sql`follow_up_at = ${change.at}`;
  const { rows } = await sql`
    UPDATE task SET ${set}, rev = rev + 1 WHERE id = ${taskId}::uuid AND status = 'open' RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function markUnread(tx: Tx, taskId: string): Promise<void> {
  await sql`DELETE FROM task_read WHERE task_id = ${taskId}::uuid`.execute(tx);
}
