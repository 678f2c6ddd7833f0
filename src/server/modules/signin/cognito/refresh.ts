import type { Tx } from '../../../platform/database.ts';
import { CognitoError } from '../core/errors.ts';
import { assertClient, objectOf, stringOf } from '../core/parameters.ts';
import type { Operation, ProtocolCall } from '../service.ts';
import * as store from '../signin.store.ts';
import { assertMayHaveTokens } from '../tokens/assert-may-have-tokens.ts';
import { judgeRefresh } from '../tokens/refresh.rules.ts';
import { advanceSession, lockSession, revokeSession, type StoredSession } from '../tokens/sessions.store.ts';
import { digestOf, issueTokens } from '../tokens/tokens.ts';

type Found = { readonly session: StoredSession; readonly user: store.IdentityUser };

/** REFRESH_TOKEN_AUTH, which Amazon Cognito refuses where tokens rotate; accepted for clients that know no other way. */
export const refreshTokenAuth: Operation = async (call) => {
  const tokens = await renew(call, stringOf(objectOf(call.body, 'AuthParameters'), 'REFRESH_TOKEN'));
  return { ChallengeParameters: {}, AuthenticationResult: tokens };
};

export const getTokensFromRefreshToken: Operation = async (call) => {
  assertClient(call);
  return { AuthenticationResult: await renew(call, stringOf(call.body, 'RefreshToken')) };
};

/** Issues new tokens and a new refresh token. A refresh token that was replaced ends the session. */
async function renew(call: ProtocolCall, token: string): Promise<Readonly<Record<string, unknown>>> {
  const { ip, service } = call;
  const admission = await service.throttle.mayRefresh(ip);
  if (!admission.admitted)
    throw new CognitoError('TooManyRequestsException', undefined, { retryAfter: admission.seconds });
  const now = service.clock();
  const outcome = await service.db.signinTransaction((tx) => rotate(tx, call, token, now));
  if (outcome.result === 'unknown') await service.throttle.refreshFailed(ip);
  if (outcome.result === 'reused') await reportReuse(call, outcome, now);
  if (outcome.result !== 'renewed') throw REFUSALS[outcome.result]();
  const { user, session } = outcome;
  await assertMayHaveTokens(service, user);
  const tokens = await issueTokens(service.keys, service.issuer, user, session, now);
  return { ...tokens, RefreshToken: service.refreshTokens.next(token, outcome.generation) };
}

const REFUSALS = {
  unknown: () => new CognitoError('NotAuthorizedException', 'Invalid Refresh Token'),
  revoked: () => new CognitoError('NotAuthorizedException', 'Refresh Token has been revoked'),
  expired: () => new CognitoError('NotAuthorizedException', 'Refresh Token has expired'),
  reused: () => new CognitoError('RefreshTokenReuseException'),
};

type Outcome =
  | { readonly result: 'unknown' | 'revoked' | 'expired' }
  | ({ readonly result: 'reused' } & Found)
  | ({ readonly result: 'renewed'; readonly generation: number } & Found);

/** Replaces the refresh token of the session, or ends the session when the token was replaced before. */
async function rotate(tx: Tx, call: ProtocolCall, token: string, now: Date): Promise<Outcome> {
  const found = await findByToken(tx, call, token);
  if (!found) return { result: 'unknown' };
  const { session, presented } = found;
  if (session.revokedAt) return { result: 'revoked' };
  if (session.expiresAt <= now || session.isIdle) return { result: 'expired' };
  const { familyId } = session;
  switch (judgeRefresh(presented, session, now)) {
    case 'renew': {
      const generation = presented + 1;
      await advanceSession(tx, { familyId, token, generation }, now);
      return { result: 'renewed', generation, ...found };
    }
    case 'repeat':
      return { result: 'renewed', generation: session.generation, ...found };
    case 'reused':
      await revokeSession(tx, session, now);
      return { result: 'reused', ...found };
  }
}

/** Finds the session and account of a refresh token that this server issued, and the token's number. */
async function findByToken(
  tx: Tx,
  { service }: ProtocolCall,
  token: string,
): Promise<(Found & { readonly presented: number }) | undefined> {
  const session = await lockSession(tx, token, service.clock());
  if (!session) return undefined;
  const isFirst = digestOf(token).equals(session.firstDigest);
  const presented = isFirst ? 0 : service.refreshTokens.generationOf(token);
  const user = await store.findBySub(tx, session.sub);
  return user && presented !== undefined ? { session, user, presented } : undefined;
}

/** Informs this process, the audit log and the user that a session ended because its refresh token was used twice. */
async function reportReuse({ service, requestId }: ProtocolCall, { session, user }: Found, now: Date): Promise<void> {
  const { tenantId, username, sub } = user;
  service.sessionsEnded([session.familyId]);
  const userId = await service.db.signinTransaction((tx) => store.findPerson(tx, sub, tenantId));
  await service.audit({ verb: 'refresh-token-reused', tenantId, userId, sessionId: session.familyId, requestId });
  service.inBackground(() => service.delivery.send(user, { kind: 'refreshTokenReused', username, at: now }));
}

export const revokeToken: Operation = async (call) => {
  assertClient(call);
  const { service, requestId } = call;
  const token = stringOf(call.body, 'Token');
  const ended = await service.db.signinTransaction(async (tx) => {
    const found = await findByToken(tx, call, token);
    if (!found || !(await revokeSession(tx, found.session, service.clock()))) return undefined;
    const { sub, tenantId } = found.user;
    return { ...found, userId: await store.findPerson(tx, sub, tenantId) };
  });
  // The same response for an unknown token, so that it does not reveal which tokens exist.
  if (!ended) return {};
  const { familyId: sessionId } = ended.session;
  service.sessionsEnded([sessionId]);
  await service.audit({ verb: 'sign-out', tenantId: ended.user.tenantId, userId: ended.userId, sessionId, requestId });
  return {};
};
