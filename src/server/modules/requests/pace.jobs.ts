import { sql } from 'kysely';
import type { DatabaseHandle } from '../../platform/database.ts';
import { NIGHT_HOUR } from '../../platform/jobs/hours.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { computePace, hasPace } from './pace.store.ts';

const HOUR_MS = 3_600_000;

export interface PaceContext {
  readonly db: DatabaseHandle;
  readonly clock: () => Date;
}

/** Computes every night how long the cases of each process take. */
export function handleRequestPace(jobs: Pick<Jobs, 'every'>, context: PaceContext): void {
  jobs.every(HOUR_MS, 'request pace', async () => {
    await computeDuePaces(context);
    return false;
  });
}

/** Computes the paces of organisations in which it is night, and of those that have none yet. Safe on several servers at once. */
export async function computeDuePaces({ db, clock }: PaceContext): Promise<void> {
  const now = clock();
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number; hour: number }>`
      SELECT id, extract(hour FROM ${now}::timestamptz AT TIME ZONE time_zone)::int AS hour FROM tenant
      WHERE status = 'active' ORDER BY id`.execute(tx),
  );
  for (const { id: tenantId, hour } of rows) {
    await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
      if (hour === NIGHT_HOUR || !(await hasPace(tx))) await computePace(tx, now);
    });
  }
}
