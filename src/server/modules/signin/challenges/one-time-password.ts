import { CognitoError } from '../core/errors.ts';
import { loginName, objectOf, stringOf } from '../core/parameters.ts';
import { modeNotAllowed, modesOfAccount, withoutVainReset } from '../modes/account-modes.ts';
import type { ProtocolCall } from '../service.ts';
import { mayHaveCode } from '../signin.rules.ts';
import * as store from '../signin.store.ts';
import { recordFailure } from '../throttle/failures.ts';
import { takeChallenge } from './challenges.store.ts';
import { askChallenge, assertAnswers, CHALLENGE_MS } from './challenges.ts';
import { maskedEmail, maskedPhone, newCode } from './codes.ts';
import { continueSignIn } from './second-factor.ts';

const USERNAME_MAX = 128;

/** CUSTOM_AUTH: sends a one-time password to the user's verified phone number, or by e-mail where no text message can be sent. */
export async function sendOneTimePassword(call: ProtocolCall): Promise<Readonly<Record<string, unknown>>> {
  const { body, ip, service } = call;
  const typed = stringOf(objectOf(body, 'AuthParameters'), 'USERNAME', USERNAME_MAX);
  const login = loginName(typed);
  if (login === '') throw new CognitoError('InvalidParameterException', 'Missing required parameter USERNAME');
  const user = await service.db.signinTransaction((tx) => store.findByLogin(tx, login));
  await service.throttle.countOperation('one-time-password', user?.username ?? login, ip);
  if (!user && !service.hidesUnknownUsers) throw new CognitoError('UserNotFoundException');

  const canBeSent =
    user?.phoneVerified === true &&
    user.phoneNumber !== null &&
    service.delivery.medium(user, 'oneTimePassword') !== undefined;
  if (user && !canBeSent && !service.hidesUnknownUsers) {
    throw new CognitoError('InvalidParameterException', 'The user has no verified phone number.');
  }
  const isAllowed = async () => user !== undefined && (await modesOfAccount(service, user)).includes('oneTimePassword');
  if (user && !service.hidesUnknownUsers && !(await isAllowed())) throw modeNotAllowed();
  // Users who may not sign in get a challenge too, which no code satisfies: an unproven caller learns nothing about the account.
  const isEligible = user !== undefined && canBeSent && mayHaveCode(await withoutVainReset(service, user));
  const code = newCode();
  const hmac = isEligible ? service.codes.hash('one-time-password', user.sub, code) : null;
  const Session = await askChallenge(service, 'CUSTOM_CHALLENGE', isEligible ? user.sub : null, { codeHmac: hmac });
  if (isEligible) {
    service.inBackground(async () => {
      if (!(await isAllowed())) return;
      await service.delivery.send(user, { kind: 'oneTimePassword', code, minutes: CHALLENGE_MS / 60_000 });
    });
  }
  const [medium, destination] = destinationOf(call, login, canBeSent ? user : undefined);
  return {
    ChallengeName: 'CUSTOM_CHALLENGE',
    ChallengeParameters: {
      USERNAME: typed,
      CODE_DELIVERY_DELIVERY_MEDIUM: medium,
      CODE_DELIVERY_DESTINATION: destination,
    },
    Session,
  };
}

function destinationOf(
  { service }: ProtocolCall,
  login: string,
  user: store.IdentityUser | undefined,
): [string, string] {
  // For an unknown username, the medium of a user with both an address and a number.
  const medium = user ? service.delivery.medium(user, 'oneTimePassword') : service.delivery.defaultMedium;
  if (medium === 'SMS') {
    const typed = /^\+?[\d\s().-]+$/.test(login) ? login.replace(/\D/g, '') : service.codes.fakePhoneNumber(login);
    return ['SMS', maskedPhone(user?.phoneNumber ?? typed)];
  }
  return ['EMAIL', user?.email ? maskedEmail(user.email) : service.codes.fakeDestination(login)];
}

/** CUSTOM_CHALLENGE: the session is consumed before the code is compared, so that a code has one attempt only. */
export async function answerOneTimePassword(
  call: ProtocolCall,
  digest: Buffer,
  responses: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { service } = call;
  const login = loginName(stringOf(responses, 'USERNAME', USERNAME_MAX));
  const answer = stringOf(responses, 'ANSWER', 64).trim();
  const { stored, user } = await service.db.signinTransaction(async (tx) => ({
    stored: await takeChallenge(tx, digest),
    user: await store.findByLogin(tx, login),
  }));
  assertAnswers(stored, 'CUSTOM_CHALLENGE', call);
  const isCorrect =
    user?.sub === stored.sub &&
    stored.codeHmac !== null &&
    service.codes.matches(stored.codeHmac, 'one-time-password', stored.sub, answer);
  // Includes users who were disabled after the code was sent.
  if (!isCorrect || !mayHaveCode(await withoutVainReset(service, user))) {
    recordFailure(call, login, user, isCorrect ? 'account' : 'code');
    throw new CognitoError('NotAuthorizedException');
  }
  return continueSignIn(call, user, 'one-time-password');
}
