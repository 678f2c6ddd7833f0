import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { notifyNewTasks } from '../notifications/index.ts';

/**
 * Updates `task_inbox` from the tasks and their links; no other code writes that table. An open task is in the inbox of its
 * assignee, else of its candidates. A confidential one is under `c:`, which delegates do not inherit. A task with a
 * deferred completion (`held`) is in no inbox until the completion is undone. Notifies users who have a new task,
 * according to their preferences; not with `isReturned`, for tasks that were in these inboxes before their completion was
 * deferred. Returns the principals whose inbox changed.
 */
export async function projectInbox(
  tx: Tx,
  taskIds: readonly string[],
  { isReturned = false }: { readonly isReturned?: boolean } = {},
): Promise<string[]> {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<{ principal: string; task_id: string; kind: string | null }>`
    WITH want AS (
      SELECT DISTINCT t.id, t.due_at, t.priority, coalesce(t.process_key, '') AS process_key, l.kind,
        t.name, t.name_is_own, t.node_id, t.business_key, t.assignee_id IS NOT NULL AS taken, date_trunc('milliseconds', t.created_at) AS created_at,
        CASE WHEN t.confidential IS NOT NULL AND l.principal LIKE 'u:%' THEN 'c' || substr(l.principal, 2) ELSE l.principal END AS principal
      FROM task t JOIN task_identity_link l ON l.task_id = t.id
      WHERE t.id = ANY(${taskIds}::uuid[]) AND t.status = 'open' AND l.principal NOT LIKE 'u:?%'
        AND l.kind = CASE WHEN t.assignee_id IS NULL THEN 'candidate' ELSE 'assignee' END),
    gone AS (
      DELETE FROM task_inbox i WHERE i.task_id = ANY(${taskIds}::uuid[])
        AND NOT EXISTS (SELECT 1 FROM want w WHERE w.id = i.task_id AND w.principal = i.principal)
      RETURNING i.principal, i.task_id),
    put AS (
      INSERT INTO task_inbox (principal, task_id, due_at, priority, process_key, name, name_is_own, node_id, business_key, taken, created_at)
      SELECT principal, id, due_at, priority, process_key, name, name_is_own, node_id, business_key, taken, created_at FROM want
      ON CONFLICT (tenant_id, principal, task_id) DO UPDATE SET due_at = excluded.due_at, priority = excluded.priority, taken = excluded.taken
        WHERE task_inbox.due_at <> excluded.due_at OR task_inbox.priority <> excluded.priority OR task_inbox.taken <> excluded.taken
      RETURNING principal, task_id, xmax = 0 AS is_new)
    SELECT principal, task_id, NULL AS kind FROM gone
    UNION SELECT p.principal, p.task_id, CASE WHEN p.is_new THEN w.kind END FROM put p JOIN want w ON w.id = p.task_id AND w.principal = p.principal`.execute(
    tx,
  );
  if (!isReturned) {
    await notifyNewTasks(
      tx,
      rows.flatMap(({ principal, task_id: taskId, kind }) =>
        kind === null
          ? []
          : [{ principal, taskId, kind: kind === 'assignee' ? ('assigned' as const) : ('offered' as const) }],
      ),
    );
  }
  return [...new Set(rows.map((row) => row.principal))];
}
