import { askNewPassword, assertTemporaryPasswordValid } from '../challenges/new-password.ts';
import { sendOneTimePassword } from '../challenges/one-time-password.ts';
import { askPasskey } from '../challenges/passkeys.ts';
import { askSetup, continueSignIn } from '../challenges/second-factor.ts';
import { CognitoError } from '../core/errors.ts';
import { assertClient, loginName, objectOf, stringOf } from '../core/parameters.ts';
import { modeNotAllowed, modesOfAccount } from '../modes/account-modes.ts';
import { assertPasswordOf } from '../passwords/password-check.ts';
import { hashPassword, PASSWORD_MAX } from '../passwords/passwords.ts';
import type { Operation, ProtocolCall } from '../service.ts';
import { assertMaySignIn } from '../signin.rules.ts';
import * as store from '../signin.store.ts';
import { recordFailure } from '../throttle/failures.ts';
import { refreshTokenAuth } from './refresh.ts';

const USERNAME_MAX = 128;

/** Flows of Cognito that this service does not offer: SRP would need a verifier that weakens the stored passwords. */
const FLOWS_NOT_ENABLED = new Set(['USER_SRP_AUTH', 'ADMIN_USER_PASSWORD_AUTH', 'ADMIN_NO_SRP_AUTH']);

const FLOWS: Readonly<Record<string, Operation>> = {
  USER_PASSWORD_AUTH: signInWithPassword,
  CUSTOM_AUTH: sendOneTimePassword,
  USER_AUTH: askPasskey,
  REFRESH_TOKEN_AUTH: refreshTokenAuth,
  REFRESH_TOKEN: refreshTokenAuth,
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
    return acceptTemporaryPassword(call, user);
  }
  reportRefusal(call, login, user, () => assertMaySignIn(user));
  if (outdated) {
    const replacement = await hashPassword(password);
    await service.db.signinTransaction((tx) => store.replacePasswordHash(tx, user.sub, passwordHash, replacement));
  }
  return continueSignIn(call, user, 'password');
}

/** Asks for the user's own password, or for a passkey where the organisation allows no passwords. */
async function acceptTemporaryPassword(call: ProtocolCall, user: store.IdentityUser) {
  const modes = await modesOfAccount(call.service, user);
  if (modes.includes('password')) return askNewPassword(call, user);
  if (modes.includes('passkey')) return askSetup(call, user, 'passkey', ['WEB_AUTHN']);
  recordFailure(call, user.username, user, 'account');
  throw modeNotAllowed();
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
