import type { Logger } from 'pino';
import type { DatabaseHandle } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { deleteExpired, deleteExpiredLooks, tenantsWithExpired, tenantsWithExpiredLooks } from './retention.store.ts';

const HOUR_MS = 3_600_000;

export interface RetentionContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
}

/** Deletes audit rows and views that are older than their organisation keeps them. */
export function handleAuditRetention(jobs: Pick<Jobs, 'every'>, context: RetentionContext): void {
  jobs.every(HOUR_MS, 'audit retention', async () => {
    await expireAudit(context);
    return false;
  });
}

/** Deletes the expired rows of each organisation in small transactions. Safe on several servers at once. */
export async function expireAudit({ db, log }: RetentionContext): Promise<void> {
  const tenants = await db.systemTransaction((tx) => tenantsWithExpired(tx));
  for (const { id, slug } of tenants) {
    for (;;) {
      const expired = await db.systemTransaction((tx) => deleteExpired(tx, id));
      if (expired) log.info({ tenant: slug, ...expired }, 'expired rows of the audit log are deleted');
      if (!expired?.hasMore) break;
    }
  }
  for (const id of await db.systemTransaction((tx) => tenantsWithExpiredLooks(tx))) {
    while (await db.systemTransaction((tx) => deleteExpiredLooks(tx, id)));
  }
}
