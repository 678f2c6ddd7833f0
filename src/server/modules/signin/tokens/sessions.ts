import { uuid7 } from '../../../platform/uuid.ts';
import { assertModeAllowed } from '../modes/account-modes.ts';
import type { ProtocolCall } from '../service.ts';
import type { SigninMode } from '../signin.audit.ts';
import * as store from '../signin.store.ts';
import { informUser } from '../throttle/inform-user.ts';
import { assertMayHaveTokens } from './assert-may-have-tokens.ts';
import { browserOf } from './browser.rules.ts';
import { newRefreshToken } from './refresh-tokens.ts';
import { sessionEnd } from './session-life.ts';
import { insertSession } from './sessions.store.ts';
import { noveltyOf } from './sign-in-place.ts';
import { issueTokens } from './tokens.ts';

/** The first factor in `amr` (RFC 8176). */
const METHODS: Readonly<Record<SigninMode, string>> = {
  password: 'pwd',
  'new-password': 'pwd',
  'one-time-password': 'sms',
  passkey: 'pop',
};

/** Starts a session for an authenticated user; `secondFactor` are the methods of the second factor. */
export async function startSession(
  call: ProtocolCall,
  user: store.IdentityUser,
  mode: SigninMode,
  secondFactor: readonly string[] = [],
): Promise<Readonly<Record<string, unknown>>> {
  const { service, requestId, ip, userAgent } = call;
  await assertMayHaveTokens(service, user);
  await assertModeAllowed(call, user, mode);
  const now = service.clock();
  const refreshToken = newRefreshToken();
  const session = { familyId: uuid7(), authTimeMs: now.getTime(), amr: [METHODS[mode], ...secondFactor] };
  const end = await sessionEnd(service, user.sub, now);
  const place = { ...browserOf(userAgent), address: ip };
  const { userId, novelty } = await service.db.signinTransaction(async (tx) => {
    const novelty = mode === 'new-password' ? undefined : await noveltyOf(tx, user.sub, place);
    await store.purgeRefresh(tx, user.sub, now);
    await insertSession(tx, {
      ...session,
      ...place,
      token: refreshToken,
      sub: user.sub,
      ...end,
    });
    return { userId: await store.findPerson(tx, user.sub, user.tenantId), novelty };
  });
  const tokens = await issueTokens(service.keys, service.issuer, user, { ...session, ...end }, now);
  const { tenantId, username } = user;
  const details = { mode, ...(novelty?.isNewNetwork ? { network: 'new' } : {}) };
  await service.audit({ verb: 'sign-in', tenantId, userId, sessionId: session.familyId, requestId, details });
  if (novelty?.isNewBrowser || novelty?.isNewNetwork)
    informUser(service, user, { kind: 'newSignIn', username, at: now, ...place });
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken: refreshToken } };
}
