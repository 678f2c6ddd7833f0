import { type RawBuilder, sql } from 'kysely';
import { json, type Tx } from '../../platform/database.ts';
import { PRODUCT_DEFAULTS } from './settings.rules.ts';
import { DEFAULTS_KEY } from './settings.store.ts';

/** A notification caused by a user's action. User ids are those of `app_user`. */
export type NewNotification =
  /** Mentioned in a comment. */
  | {
      readonly kind: 'mentioned';
      readonly userIds: readonly string[];
      readonly taskId: string;
      readonly commentId: string;
    }
  /** A message about a request. `taskId` is the case for its requester, and a task of it for the users who have it. */
  | {
      readonly kind: 'requestReply';
      readonly userIds: readonly string[];
      readonly taskId: string;
      readonly commentId: string;
    }
  /** One task was delegated to them, or returned. */
  | { readonly kind: 'delegated'; readonly userIds: readonly string[]; readonly taskId: string };

/**
 * Records notifications, which are sent by e-mail after the commit according to each user's preferences. The acting user of
 * the transaction is not notified. One round trip; a pending notification is not duplicated.
 */
export async function notify(tx: Tx, notification: NewNotification): Promise<void> {
  if (notification.userIds.length === 0) return;
  const subject = 'commentId' in notification ? notification.commentId : null;
  await sql`
    INSERT INTO notification (user_id, kind, task_id, subject_id)
    SELECT DISTINCT person, ${notification.kind}, ${notification.taskId}::uuid, ${subject}::uuid FROM unnest(${[...new Set(notification.userIds)]}::uuid[]) AS person
    WHERE person IS DISTINCT FROM me()
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** A task that arrived in an inbox; `principal` as in `task_inbox`. */
export interface NewInboxTask {
  readonly principal: string;
  readonly taskId: string;
  /** Assigned to one user, or open to several candidates. */
  readonly kind: 'assigned' | 'offered';
}

/** Preferences of a user `p`. OFFSET forces a look-up per user: whatever the row estimate, the whole table is not read. */
const SETTING = sql`LEFT JOIN LATERAL (SELECT * FROM notification_setting WHERE user_id = p.person OFFSET 0) s ON true`;

/**
 * Records that requests were received, or that they ended, for requester and starter. `instances` is a SELECT of `id`,
 * `root_id`, `requester_id` and `starter_id`; called instances belong to the request of their root. That a request was
 * received is recorded only for users who want to know. The user who ended one is not notified.
 */
export const requestNotices = (
  kind: 'requestReceived' | 'requestEnded',
  instances: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  INSERT INTO notification (user_id, kind, task_id)
  SELECT p.person, ${kind}, p.id FROM (
    SELECT DISTINCT i.id, x.person FROM (${instances}) i CROSS JOIN LATERAL (VALUES (i.requester_id), (i.starter_id)) AS x(person)
    WHERE i.root_id IS NULL AND i.requester_id IS NOT NULL AND x.person IS NOT NULL) p ${SETTING}
  WHERE CASE WHEN ${kind} = 'requestEnded' THEN p.person IS DISTINCT FROM me() ELSE
    coalesce(s.choices->>'requestReceived', (SELECT value->'choices'->>'requestReceived' FROM tenant_setting WHERE key = ${DEFAULTS_KEY}), ${PRODUCT_DEFAULTS.choices.requestReceived}) <> 'off' END
  ON CONFLICT DO NOTHING`;

/**
 * Records notifications of arrived tasks. A task open to several users is recorded once, and only for users who want it: a
 * large group costs one row for each of those, and a task claimed and returned is not reported again. The notification of
 * an assigned task contains its due date; users who have switched it off get a reminder if the task arrives too late for
 * the regular ones.
 */
export async function notifyNewTasks(tx: Tx, tasks: readonly NewInboxTask[]): Promise<void> {
  if (tasks.length === 0) return;
  await sql`
    WITH came AS (SELECT * FROM jsonb_to_recordset(${json(tasks)}::jsonb) AS x(principal text, "taskId" uuid, kind text)),
    people AS (
      SELECT substr(principal, 3)::uuid AS person, kind, "taskId" FROM came WHERE principal ~ '^[uc]:'
      UNION ALL SELECT m.user_id, 'offered', "taskId" FROM came JOIN group_member m ON m.group_id = substr(principal, 3) WHERE principal ~ '^g:'),
    late AS (
      INSERT INTO notification (user_id, kind, task_id)
      SELECT DISTINCT p.person, r.kind, p."taskId" FROM people p ${SETTING}
        JOIN task t ON t.id = p."taskId" CROSS JOIN LATERAL (
          SELECT CASE WHEN n.what IN ('overdue', 'overdueDay') THEN 'overdue' ELSE 'dueSoon' END AS kind FROM notification_scan n
          WHERE n.what IN (CASE WHEN t.due_is_day THEN 'overdueDay' ELSE 'overdue' END, CASE WHEN t.due_is_day THEN 'dueSoonDay' ELSE 'dueSoon' END)
            AND (t.due_at, t.id) <= (n.due_at, n.task_id)
          ORDER BY n.what DESC LIMIT 1) r
      WHERE p.kind = 'assigned' AND p.person IS DISTINCT FROM me() AND
        coalesce(s.choices->>'assigned', (SELECT value->'choices'->>'assigned' FROM tenant_setting WHERE key = ${DEFAULTS_KEY}), ${PRODUCT_DEFAULTS.choices.assigned}) = 'off'
      ON CONFLICT DO NOTHING)
    INSERT INTO notification (user_id, kind, task_id)
    SELECT DISTINCT p.person, p.kind, p."taskId" FROM people p ${SETTING}
    WHERE p.person IS DISTINCT FROM me() AND (p.kind = 'assigned' OR (
      coalesce(s.choices->>'offered', (SELECT value->'choices'->>'offered' FROM tenant_setting WHERE key = ${DEFAULTS_KEY}), ${PRODUCT_DEFAULTS.choices.offered}) <> 'off'
      AND NOT EXISTS (SELECT 1 FROM notification n WHERE n.task_id = p."taskId" AND n.user_id = p.person AND n.kind = 'offered')))
    ON CONFLICT DO NOTHING`.execute(tx);
}
