import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { NIGHT_HOUR } from '../../platform/jobs/hours.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { attachmentsOf, removeAttachments } from '../attachments/index.ts';
import * as store from './retention.store.ts';

const HOUR_MS = 3_600_000;
/** Records computed in one transaction. */
const COMPUTED = 5000;
/** Records removed or anonymised in one transaction: each has a row in the audit log. */
const ENDED = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface RetentionContext {
  readonly db: DatabaseHandle;
  readonly clock: () => Date;
}

/** Removes or anonymises records every night at the end of their retention. */
export function handleRecordRetention(jobs: Pick<Jobs, 'every'>, context: RetentionContext): void {
  jobs.every(HOUR_MS, 'record retention', async () => {
    await endDueRetention(context);
    return false;
  });
}

/** Processes the organisations in which it is night. Safe on several servers at once, and after a stop. */
export async function endDueRetention({ db, clock }: RetentionContext, atHour = NIGHT_HOUR): Promise<void> {
  const now = clock();
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number }>`SELECT id FROM tenant WHERE status = 'active'
      AND extract(hour FROM ${now}::timestamptz AT TIME ZONE time_zone)::int = ${atHour} ORDER BY id`.execute(tx),
  );
  for (const { id: tenantId } of rows) {
    const transaction = <T>(work: (tx: Tx) => Promise<T>) => db.tenantTransaction({ tenantId, userId: null }, work);
    for (const registry of await transaction(store.readRetained)) await endRetention(transaction, registry, now);
  }
}

async function endRetention(
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  registry: store.RetainedRegistry,
  now: Date,
): Promise<void> {
  if (!registry.isApplied) {
    let after: string | null = FIRST_ID;
    while (after !== null) {
      const last: string = after;
      after = await transaction((tx) => store.applyRetention(tx, registry, last, COMPUTED));
    }
    await transaction((tx) => store.setRetentionApplied(tx, registry));
  }
  const { id, retention } = registry;
  if (!retention) return;
  const today = now.toISOString().slice(0, 10);
  for (let count = ENDED; count === ENDED; ) {
    count = await transaction(async (tx) => {
      const ids = await store.lockDue(tx, id, today, ENDED);
      if (ids.length === 0) return 0;
      if (retention.action === 'remove') await store.moveToBin(tx, ids, now);
      else {
        await store.anonymise(tx, ids);
        for (const record of ids) await removeAttachments(tx, await attachmentsOf(tx, 'record', record));
      }
      return ids.length;
    });
  }
}
