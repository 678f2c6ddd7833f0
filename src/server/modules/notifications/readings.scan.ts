import { type RawBuilder, sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import type { Tx } from '../../platform/database.ts';
import { MORNING_HOUR } from '../../platform/jobs/hours.ts';

/** Key in `notification_scan`; its position is the last day for which reminders were recorded, at midnight UTC. */
const PLACE = 'readings';
const NO_TASK = '00000000-0000-0000-0000-000000000000';

/** Identifies the notification of a day: each user is notified of a reading at most once a day, whatever the cause. */
const notificationIdOf = (day: RawBuilder<unknown>) => sql`md5('reading ' || ${day})::uuid`;

/**
 * Records today's reading reminders: for readers on the manual's `remind_days` before and after the due day, and for their
 * managers once a reading is overdue by `escalate_days`. Each day is processed once, by one server; missed days are caught
 * up.
 */
export async function scanReadings(tx: Tx, now: Date, timeZone: string): Promise<void> {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const today = local
    .toPlainDate()
    .subtract({ days: local.hour >= MORNING_HOUR ? 0 : 1 })
    .toString();
  const at = `${today}T00:00:00Z`;
  const { rows } = await sql<{
    last: string;
  }>`SELECT (due_at AT TIME ZONE 'UTC')::date::text AS last FROM notification_scan
    WHERE what = ${PLACE} FOR UPDATE SKIP LOCKED`.execute(tx);
  const last = rows[0]?.last;
  if (last === undefined) {
    // The first scan only records the position.
    await sql`INSERT INTO notification_scan (what, due_at, task_id) VALUES (${PLACE}, ${at}::timestamptz, ${NO_TASK}::uuid)
      ON CONFLICT DO NOTHING`.execute(tx);
    return;
  }
  if (last >= today) return;
  const since = sql`${last}::date`;
  const until = sql`${today}::date`;
  await sql`
    WITH open AS (
      SELECT r.id, r.user_id, r.due_on, m.remind_days, m.escalate_days FROM manual_reading r JOIN manual m ON m.id = r.manual_id
      WHERE r.state = 'pending' AND r.due_on < 'infinity' AND m.status = '1_active' AND m.removed_at IS NULL)
    INSERT INTO notification (user_id, kind, task_id, subject_id, actor_id)
    SELECT o.user_id, 'reading', o.id, ${notificationIdOf(sql`${today}::text`)}, NULL::uuid FROM open o
      WHERE EXISTS (SELECT 1 FROM unnest(o.remind_days) d WHERE o.due_on - d > ${since} AND o.due_on - d <= ${until})
    UNION ALL SELECT DISTINCT g.manager_id, 'lateReading', o.id, ${notificationIdOf(sql`${today}::text`)}, o.user_id FROM open o
      JOIN user_manager g ON g.user_id = o.user_id
      WHERE o.due_on + o.escalate_days > ${since} AND o.due_on + o.escalate_days <= ${until}
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`UPDATE notification_scan SET due_at = ${at}::timestamptz WHERE what = ${PLACE}`.execute(tx);
}

/**
 * Reminds readers of a manual now: all who have not confirmed it, or those of them in `people` (username or key). Readers
 * already notified today are skipped.
 */
export async function remindNow(
  tx: Tx,
  {
    manualId,
    people,
    today,
  }: { readonly manualId: string; readonly people?: readonly string[] | undefined; readonly today: string },
): Promise<{ reminded: number; alreadyToday: number }> {
  const named = people?.map((one) => one.toLowerCase()) ?? null;
  const { rows } = await sql<{ open: number; reminded: number }>`
    WITH open AS (
      SELECT r.id, r.user_id FROM manual_reading r JOIN manual m ON m.id = r.manual_id AND m.status = '1_active' JOIN app_user u ON u.id = r.user_id
      WHERE r.manual_id = ${manualId}::uuid AND r.state = 'pending'
        AND (${named}::text[] IS NULL OR u.username = ANY(${named}::text[]) OR u.id::text = ANY(${named}::text[]))),
    told AS (
      INSERT INTO notification (user_id, kind, task_id, subject_id) SELECT user_id, 'reading', id, ${notificationIdOf(sql`${today}::text`)} FROM open
      ON CONFLICT DO NOTHING RETURNING id)
    SELECT (SELECT count(*)::int FROM open) AS open, (SELECT count(*)::int FROM told) AS reminded`.execute(tx);
  const { open, reminded } = rows[0]!;
  return { reminded, alreadyToday: open - reminded };
}
