import type { Logger } from 'pino';
import type { DatabaseHandle } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { sealRows, tenantsToSeal } from './seal.store.ts';

const MINUTE_MS = 60_000;
/** Rows of one seal. */
const MOST = 5000;

export interface SealContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
}

/** Seals new audit rows once a minute. */
export function handleAuditSeals(jobs: Pick<Jobs, 'every'>, context: SealContext): void {
  jobs.every(MINUTE_MS, 'audit seals', async () => {
    await sealAudit(context);
    return false;
  });
}

/**
 * Seals all pending audit rows of each organisation, and writes the head of its chain to the log, out of reach of anyone with
 * write access to the database. Safe on several servers at once.
 */
export async function sealAudit({ db, log }: SealContext): Promise<void> {
  const tenants = await db.systemTransaction((tx) => tenantsToSeal(tx));
  for (const { id, slug } of tenants) {
    for (;;) {
      const seal = await db.systemTransaction((tx) => sealRows(tx, id, MOST));
      if (seal) log.info({ tenant: slug, ...seal }, 'head of the audit log');
      if (!seal || seal.rows < MOST) break;
    }
  }
}
