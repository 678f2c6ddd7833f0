import { readSignInModes } from '../../platform/auth/sign-in-modes.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { type AdministeredTenant, inSignin, inTenant } from '../organisations/index.ts';
import { hasProvider, readAdministrators, usableModes } from '../signin/index.ts';
import { readActiveUsers, readDependentUsers, type StoredIssuer, type UserName } from './issuers.store.ts';

/**
 * Changes or removes an identity provider. Throws `issuer.required` if the organisation allows single sign-on only and
 * has no other provider for its administrators, so that it keeps the former.
 */
export async function keepingWayIn(
  tx: Tx,
  session: CallerSession,
  tenant: AdministeredTenant,
  change: () => Promise<void>,
): Promise<void> {
  const { tenantId } = tenant;
  const { modes, userIds } = await inTenant(tx, session, tenant, async () => ({
    modes: (await readSignInModes(tx)).modes,
    userIds: await readAdministrators(tx),
  }));
  if (modes.some((mode) => mode !== 'singleSignOn')) return change();
  const read = () =>
    inSignin(tx, session, tenant, async () => ({
      provider: await hasProvider(tx, tenantId),
      administrator: (await usableModes(tx, { tenantId, userIds, sendsCodes: false })).has('singleSignOn'),
    }));
  const before = await read();
  await change();
  const after = await read();
  const isLost = (before.provider && !after.provider) || (before.administrator && !after.administrator);
  if (isLost) throw new AppError('issuer.required');
}

/** Active users whom the organisation lets sign in by this provider only. */
export async function readDependents(
  tx: Tx,
  session: CallerSession,
  tenant: AdministeredTenant,
  row: StoredIssuer,
): Promise<UserName[]> {
  const { modes } = await inTenant(tx, session, tenant, () => readSignInModes(tx));
  const ids = await inSignin(tx, session, tenant, () => readDependentUsers(tx, row, modes));
  return inTenant(tx, session, tenant, () => readActiveUsers(tx, ids));
}
