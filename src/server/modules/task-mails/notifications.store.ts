import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import type { TaskNotificationKind } from './task-mails.ts';

/** A user with pending notifications. */
export interface PendingEmail {
  readonly tenantId: number;
  readonly userId: string;
  readonly timeZone: string;
}

/** Maximum number of notifications in one e-mail; the rest follow in the next one. */
const GATHERED_MAX = 5000;
/** A continuous stream of notifications delays the e-mail by at most this multiple of the gathering period. */
const MAX_GATHER_PERIODS = 10;

/**
 * Finds users whose notifications can be sent: nothing new for `gatherSeconds`, or the oldest is ten times as old, or their
 * digest is due.
 */
export async function findWaiting(
  db: DatabaseHandle,
  { now, gatherSeconds, limit }: { now: Date; gatherSeconds: number; limit: number },
): Promise<PendingEmail[]> {
  const ago = (factor: number) => sql`clock_timestamp() - ${gatherSeconds * factor} * interval '1 second'`;
  const { rows } = await db.systemTransaction((tx) =>
    sql<PendingEmail>`SELECT n.tenant_id AS "tenantId", n.user_id AS "userId", t.time_zone AS "timeZone"
      FROM notification n JOIN tenant t ON t.id = n.tenant_id AND t.status = 'active'
      WHERE n.told_at IS NULL AND (n.send_at IS NULL OR n.send_at <= ${now})
      GROUP BY n.tenant_id, n.user_id, t.time_zone
      HAVING bool_or(n.send_at IS NOT NULL)
        OR max(n.created_at) FILTER (WHERE n.send_at IS NULL) <= ${ago(1)}
        OR min(n.created_at) FILTER (WHERE n.send_at IS NULL) <= ${ago(MAX_GATHER_PERIODS)}
      ORDER BY min(n.created_at) LIMIT ${limit}`.execute(tx),
  );
  return rows;
}

export interface TaskNotificationRow {
  readonly id: string;
  readonly kind: TaskNotificationKind;
  readonly taskId: string;
  /** Postponed before: its digest is due. */
  readonly isGathered: boolean;
  readonly forUserId: string | null;
  readonly owner: string | null;
  readonly by: string | null;
  readonly quote: string | null;
  readonly task: string;
  /** Manual of a reading; the task id is then that of the reading. */
  readonly manualId: string | null;
  /** Registry of a record, whose id is then the task id. */
  readonly registryId: string | null;
  /** The task id is that of the case: the recipient is its requester. */
  readonly isRequest: boolean;
  readonly process: string | null;
  readonly processKey: string | null;
  readonly processNumber: number | null;
  readonly caseType: string | null;
  readonly taskKey: string | null;
  readonly businessKey: string | null;
  readonly isConfidential: boolean;
  readonly due: Date | null;
  readonly dueIsDay: boolean;
  readonly status: string;
  /** Still to be done by the user, or by a user for whom they are the delegate today. */
  readonly isStillAssigned: boolean;
}

/** Lets one server at a time send e-mail to a user, until the transaction ends. Returns false if another one does. */
export async function lockReader(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`task-mails/${userId}`}, 0)) AS "isLocked"`.execute(tx);
  return rows[0]!.isLocked;
}

/** Returns and locks a user's pending notifications; those locked by another server are left out. */
export async function takeNotifications(
  tx: Tx,
  { userId, now, today }: { userId: string; now: Date; today: string },
): Promise<TaskNotificationRow[]> {
  const { rows } = await sql<TaskNotificationRow>`
    WITH held AS MATERIALIZED (
      SELECT * FROM notification WHERE user_id = ${userId}::uuid AND told_at IS NULL AND (send_at IS NULL OR send_at <= ${now})
      ORDER BY created_at LIMIT ${GATHERED_MAX} FOR UPDATE SKIP LOCKED)
    SELECT n.id, n.kind, n.task_id AS "taskId", n.send_at IS NOT NULL AS "isGathered", n.for_user_id AS "forUserId",
      coalesce(o.name, o.username) AS owner, CASE WHEN n.kind IN ('requestReceived', 'requestEnded') THEN NULL WHEN q.id IS NULL OR (coalesce(k.people_shown, qp.people_shown) = 'person' AND NOT EXISTS (SELECT 1 FROM task s WHERE s.instance_id = q.id AND s.confidential IS NOT NULL)) THEN coalesce(a.name, a.username) END AS by, c.text AS quote,
      coalesce((SELECT x.title FROM manual_reading r JOIN app_user w ON w.id = n.user_id JOIN manual_text x ON x.version_id = r.version_id AND x.language_id = w.language_id
        WHERE t.status = 'reading' AND r.id = t.id), t.name, nullif(q.title, ''), qp.name, nullif(e.title, ''), e.number, '') AS task, e.registry_id AS "registryId", q.id IS NOT NULL AS "isRequest", CASE WHEN t.status = 'reading' THEN t.record_id END AS "manualId", coalesce(p.name, qp.name) AS process, coalesce(t.process_key, q.process_key) AS "processKey", coalesce(t.process_number, q.number) AS "processNumber",
      coalesce(q.case_type_id, (SELECT x.case_type_id FROM process_instance x WHERE x.id = t.instance_id)) AS "caseType", t.node_id AS "taskKey", coalesce(t.business_key, q.business_key) AS "businessKey", t.confidential IS NOT NULL AS "isConfidential",
      CASE WHEN isfinite(t.due_at) THEN t.due_at END AS due, coalesce(t.due_is_day, false) AS "dueIsDay", coalesce(t.status, 'cancelled') AS status,
      CASE WHEN q.id IS NOT NULL THEN n.kind <> 'requestReply' OR c.id IS NOT NULL WHEN e.id IS NOT NULL THEN EXISTS (SELECT 1 FROM mention m WHERE m.comment_id = c.id AND m.user_id = n.user_id)
        WHEN t.id IS NULL THEN false WHEN n.kind = 'lateReading' THEN true WHEN n.kind = 'mentioned' THEN t.status <> 'cancelled' AND EXISTS (SELECT 1 FROM mention m WHERE m.comment_id = c.id AND m.user_id = n.user_id)
        ELSE EXISTS (SELECT 1 FROM task_inbox i WHERE i.task_id = t.id AND i.principal = ANY(
          CASE WHEN n.for_user_id IS NOT NULL THEN ARRAY['u:' || n.for_user_id]
            ELSE ARRAY['u:' || n.user_id, 'c:' || n.user_id] || ARRAY(SELECT 'g:' || m.group_id FROM group_member m WHERE m.user_id = n.user_id) END))
          AND (n.for_user_id IS NULL OR EXISTS (SELECT 1 FROM delegation d WHERE d.user_id = n.for_user_id AND d.delegate_user_id = n.user_id
            AND d.removed_at IS NULL AND d.replace_verva AND ${today}::date BETWEEN d.start_date AND d.end_date)) END AS "isStillAssigned"
    FROM held n LEFT JOIN process_instance q ON n.kind LIKE 'request%' AND q.id = n.task_id LEFT JOIN process qp ON qp.key = q.process_key LEFT JOIN case_type k ON k.id = q.case_type_id
      LEFT JOIN record e ON n.kind = 'mentioned' AND e.id = n.task_id AND e.removed_at IS NULL
      LEFT JOIN task t ON t.id = n.task_id LEFT JOIN process p ON p.key = t.process_key
      LEFT JOIN app_user o ON o.id = n.for_user_id LEFT JOIN app_user a ON a.id = n.actor_id
      LEFT JOIN comment c ON c.id = n.subject_id AND c.removed_at IS NULL
    ORDER BY t.due_at, n.created_at, n.id`.execute(tx);
  return rows;
}

/** Marks notifications as sent, or as never to be sent. */
export async function markSent(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length > 0) await sql`UPDATE notification SET told_at = ${at} WHERE id = ANY(${ids}::uuid[])`.execute(tx);
}

export async function postpone(tx: Tx, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length > 0) await sql`UPDATE notification SET send_at = ${until} WHERE id = ANY(${ids}::uuid[])`.execute(tx);
}

/** Notifies the user's delegates of today too, except of their own actions and of confidential tasks. */
export async function notifyDelegates(
  tx: Tx,
  ids: readonly string[],
  { today, timeZone }: { today: string; timeZone: string },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    INSERT INTO notification (user_id, kind, task_id, for_user_id, actor_id)
    SELECT d.delegate_user_id, n.kind, n.task_id, n.user_id, n.actor_id
    FROM notification n JOIN task t ON t.id = n.task_id AND t.confidential IS NULL
      JOIN delegation d ON d.user_id = n.user_id AND d.removed_at IS NULL AND d.replace_verva AND ${today}::date BETWEEN d.start_date AND d.end_date
        AND (d.move_open_tasks OR t.id >= uuid_floor(d.start_date::timestamp AT TIME ZONE ${timeZone}))
    WHERE n.id = ANY(${ids}::uuid[]) AND d.delegate_user_id IS DISTINCT FROM n.actor_id
    ON CONFLICT DO NOTHING`.execute(tx);
}
