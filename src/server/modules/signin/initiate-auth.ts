import { uuid7 } from '../../platform/uuid.ts';
import { assertClient, loginName, objectOf, stringOf } from './parameters.ts';
import { hashPassword, PASSWORD_MAX, PasswordQueueFull, verifyPassword } from './passwords.ts';
import type { Operation, WireCall } from './service.ts';
import { assertMaySignIn } from './signin.rules.ts';
import * as store from './signin.store.ts';
import { digestOf, issueTokens, newRefreshToken, REFRESH_MS } from './tokens.ts';
import { PASSWORD_ATTEMPTS_EXCEEDED, WireError } from './wire-errors.ts';

const USERNAME_MAX = 128;

/** What Cognito knows and this service does not offer: SRP would need a verifier that weakens the stored passwords. */
const FLOWS_NOT_ENABLED = new Set([
  'USER_SRP_AUTH',
  'USER_AUTH',
  'CUSTOM_AUTH',
  'ADMIN_USER_PASSWORD_AUTH',
  'ADMIN_NO_SRP_AUTH',
]);

const FLOWS: Readonly<Record<string, Operation>> = {
  USER_PASSWORD_AUTH: signInWithPassword,
  REFRESH_TOKEN_AUTH: refresh,
  REFRESH_TOKEN: refresh,
};

export const initiateAuth: Operation = async (call) => {
  const flow = stringOf(call.body, 'AuthFlow', 64);
  assertClient(call);
  if (Object.hasOwn(FLOWS, flow)) return FLOWS[flow]!(call);
  throw new WireError(
    'InvalidParameterException',
    FLOWS_NOT_ENABLED.has(flow) ? `${flow} flow not enabled for this client` : `Unknown AuthFlow ${flow}`,
  );
};

async function signInWithPassword(call: WireCall): Promise<Readonly<Record<string, unknown>>> {
  const { service, ip } = call;
  const parameters = objectOf(call.body, 'AuthParameters');
  const login = loginName(stringOf(parameters, 'USERNAME', USERNAME_MAX));
  const password = stringOf(parameters, 'PASSWORD', PASSWORD_MAX);
  if (login === '') throw new WireError('InvalidParameterException', 'Missing required parameter USERNAME');

  const user = await service.db.signinTransaction((tx) => store.findByLogin(tx, login));
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
  if (!ok) throw new WireError('NotAuthorizedException');
  await service.throttle.succeeded(name, ip);
  assertMaySignIn(user, service.clock());
  if (outdated && user.passwordHash) {
    const { sub, passwordHash } = user;
    const replacement = await hashPassword(password);
    await service.db.signinTransaction((tx) => store.replacePasswordHash(tx, sub, passwordHash, replacement));
  }
  return startSession(call, user);
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

/** Begins a session for somebody who has proven who they are, however they did. */
async function startSession(
  { service, requestId }: WireCall,
  user: store.IdentityUser,
): Promise<Readonly<Record<string, unknown>>> {
  const now = service.clock();
  const refreshToken = newRefreshToken();
  const session = { familyId: uuid7(), authTimeMs: now.getTime() };
  const userId = await service.db.signinTransaction(async (tx) => {
    await store.purgeRefresh(tx, user.sub, now);
    await store.insertRefresh(tx, {
      ...session,
      digest: digestOf(refreshToken),
      sub: user.sub,
      expiresAt: new Date(now.getTime() + REFRESH_MS),
    });
    return store.findPerson(tx, user.sub, user.tenantId);
  });
  const tokens = await issueTokens(service.keys, service.issuer, user, session, now);
  await service.audit({ verb: 'sign-in', tenantId: user.tenantId, userId, sessionId: session.familyId, requestId });
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken: refreshToken } };
}

/** New tokens without a new refresh token: the client keeps the one it has, so two tabs cannot sign each other out. */
async function refresh({ body, ip, service }: WireCall): Promise<Readonly<Record<string, unknown>>> {
  const token = stringOf(objectOf(body, 'AuthParameters'), 'REFRESH_TOKEN');
  const admission = await service.throttle.mayRefresh(ip);
  if (!admission.admitted)
    throw new WireError('TooManyRequestsException', undefined, { retryAfter: admission.seconds });
  const now = service.clock();
  const { stored, user } = await service.db.signinTransaction(async (tx) => {
    const found = await store.findRefresh(tx, digestOf(token));
    return { stored: found, user: found && (await store.findBySub(tx, found.sub)) };
  });
  if (!stored || !user) {
    await service.throttle.refreshFailed(ip);
    throw new WireError('NotAuthorizedException', 'Invalid Refresh Token');
  }
  if (stored.revokedAt) throw new WireError('NotAuthorizedException', 'Refresh Token has been revoked');
  if (stored.expiresAt <= now) throw new WireError('NotAuthorizedException', 'Refresh Token has expired');
  assertMaySignIn(user, now);
  const tokens = await issueTokens(service.keys, service.issuer, user, stored, now);
  return { ChallengeParameters: {}, AuthenticationResult: tokens };
}
