import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { publish } from './release.ts';

export interface ReleaseContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
  readonly clock: () => Date;
}

const BATCH = 50;

interface Due {
  readonly tenantId: number;
  readonly id: string;
  readonly manualId: string;
  readonly timeZone: string;
}

/**
 * Publishes scheduled versions that are due. Each is published and recorded in one transaction, so that several servers
 * publish it only once. Returns whether there may be more.
 */
export async function publishDue({ db, log, clock }: ReleaseContext): Promise<boolean> {
  const now = clock();
  const { rows: due } = await db.systemTransaction((tx) =>
    sql<Due>`SELECT v.tenant_id AS "tenantId", v.id, v.manual_id AS "manualId", t.time_zone AS "timeZone"
      FROM manual_version v JOIN tenant t ON t.id = v.tenant_id AND t.status = 'active'
      WHERE v.state = 'scheduled' AND v.publish_at <= ${now} ORDER BY v.publish_at, v.id LIMIT ${sql.lit(BATCH)}`.execute(
      tx,
    ),
  );
  let done = 0;
  for (const one of due) {
    try {
      await db.tenantTransaction({ tenantId: one.tenantId, userId: null }, (tx) => publishOne(tx, one, now));
      done += 1;
    } catch (error) {
      // The other versions are still published; this one is retried on the next run.
      log.error({ err: error, version: one.id }, 'publishing a manual failed');
    }
  }
  return due.length === BATCH && done > 0;
}

async function publishOne(tx: Tx, { id: versionId, manualId, timeZone }: Due, now: Date): Promise<void> {
  // Locks in the same order as all publishing: the manual, then its version. A concurrent unscheduling wins.
  await sql`SELECT 1 FROM manual WHERE id = ${manualId}::uuid FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ by: string | null }>`SELECT updated_by AS by FROM manual_version
    WHERE id = ${versionId}::uuid AND state = 'scheduled' AND publish_at <= ${now} FOR NO KEY UPDATE`.execute(tx);
  if (rows[0]) await publish(tx, { manualId, versionId, by: rows[0].by }, { now, timeZone });
}
