import type { ProtocolCall } from '../service.ts';
import { findPerson, type IdentityUser } from '../signin.store.ts';
import { countFailure, type FailureReason } from './failures.store.ts';
import { informUser } from './inform-user.ts';

/**
 * Counts a failed sign-in after the response, whose time must not reveal which users exist. The first failure of an hour
 * and each lock-out are also written to the audit log of an existing user.
 */
export function recordFailure(
  { service, ip, requestId }: Pick<ProtocolCall, 'service' | 'ip' | 'requestId'>,
  login: string,
  user: IdentityUser | undefined,
  reason: FailureReason,
): void {
  const now = service.clock();
  service.inBackground(async () => {
    const { isFirst, isLockOut, userId } = await service.db.signinTransaction(async (tx) => {
      const userId = user && (await findPerson(tx, user.sub, user.tenantId));
      const person = user && { tenantId: user.tenantId, userId };
      // Counted by account if there is one, as attempts are.
      return { ...(await countFailure(tx, { name: user?.username ?? login, ip, reason, person }, now)), userId };
    });
    if (!user || !(isFirst || isLockOut)) return;
    const verb = isLockOut ? 'sign-in-locked' : 'sign-in-failed';
    const details = { reason };
    await service.audit({ verb, tenantId: user.tenantId, userId, sessionId: 'none', requestId, details });
    if (!isLockOut) return;
    informUser(service, user, { kind: 'signInFailures', username: user.username, at: now, address: ip });
  });
}
