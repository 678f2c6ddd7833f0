import { CognitoError } from '../cognito/errors.ts';
import type { IdentityService, WireCall } from '../service.ts';
import { digestOf } from '../tokens/tokens.ts';
import { type Challenge, insertChallenge, type StoredChallenge } from './challenges.store.ts';
import { newChallengeToken } from './codes.ts';

/** How long an answer is waited for. */
export const CHALLENGE_MS = 180_000;

/** Every fault of a session is answered alike: made up, used, expired, of another person or another question. */
export const sessionNotAccepted = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.');

/** Keeps what the answer will be checked by; the `Session` that the client sends back with it. */
export async function askChallenge(
  { db, clock }: IdentityService,
  challenge: Challenge,
  sub: string | null,
  codeHmac: Buffer | null = null,
): Promise<string> {
  const token = newChallengeToken();
  const now = clock();
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS);
  await db.signinTransaction((tx) =>
    insertChallenge(tx, digestOf(token), { sub, challenge, codeHmac, expiresAt }, now),
  );
  return token;
}

export function assertAnswers(
  stored: StoredChallenge | undefined,
  challenge: Challenge,
  { service }: WireCall,
): asserts stored is StoredChallenge & { readonly sub: string } {
  if (!stored || stored.challenge !== challenge || stored.sub === null || stored.expiresAt <= service.clock()) {
    throw sessionNotAccepted();
  }
}
