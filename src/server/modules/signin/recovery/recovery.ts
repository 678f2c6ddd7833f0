import { resetPasswordFault } from '../../../../shared/contracts/password.rules.ts';
import { dropChallengesOf } from '../challenges/challenges.store.ts';
import * as codes from '../challenges/codes.store.ts';
import { maskedEmail, newCode, newTemporaryPassword } from '../challenges/codes.ts';
import { CognitoError } from '../core/errors.ts';
import { assertClient, loginName, stringOf } from '../core/parameters.ts';
import { acceptsInvitations, assertModeAllowed, mayRecover, modeNotAllowed } from '../modes/account-modes.ts';
import { assertNotKnown, namesOfAccount } from '../passwords/known-passwords.ts';
import { assertPassword, hashChecked } from '../passwords/password-policy.ts';
import { PASSWORD_MAX } from '../passwords/passwords.ts';
import type { IdentityService, Operation, ProtocolCall } from '../service.ts';
import * as store from '../signin.store.ts';
import { recordFailure } from '../throttle/failures.ts';
import { dropEmailLinksOf } from './links.store.ts';

const USERNAME_MAX = 128;
const CODE_MS = 3_600_000;
const TRIES_MAX = 5;
const TEMPORARY_MS = 7 * 86_400_000;

interface Delivery {
  readonly AttributeName: 'email';
  readonly DeliveryMedium: 'EMAIL';
  readonly Destination: string;
}

/** ForgotPassword: sends a recovery code. */
export const forgotPassword: Operation = async (call) => {
  assertClient(call);
  const login = loginName(stringOf(call.body, 'Username', USERNAME_MAX));
  if (login === '') throw new CognitoError('InvalidParameterException', 'Missing required parameter Username');
  const user = await beginRecovery(call.service, login, call.ip);
  return { CodeDeliveryDetails: sendRecoveryCode(call.service, user, login) };
};

/**
 * Counts a recovery request and finds its account. Throws LimitExceededException, UserNotFoundException, and
 * NotAuthorizedException where passwords are not allowed, unless usernames are hidden.
 */
export async function beginRecovery(
  service: IdentityService,
  login: string,
  ip: string,
): Promise<store.IdentityUser | undefined> {
  const user = await service.db.signinTransaction((tx) => store.findByLogin(tx, login));
  await service.throttle.countOperation('recovery', user?.username ?? login, ip);
  if (service.hidesUnknownUsers) return user;
  if (!user) throw new CognitoError('UserNotFoundException');
  if (!(await mayRecover(service, user))) throw modeNotAllowed();
  return user;
}

/** Sends the code and returns the masked destination. Where usernames are hidden, users who cannot get a code receive the same response. */
export function sendRecoveryCode(
  service: IdentityService,
  user: store.IdentityUser | undefined,
  login: string,
): Delivery {
  const refusal = user && refusalOf(service, user);
  if (refusal && !service.hidesUnknownUsers) throw refusal;
  if (!user || refusal) {
    return {
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
      Destination: service.codes.fakeDestination(login),
    };
  }
  // The code expires an hour after the request, whenever it is sent.
  const now = service.clock();
  // In the background: the response time would reveal which usernames exist.
  service.inBackground(async () => {
    if (!(await mayRecover(service, user))) return;
    const code = newCode();
    const expiresAt = new Date(now.getTime() + CODE_MS);
    const hmac = service.codes.hash('recovery', user.sub, code);
    await service.db.signinTransaction((tx) => codes.replaceCode(tx, { sub: user.sub, hmac, expiresAt }, now));
    const link = `${service.publicUrl}/login?code=${code}&username=${encodeURIComponent(user.username)}`;
    await service.delivery.send(user, {
      kind: 'recoveryCode',
      username: user.username,
      code,
      link,
      minutes: CODE_MS / 60_000,
    });
  });
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: maskedEmail(user.email!) };
}

function refusalOf({ delivery }: IdentityService, user: store.IdentityUser): CognitoError | undefined {
  if (user.disabled || user.status === 'FORCE_CHANGE_PASSWORD') {
    return new CognitoError('NotAuthorizedException', 'User password cannot be reset in the current state.');
  }
  if (user.status === 'UNCONFIRMED' || delivery.medium(user, 'recoveryCode') === undefined) {
    return new CognitoError(
      'InvalidParameterException',
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  }
  return undefined;
}

/** Sends a new temporary password to `user.email` of a user who has never signed in; the previous one stops working. Returns the masked address, undefined without one. */
export async function sendTemporaryPassword(
  service: IdentityService,
  user: store.IdentityUser,
  ip: string,
): Promise<string | undefined> {
  if (user.disabled || user.email === null || !(await acceptsInvitations(service, user))) return undefined;
  const password = newTemporaryPassword();
  const hash = await hashChecked(ip, password);
  const until = new Date(service.clock().getTime() + TEMPORARY_MS);
  const isSet = await service.db.signinTransaction(async (tx) => {
    await dropChallengesOf(tx, user.sub);
    return store.setTemporaryPassword(tx, user, hash, until);
  });
  if (!isSet) return undefined;
  const link = `${service.publicUrl}/login`;
  await service.delivery.send(user, { kind: 'temporaryPassword', username: user.username, password, link, until });
  return maskedEmail(user.email);
}

/** ConfirmForgotPassword: sets a new password with the code and ends every session of the user, which may belong to an attacker. */
export const confirmForgotPassword: Operation = async (call) => {
  assertClient(call);
  const { body, ip, service } = call;
  const login = loginName(stringOf(body, 'Username', USERNAME_MAX));
  const code = stringOf(body, 'ConfirmationCode', 64).trim();
  const password = stringOf(body, 'Password', PASSWORD_MAX);
  await service.throttle.countOperation('answer', '', ip);
  // Before the code is compared, so that a weak password does not use up an attempt.
  assertPassword(password, resetPasswordFault);
  await assertNotKnown(password, [login]);
  const user = await service.db.signinTransaction((tx) => store.findByLogin(tx, login));
  if (!user && !service.hidesUnknownUsers) throw new CognitoError('UserNotFoundException');
  const hmac = await evaluateCode(call, user, code).catch((error) => {
    recordFailure(call, login, user, 'recovery');
    throw error;
  });
  await assertModeAllowed(call, user!, 'password');
  // The names of the user are compared only for who has the code: a refusal reveals parts of them.
  await assertNotKnown(password, await namesOfAccount(service, user!));
  const hash = await hashChecked(ip, password);
  await setRecoveredPassword(call, user!, hmac, hash);
  await service.throttle.succeeded(user!.username, ip);
  return {};
};

/** Returns the stored form of a correct code. Counts the attempt before comparing. Throws for a wrong code. */
async function evaluateCode(
  { service }: ProtocolCall,
  user: store.IdentityUser | undefined,
  code: string,
): Promise<Buffer> {
  const stored = user && (await service.db.signinTransaction((tx) => codes.countTry(tx, user.sub)));
  // With hidden usernames, a user without a code gets the same error as an unknown username.
  if (!user || !stored)
    throw new CognitoError(service.hidesUnknownUsers ? 'CodeMismatchException' : 'ExpiredCodeException');
  if (stored.tries > TRIES_MAX) {
    throw new CognitoError(service.hidesUnknownUsers ? 'CodeMismatchException' : 'LimitExceededException');
  }
  if (!service.codes.matches(stored.hmac, 'recovery', user.sub, code)) throw new CognitoError('CodeMismatchException');
  if (stored.expiresAt <= service.clock()) throw new CognitoError('ExpiredCodeException');
  return Buffer.from(stored.hmac);
}

async function setRecoveredPassword(
  call: ProtocolCall,
  user: store.IdentityUser,
  hmac: Buffer,
  hash: string,
): Promise<void> {
  const { service, requestId } = call;
  const now = service.clock();
  const outcome = await service.db.signinTransaction(async (tx) => {
    // Removed by value: a concurrent confirmation, or a code sent meanwhile, finds nothing.
    if (!(await codes.takeCode(tx, user.sub, hmac)) || !(await store.setRecoveredPassword(tx, user.sub, hash))) return;
    await dropChallengesOf(tx, user.sub);
    await dropEmailLinksOf(tx, user.sub);
    const ended = await store.revokeAllOf(tx, [user.sub], now);
    return { ended, userId: await store.findPerson(tx, user.sub, user.tenantId) };
  });
  if (!outcome) throw new CognitoError('ExpiredCodeException');
  service.sessionsEnded(outcome.ended);
  const { tenantId, username } = user;
  await service.audit({ verb: 'password-reset', tenantId, userId: outcome.userId, sessionId: 'all', requestId });
  service.inBackground(() => service.delivery.send(user, { kind: 'passwordChanged', username, at: now }));
}
