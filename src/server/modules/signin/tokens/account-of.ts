import { findActiveSession } from '../../../platform/auth/session-use.ts';
import { CognitoError } from '../core/errors.ts';
import { stringOf } from '../core/parameters.ts';
import type { ProtocolCall } from '../service.ts';
import * as store from '../signin.store.ts';
import { assertMayHaveTokens } from './assert-may-have-tokens.ts';
import { readAccessToken } from './tokens.ts';

/** Returns the account of a valid access token whose session is still active. */
export async function accountOf({ body, service }: ProtocolCall) {
  const now = service.clock();
  const token = await readAccessToken(service.keys, service.issuer, stringOf(body, 'AccessToken'), now);
  const { sub, familyId } = token;
  const { authTimeMs, user } = await service.db.signinTransaction(async (tx) => {
    const session = await findActiveSession(tx, token, now);
    return { authTimeMs: session?.authTimeMs ?? 0, user: session && (await store.findBySub(tx, sub)) };
  });
  if (!user) throw new CognitoError('NotAuthorizedException', 'Access Token has been revoked');
  await assertMayHaveTokens(service, user);
  return { user, familyId, authTimeMs, now };
}
