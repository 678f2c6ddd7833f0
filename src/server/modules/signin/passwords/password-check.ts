import { CognitoError, PASSWORD_ATTEMPTS_EXCEEDED } from '../core/errors.ts';
import type { ProtocolCall } from '../service.ts';
import type { IdentityUser } from '../signin.store.ts';
import { recordFailure } from '../throttle/failures.ts';
import { runInPasswordQueue } from './password-queue.ts';
import { verifyPassword } from './passwords.ts';

export interface ProvenUser {
  readonly user: IdentityUser;
  readonly passwordHash: string;
  /** Whether the stored hash should be replaced by one with the current parameters. */
  readonly outdated: boolean;
}

/**
 * Counts an attempt and checks the password of the account that `find` returns for `login`; an unknown username takes as
 * long. Throws NotAuthorizedException, UserNotFoundException where unknown usernames are not hidden, and
 * TooManyRequestsException when the queue is full: then nothing was counted.
 */
export function assertPasswordOf(
  call: ProtocolCall,
  find: () => Promise<IdentityUser | undefined>,
  login: string,
  password: string,
): Promise<ProvenUser> {
  const { service, ip } = call;
  return runInPasswordQueue(ip, async () => {
    const user = await find();
    // Counted by account if there is one, so that aliases do not multiply the attempts.
    const name = user?.username ?? login;
    const admission = await service.throttle.attempt(name, ip);
    if (!admission.admitted) {
      if (admission.because === 'name') recordFailure(call, login, user, 'locked');
      throw admission.because === 'name'
        ? new CognitoError('NotAuthorizedException', PASSWORD_ATTEMPTS_EXCEEDED, { retryAfter: admission.seconds })
        : new CognitoError('TooManyRequestsException', undefined, { retryAfter: admission.seconds });
    }
    const { ok, outdated } = await verifyPassword(password, user?.passwordHash);
    if (!ok || !user || user.passwordHash === null) recordFailure(call, login, user, user ? 'password' : 'unknown');
    if (!user) throw new CognitoError(service.hidesUnknownUsers ? 'NotAuthorizedException' : 'UserNotFoundException');
    if (!ok || user.passwordHash === null) throw new CognitoError('NotAuthorizedException');
    await service.throttle.succeeded(name, ip);
    return { user, passwordHash: user.passwordHash, outdated };
  });
}
