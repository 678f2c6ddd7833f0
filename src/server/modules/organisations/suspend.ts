import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { type AdministeredTenant, asSystem, inTenant } from './provider.ts';

type Session = Parameters<typeof asSystem>[1];

/**
 * Suspends an organisation: a trigger notifies every server, which then refuses its tokens and ends its streams; timers and
 * messages wait. Nothing changes for a suspended one. Throws `access.denied`, `tenant.is_provider`.
 */
export async function suspendTenant(
  tx: Tx,
  session: Session,
  tenant: AdministeredTenant,
  { reason, now }: { readonly reason: string; readonly now: Date },
): Promise<void> {
  const isChanged = await asSystem(tx, session, async () => {
    if (tenant.isProvider) throw new AppError('tenant.is_provider');
    const { rows } =
      await sql`UPDATE tenant SET status = 'suspended', suspended_at = ${now}, suspended_reason = ${reason}
      WHERE id = ${tenant.tenantId} AND status = 'active' RETURNING 1`.execute(tx);
    return rows.length > 0;
  });
  if (isChanged) await auditOrganisation(tx, session, tenant, { verb: 'suspended', reason });
}

/** Resumes a suspended organisation; what waited is sent and executed. Throws `access.denied`. */
export async function resumeTenant(tx: Tx, session: Session, tenant: AdministeredTenant): Promise<void> {
  const isChanged = await asSystem(tx, session, async () => {
    const { rows } = await sql`UPDATE tenant SET status = 'active', suspended_at = NULL, suspended_reason = NULL
      WHERE id = ${tenant.tenantId} AND status = 'suspended' RETURNING 1`.execute(tx);
    return rows.length > 0;
  });
  if (isChanged) await auditOrganisation(tx, session, tenant, { verb: 'resumed', reason: null });
}

/** Adds a row to the audit log of the organisation, and one to the provider's. */
export async function auditOrganisation(
  tx: Tx,
  session: Session,
  tenant: AdministeredTenant,
  { verb, reason }: { readonly verb: string; readonly reason: string | null },
): Promise<void> {
  const insert = () =>
    sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, note)
    VALUES (${session.userId}::uuid, ${verb}, 'tenant', ${tenant.slug}, ${reason})`.execute(tx);
  await inTenant(tx, session, tenant, insert);
  await insert();
}
