import { CognitoError } from '../core/errors.ts';
import type { IdentityService, ProtocolCall } from '../service.ts';
import { digestOf } from '../tokens/tokens.ts';
import { type Challenge, insertChallenge, type StoredChallenge } from './challenges.store.ts';
import { newChallengeToken } from './codes.ts';

/** Lifetime of a challenge. */
export const CHALLENGE_MS = 180_000;

/** The same error for every invalid session: unknown, used, expired, or of another user or challenge. */
export const sessionNotAccepted = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.');

/** Stores a challenge and returns the `Session` that the client sends back with its response. */
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
  { service }: ProtocolCall,
): asserts stored is StoredChallenge & { readonly sub: string } {
  if (!stored || stored.challenge !== challenge || stored.sub === null || stored.expiresAt <= service.clock()) {
    throw sessionNotAccepted();
  }
}
