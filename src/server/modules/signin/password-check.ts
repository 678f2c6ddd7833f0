import { PasswordQueueFull, verifyPassword } from './passwords.ts';
import type { WireCall } from './service.ts';
import type { IdentityUser } from './signin.store.ts';
import { PASSWORD_ATTEMPTS_EXCEEDED, WireError } from './wire-errors.ts';

export interface ProvenUser {
  readonly user: IdentityUser;
  readonly passwordHash: string;
  /** Whether the stored hash should be replaced by one of today's parameters. */
  readonly outdated: boolean;
}

/**
 * Counts an attempt and checks the password; a name that nobody has costs the same. Throws NotAuthorizedException,
 * UserNotFoundException where names are not hidden, and TooManyRequestsException when too many passwords wait.
 */
export async function assertPasswordOf(
  call: WireCall,
  user: IdentityUser | undefined,
  login: string,
  password: string,
): Promise<ProvenUser> {
  const { service, ip } = call;
  // Counted by account where there is one, so that its aliases do not multiply the attempts.
  const name = user?.username ?? login;
  const admission = await service.throttle.attempt(name, ip);
  if (!admission.admitted) {
    throw admission.because === 'name'
      ? new WireError('NotAuthorizedException', PASSWORD_ATTEMPTS_EXCEEDED)
      : new WireError('TooManyRequestsException', undefined, { retryAfter: admission.seconds });
  }
  const { ok, outdated } = await checked(call, name, password, user?.passwordHash);
  if (!user) throw new WireError(service.hidesUnknownUsers ? 'NotAuthorizedException' : 'UserNotFoundException');
  if (!ok || user.passwordHash === null) throw new WireError('NotAuthorizedException');
  await service.throttle.succeeded(name, ip);
  return { user, passwordHash: user.passwordHash, outdated };
}

async function checked({ service, ip }: WireCall, name: string, password: string, hash: string | null | undefined) {
  try {
    return await verifyPassword(password, hash);
  } catch (error) {
    if (!(error instanceof PasswordQueueFull)) throw error;
    await service.throttle.notEvaluated(name, ip);
    throw new WireError('TooManyRequestsException', undefined, { retryAfter: 1 });
  }
}
