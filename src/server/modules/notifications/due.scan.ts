import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { REMINDERS, type Reminder, reminderDeadlines } from './due.rules.ts';
import { scanReadings } from './readings.scan.ts';
import { PRODUCT_DEFAULTS } from './settings.rules.ts';
import { DEFAULTS_KEY } from './settings.store.ts';

export interface ScanContext {
  readonly db: DatabaseHandle;
  readonly clock: () => Date;
}

const BATCH = 500;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Records reminders for tasks and manuals that are due soon or overdue, one organisation at a time. The scan position is
 * written together with the reminders, so that each is recorded once, however many servers run. Returns whether there is more.
 */
export async function scanDueTasks({ db, clock }: ScanContext): Promise<boolean> {
  const now = clock();
  const { rows: tenants } = await db.systemTransaction((tx) =>
    sql<{ id: number; time_zone: string }>`
      SELECT id, time_zone FROM tenant WHERE status = 'active' ORDER BY id`.execute(tx),
  );
  let hasMore = false;
  for (const { id: tenantId, time_zone: timeZone } of tenants) {
    const until = reminderDeadlines(now, timeZone);
    await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
      for (const reminder of REMINDERS) hasMore = (await scan(tx, reminder, until[reminder])) || hasMore;
      await scanReadings(tx, now, timeZone);
    });
  }
  return hasMore;
}

/** Scans one reminder of one organisation, from its last position to `until`; returns true if the batch was full. */
async function scan(tx: Tx, reminder: Reminder, until: Date): Promise<boolean> {
  // The first scan only records the position: tasks overdue since long before need no reminder.
  const { rows: places } = await sql<{ due_at: string; task_id: string; is_there: boolean }>`
    SELECT due_at::text, task_id, due_at >= ${until} AND task_id = ${LAST_ID}::uuid AS is_there
    FROM notification_scan WHERE what = ${reminder} FOR UPDATE SKIP LOCKED`.execute(tx);
  const place = places[0];
  if (!place) {
    await sql`INSERT INTO notification_scan (what, due_at, task_id) VALUES (${reminder}, ${until}, ${LAST_ID}::uuid)
      ON CONFLICT DO NOTHING`.execute(tx);
    return false;
  }
  if (place.is_there) return false;
  const kind = reminder.startsWith('dueSoon') ? 'dueSoon' : 'overdue';
  const { rows } = await sql<{ count: number; due_at: string | null; id: string | null }>`
    WITH found AS MATERIALIZED (
      SELECT id, due_at, due_is_day FROM task
      WHERE status IN ('open', 'held') AND (due_at, id) > (${place.due_at}::timestamptz, ${place.task_id}::uuid) AND due_at <= ${until}
      ORDER BY due_at, id LIMIT ${BATCH}),
    people AS (
      SELECT f.id, i.principal FROM found f JOIN task_inbox i ON i.task_id = f.id WHERE f.due_is_day = ${reminder.endsWith('Day')}),
    told AS (
      INSERT INTO notification (user_id, kind, task_id, actor_id)
      SELECT DISTINCT w.person, ${kind}, w.id, NULL::uuid FROM (
        SELECT substr(p.principal, 3)::uuid AS person, p.id, t.assignee_id IS NOT NULL AS own FROM people p JOIN task t ON t.id = p.id WHERE p.principal ~ '^[uc]:'
        UNION ALL SELECT m.user_id, p.id, false FROM people p JOIN group_member m ON m.group_id = substr(p.principal, 3) WHERE p.principal ~ '^g:') w
      LEFT JOIN notification_setting s ON s.user_id = w.person
      WHERE w.own OR coalesce(s.choices->>'offered',
        (SELECT value->'choices'->>'offered' FROM tenant_setting WHERE key = ${DEFAULTS_KEY}), ${PRODUCT_DEFAULTS.choices.offered}) <> 'off'
      ON CONFLICT DO NOTHING)
    SELECT count(*)::int AS count, max(due_at)::text AS due_at, (SELECT id FROM found ORDER BY due_at DESC, id DESC LIMIT 1) AS id FROM found`.execute(
    tx,
  );
  const { count, due_at: lastDue, id: lastId } = rows[0]!;
  const isFull = count === BATCH;
  await sql`UPDATE notification_scan SET due_at = ${isFull ? lastDue : until}::timestamptz, task_id = ${isFull ? lastId : LAST_ID}::uuid
    WHERE what = ${reminder}`.execute(tx);
  return isFull;
}
