import type { IncomingHttpHeaders } from 'node:http';
import { decodeJwt } from 'jose';
import { RECENT_SIGN_IN_MS } from '../../../shared/contracts/constants.ts';
import { AppError } from '../errors.ts';

/**
 * Refuses sessions whose user signed in too long ago, or at a provider that does not say when: a stolen session must not
 * change who signs in, nor how. The token of the request is verified already. Throws `session.too_old`.
 */
export function assertRecentSignIn(
  { headers: { authorization = '' } }: { readonly headers: Pick<IncomingHttpHeaders, 'authorization'> },
  now: Date,
): void {
  const { auth_time: signedInAt } = decodeJwt(authorization.slice(authorization.indexOf(' ') + 1));
  if (typeof signedInAt !== 'number' || now.getTime() - signedInAt * 1000 > RECENT_SIGN_IN_MS) {
    throw new AppError('session.too_old', { maxAge: RECENT_SIGN_IN_MS / 1000 });
  }
}
