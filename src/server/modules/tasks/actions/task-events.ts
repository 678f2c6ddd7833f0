import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { enqueueAll } from '../../../platform/outbox.ts';

/** Returns the principals that receive a task's events: its links, its owner, and users who have acted on it. */
async function readWatchers(tx: Tx, taskId: string): Promise<string[]> {
  const { rows } = await sql<{ principal: string; confidential: boolean }>`
    SELECT x.principal, t.confidential IS NOT NULL AS confidential FROM task t CROSS JOIN LATERAL (
      SELECT l.principal FROM task_identity_link l WHERE l.task_id = t.id AND l.principal NOT LIKE 'u:?%'
      UNION SELECT 'u:' || t.owner_id WHERE t.owner_id IS NOT NULL
      UNION SELECT 'u:' || t.ended_by WHERE t.ended_by IS NOT NULL
      UNION SELECT 'u:' || h.actor_id FROM process_history h WHERE h.task_id = t.id AND h.actor_id IS NOT NULL AND h.kind <> 'created') x
    WHERE t.id = ${taskId}::uuid`.execute(tx);
  // Events of a confidential task go to the user only, not to delegates.
  return rows.map(({ principal, confidential }) => (confidential ? principal.replace(/^u:/, 'c:') : principal));
}

/** Sends a live event about a task, such as `comment.added` or `task.changed`, with IDs only. */
export async function notifyWatchers(
  tx: Tx,
  taskId: string,
  event: { readonly type: string; readonly data: unknown },
  excluded: readonly string[] = [],
): Promise<void> {
  const principals = (await readWatchers(tx, taskId)).filter((one) => !excluded.includes(one));
  if (principals.length > 0) await enqueueAll(tx, 'live', [{ principals, ...event }]);
}

/** Sends a live event to one user whose list changed: a task was snoozed, or its snooze ended. */
export async function notifyOwnList(tx: Tx, taskId: string, userId: string): Promise<void> {
  const principals = [`c:${userId}`];
  await enqueueAll(tx, 'live', [
    { principals, type: 'task.changed', data: { taskId } },
    { principals, type: 'inbox.count', data: {} },
  ]);
}
