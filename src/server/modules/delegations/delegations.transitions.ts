import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dayOf } from '../../../shared/locale/days.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { announce, notifyDelegate, notifyDelegator } from './delegations.notifications.ts';
import { stateOf } from './delegations.rules.ts';
import { readOne } from './delegations.store.ts';

export interface TransitionContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
  readonly clock: () => Date;
  readonly publicUrl: string;
}

const BATCH = 100;

/**
 * Sends the notifications of periods that began or ended since the last run, by the calendar of each organisation. Each is
 * sent once, however many servers run. Returns whether there may be more.
 */
export async function processTransitions(context: TransitionContext): Promise<boolean> {
  const { db, log, clock } = context;
  const now = clock();
  const due = await findTransitions(db, now);
  let processed = 0;
  for (const one of due) {
    try {
      await db.tenantTransaction({ tenantId: one.tenantId, userId: null }, (tx) =>
        handleTransition(tx, context, one, now),
      );
      processed += 1;
    } catch (error) {
      // The other periods are still processed; this one is retried on the next run.
      log.error({ err: error, delegation: one.id }, 'processing the start or end of a delegation failed');
    }
  }
  return due.length === BATCH && processed > 0;
}

interface PeriodTransition {
  readonly tenantId: number;
  readonly id: string;
  readonly timeZone: string;
}

async function findTransitions(db: DatabaseHandle, now: Date): Promise<PeriodTransition[]> {
  // No time zone is more than 14 hours ahead of UTC: later days cannot have begun anywhere.
  const today = sql`(${now}::timestamptz AT TIME ZONE t.time_zone)::date`;
  const latest = sql`((${now}::timestamptz + interval '14 hours') AT TIME ZONE 'UTC')::date`;
  const { rows } = await db.systemTransaction((tx) =>
    sql<PeriodTransition>`SELECT d.tenant_id AS "tenantId", d.id, t.time_zone AS "timeZone"
      FROM (SELECT tenant_id, id, start_date AS turns FROM delegation
          WHERE removed_at IS NULL AND began_told_at IS NULL AND start_date <= ${latest}
        UNION SELECT tenant_id, id, end_date + 1 FROM delegation
          WHERE removed_at IS NULL AND ended_report_at IS NULL AND end_date < ${latest}) d
      JOIN tenant t ON t.id = d.tenant_id AND t.status = 'active'
      WHERE d.turns <= ${today} ORDER BY d.turns, d.id LIMIT ${sql.lit(BATCH)}`.execute(tx),
  );
  return rows;
}

async function handleTransition(
  tx: Tx,
  { db, publicUrl }: TransitionContext,
  { tenantId, id, timeZone }: PeriodTransition,
  now: Date,
) {
  const locked = await sql`SELECT 1 FROM delegation WHERE id = ${id}::uuid AND removed_at IS NULL
    FOR UPDATE SKIP LOCKED`.execute(tx);
  const row = locked.rows.length > 0 ? await readOne(tx, id) : undefined;
  if (!row) return;
  const state = stateOf(row, dayOf(now, timeZone));
  const begins = row.startNotifiedAt === null && state !== 'coming';
  const ends = row.endedReportAt === null && state === 'ended';
  if (!begins && !ends) return;
  await sql`UPDATE delegation SET began_told_at = coalesce(began_told_at, ${now}),
    ended_report_at = coalesce(ended_report_at, ${ends ? now : null}::timestamptz) WHERE id = ${id}::uuid`.execute(tx);
  const scope = { db, tenantId, publicUrl, timeZone, now };
  if (state === 'running') await notifyDelegate(tx, scope, row, 'began');
  if (ends) await notifyDelegator(tx, scope, row);
  await announce(tx, row);
}
