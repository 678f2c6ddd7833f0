import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { viaOf } from '../../platform/element-client.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { continueAs } from '../../platform/transaction-role.ts';

/** Through what the provider changes another organisation, for the audit log of that organisation. */
const VIA_PROVIDER = 'provider';

/** Number of the provider's organisation, which is the first one; as `verva_system`. */
async function firstTenant(tx: Tx): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`SELECT min(id) AS id FROM tenant`.execute(tx);
  return rows[0]!.id;
}

const returnTo = (tx: Tx, { tenantId, userId, ...session }: CallerSession) =>
  continueAs(tx, { tenantId, userId, via: viaOf(session) });

/**
 * Runs work as `verva_system`, then continues as the caller. Throws `access.denied` to callers who are no administrators of
 * the provider's organisation: the group `verva.admin` of another organisation does not suffice.
 */
export async function asSystem<T>(tx: Tx, session: CallerSession, work: () => Promise<T>): Promise<T> {
  await continueAs(tx, 'system');
  if (!session.isProvider || (await firstTenant(tx)) !== session.tenantId) throw new AppError('access.denied');
  await sql`SELECT set_config('app.via', ${VIA_PROVIDER}, true)`.execute(tx);
  const result = await work();
  await returnTo(tx, session);
  return result;
}

/** An organisation that the caller may administer. */
export interface AdministeredTenant {
  readonly tenantId: number;
  readonly slug: string;
  /** Not the caller's own: the provider administers it. */
  readonly isForeign: boolean;
  /** The provider's own organisation. */
  readonly isProvider: boolean;
}

/** Finds an organisation by its short name. Throws `tenant.not_found` unless it is the caller's own, or the provider asks. */
export async function administered(tx: Tx, session: CallerSession, slug: string): Promise<AdministeredTenant> {
  await continueAs(tx, 'system');
  const { rows } = await sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ${slug}`.execute(tx);
  const first = await firstTenant(tx);
  await returnTo(tx, session);
  const tenantId = rows[0]?.id;
  const isForeign = tenantId !== session.tenantId;
  const isMine = !isForeign || (session.isProvider && session.tenantId === first);
  if (tenantId === undefined || !isMine) throw new AppError('tenant.not_found');
  return { tenantId, slug, isForeign, isProvider: tenantId === first };
}

/**
 * Runs work in the organisation, then continues as the caller. Users of the provider have no name in other organisations:
 * `auditProvider` records their changes also in the provider's own audit log.
 */
export async function inTenant<T>(
  tx: Tx,
  session: CallerSession,
  { tenantId, isForeign }: Pick<AdministeredTenant, 'tenantId' | 'isForeign'>,
  work: () => Promise<T>,
): Promise<T> {
  if (!isForeign) return work();
  await continueAs(tx, { tenantId, userId: session.userId, via: VIA_PROVIDER });
  const result = await work();
  await returnTo(tx, session);
  return result;
}

/** Runs work as `verva_signin`, whose statements name the organisation themselves. Then continues as the caller. */
export async function inSignin<T>(
  tx: Tx,
  session: CallerSession,
  { isForeign }: Pick<AdministeredTenant, 'isForeign'>,
  work: () => Promise<T>,
): Promise<T> {
  await continueAs(tx, 'signin');
  if (isForeign) await sql`SELECT set_config('app.via', ${VIA_PROVIDER}, true)`.execute(tx);
  const result = await work();
  await returnTo(tx, session);
  return result;
}

/** Records in the provider's audit log who changed another organisation; its own audit log has the details. */
export async function auditProvider(
  tx: Tx,
  { userId }: CallerSession,
  { slug, isForeign }: Pick<AdministeredTenant, 'slug' | 'isForeign'>,
  verb: string,
): Promise<void> {
  if (!isForeign) return;
  await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id)
    VALUES (${userId}::uuid, ${verb}, 'tenant', ${slug})`.execute(tx);
}
