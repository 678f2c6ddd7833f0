import { uuid7 } from '../../../platform/uuid.ts';
import type { ProtocolCall } from '../service.ts';
import type { SigninMode } from '../signin.audit.ts';
import * as store from '../signin.store.ts';
import { assertMayHaveTokens } from './assert-may-have-tokens.ts';
import { browserOf } from './browser.rules.ts';
import { newRefreshToken } from './refresh-tokens.ts';
import { insertSession } from './sessions.store.ts';
import { issueTokens, REFRESH_MS } from './tokens.ts';

/** The first factor in `amr` (RFC 8176). */
const METHODS: Readonly<Record<SigninMode, string>> = {
  password: 'pwd',
  'new-password': 'pwd',
  'one-time-password': 'sms',
  passkey: 'pop',
};

/** Starts a session for an authenticated user; `secondFactor` are the methods of the second factor. */
export async function startSession(
  { service, requestId, ip, userAgent }: ProtocolCall,
  user: store.IdentityUser,
  mode: SigninMode,
  secondFactor: readonly string[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  await assertMayHaveTokens(service, user);
  const now = service.clock();
  const refreshToken = newRefreshToken();
  const session = { familyId: uuid7(), authTimeMs: now.getTime(), amr: [METHODS[mode], ...secondFactor] };
  const userId = await service.db.signinTransaction(async (tx) => {
    await store.purgeRefresh(tx, user.sub, now);
    await insertSession(tx, {
      ...session,
      ...browserOf(userAgent),
      address: ip,
      token: refreshToken,
      sub: user.sub,
      expiresAt: new Date(now.getTime() + REFRESH_MS),
    });
    return store.findPerson(tx, user.sub, user.tenantId);
  });
  const tokens = await issueTokens(service.keys, service.issuer, user, session, now);
  const { tenantId } = user;
  const details = { mode };
  await service.audit({ verb: 'sign-in', tenantId, userId, sessionId: session.familyId, requestId, details });
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken: refreshToken } };
}
