import { answerNewPassword } from '../challenges/new-password.ts';
import { answerOneTimePassword } from '../challenges/one-time-password.ts';
import { answerPasskey } from '../challenges/passkeys.ts';
import { answerSoftwareToken } from '../challenges/second-factor.ts';
import { CognitoError } from '../core/errors.ts';
import { assertClient, objectOf, stringOf } from '../core/parameters.ts';
import { answerSetup } from '../factors/set-up.ts';
import type { Operation, ProtocolCall } from '../service.ts';
import { digestOf } from '../tokens/tokens.ts';

type Answer = (
  call: ProtocolCall,
  digest: Buffer,
  responses: Readonly<Record<string, unknown>>,
) => Promise<Readonly<Record<string, unknown>>>;

const ANSWERS: Readonly<Record<string, Answer>> = {
  CUSTOM_CHALLENGE: answerOneTimePassword,
  NEW_PASSWORD_REQUIRED: answerNewPassword,
  SOFTWARE_TOKEN_MFA: answerSoftwareToken,
  MFA_SETUP: answerSetup,
  WEB_AUTHN: answerPasskey,
};

export const respondToAuthChallenge: Operation = async (call) => {
  assertClient(call);
  const name = stringOf(call.body, 'ChallengeName', 64);
  const digest = digestOf(stringOf(call.body, 'Session', 2048));
  const responses = objectOf(call.body, 'ChallengeResponses');
  if (!Object.hasOwn(ANSWERS, name)) {
    throw new CognitoError('InvalidParameterException', `Unknown challenge ${name}`);
  }
  await call.service.throttle.countOperation('answer', '', call.ip);
  return ANSWERS[name]!(call, digest, responses);
};
