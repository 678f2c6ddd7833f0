import { askNewPassword, assertTemporaryPasswordValid } from '../challenges/new-password.ts';
import { sendOneTimePassword } from '../challenges/one-time-password.ts';
import { continueSignIn } from '../challenges/second-factor.ts';
import { CognitoError } from '../core/errors.ts';
import { assertClient, loginName, objectOf, stringOf } from '../core/parameters.ts';
import { assertPasswordOf } from '../passwords/password-check.ts';
import { hashPassword, PASSWORD_MAX } from '../passwords/passwords.ts';
import type { Operation, ProtocolCall } from '../service.ts';
import { assertMaySignIn } from '../signin.rules.ts';
import * as store from '../signin.store.ts';
import { recordFailure } from '../throttle/failures.ts';
import { assertMayHaveTokens } from '../tokens/assert-may-have-tokens.ts';
import { digestOf, issueTokens } from '../tokens/tokens.ts';

const USERNAME_MAX = 128;

/** Flows of Cognito that this service does not offer: SRP would need a verifier that weakens the stored passwords. */
const FLOWS_NOT_ENABLED = new Set(['USER_SRP_AUTH', 'USER_AUTH', 'ADMIN_USER_PASSWORD_AUTH', 'ADMIN_NO_SRP_AUTH']);

const FLOWS: Readonly<Record<string, Operation>> = {
  USER_PASSWORD_AUTH: signInWithPassword,
  CUSTOM_AUTH: sendOneTimePassword,
  REFRESH_TOKEN_AUTH: refresh,
  REFRESH_TOKEN: refresh,
};

export const initiateAuth: Operation = async (call) => {
  const flow = stringOf(call.body, 'AuthFlow', 64);
  assertClient(call);
  if (Object.hasOwn(FLOWS, flow)) return FLOWS[flow]!(call);
  throw new CognitoError(
    'InvalidParameterException',
    FLOWS_NOT_ENABLED.has(flow) ? `${flow} flow not enabled for this client` : `Unknown AuthFlow ${flow}`,
  );
};

async function signInWithPassword(call: ProtocolCall): Promise<Readonly<Record<string, unknown>>> {
  const { service } = call;
  const parameters = objectOf(call.body, 'AuthParameters');
  const login = loginName(stringOf(parameters, 'USERNAME', USERNAME_MAX));
  const password = stringOf(parameters, 'PASSWORD', PASSWORD_MAX);
  if (login === '') throw new CognitoError('InvalidParameterException', 'Missing required parameter USERNAME');

  const find = () => service.db.signinTransaction((tx) => store.findByLogin(tx, login));
  const { user, passwordHash, outdated } = await assertPasswordOf(call, find, login, password);
  if (user.status === 'FORCE_CHANGE_PASSWORD' && !user.disabled) {
    reportRefusal(call, login, user, () => assertTemporaryPasswordValid(user, service.clock()));
    return askNewPassword(call, user);
  }
  reportRefusal(call, login, user, () => assertMaySignIn(user));
  if (outdated) {
    const replacement = await hashPassword(password);
    await service.db.signinTransaction((tx) => store.replacePasswordHash(tx, user.sub, passwordHash, replacement));
  }
  return continueSignIn(call, user, 'password');
}

/** Counts a correct password of an account that may not sign in as a failed sign-in. */
function reportRefusal(call: ProtocolCall, login: string, user: store.IdentityUser, check: () => void): void {
  try {
    check();
  } catch (error) {
    recordFailure(call, login, user, 'account');
    throw error;
  }
}

/** Issues new tokens without a new refresh token: the client keeps the current one, so two tabs cannot sign each other out. */
async function refresh({ body, ip, service }: ProtocolCall): Promise<Readonly<Record<string, unknown>>> {
  const token = stringOf(objectOf(body, 'AuthParameters'), 'REFRESH_TOKEN');
  const admission = await service.throttle.mayRefresh(ip);
  if (!admission.admitted)
    throw new CognitoError('TooManyRequestsException', undefined, { retryAfter: admission.seconds });
  const now = service.clock();
  const { stored, user } = await service.db.signinTransaction(async (tx) => {
    const found = await store.findRefresh(tx, digestOf(token));
    return { stored: found, user: found && (await store.findBySub(tx, found.sub)) };
  });
  if (!stored || !user) {
    await service.throttle.refreshFailed(ip);
    throw new CognitoError('NotAuthorizedException', 'Invalid Refresh Token');
  }
  if (stored.revokedAt) throw new CognitoError('NotAuthorizedException', 'Refresh Token has been revoked');
  if (stored.expiresAt <= now) throw new CognitoError('NotAuthorizedException', 'Refresh Token has expired');
  await assertMayHaveTokens(service, user);
  const tokens = await issueTokens(service.keys, service.issuer, user, stored, now);
  return { ChallengeParameters: {}, AuthenticationResult: tokens };
}
