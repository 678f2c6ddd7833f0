import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { purgeManuals } from '../manual/manual.purge.ts';
import { followManual } from './readings-follow.ts';

export interface FollowContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
  readonly clock: () => Date;
}

/**
 * Updates the readings of an organisation after a change of its people, groups, departments, companies or tags. Deletes
 * the record of the change in the same transaction. Returns whether more changes are pending.
 */
export async function followChanges(context: FollowContext): Promise<boolean> {
  return eachTenant(
    context,
    sql`AND EXISTS (SELECT 1 FROM reader_change c WHERE c.tenant_id = t.id)`,
    async (tx, scope) => {
      const { numAffectedRows } = await sql`DELETE FROM reader_change`.execute(tx);
      if (numAffectedRows) await assignOrganisation(tx, scope);
    },
  );
}

/** Updates all readings once a day, for periodic duties that are due again and for changes that were missed. */
export async function assignAllReadings(context: FollowContext): Promise<boolean> {
  return eachTenant(context, sql``, async (tx, scope) => {
    await purgeManuals(tx, sql`m.removed_at < ${scope.now}::timestamptz - interval '30 days'`);
    await assignOrganisation(tx, scope);
  });
}

interface Scope {
  readonly now: Date;
  readonly timeZone: string;
}

async function eachTenant(
  { db, log, clock }: FollowContext,
  condition: ReturnType<typeof sql>,
  work: (tx: Tx, scope: Scope) => Promise<void>,
): Promise<boolean> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number; time_zone: string }>`
      SELECT t.id, t.time_zone FROM tenant t WHERE t.status = 'active' ${condition} ORDER BY t.id`.execute(tx),
  );
  for (const { id: tenantId, time_zone: timeZone } of rows) {
    try {
      await db.tenantTransaction({ tenantId, userId: null }, (tx) => work(tx, { now: clock(), timeZone }));
    } catch (error) {
      // The other organisations are still processed; this one is retried on the next run.
      log.error({ err: error, tenant: tenantId }, 'updating reading assignments failed');
    }
  }
  return false;
}

async function assignOrganisation(tx: Tx, scope: Scope): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM manual WHERE current_number IS NOT NULL AND removed_at IS NULL ORDER BY id`.execute(tx);
  for (const { id } of rows) await followManual(tx, id, scope);
}
