import { CognitoError } from '../core/errors.ts';
import type { IdentityService, ProtocolCall } from '../service.ts';
import type { SigninMode } from '../signin.audit.ts';
import { digestOf } from '../tokens/tokens.ts';
import { type Challenge, insertChallenge, type StoredChallenge } from './challenges.store.ts';
import { newChallengeToken } from './codes.ts';

/** Lifetime of a challenge. */
export const CHALLENGE_MS = 180_000;

/** The same error for every invalid session: unknown, used, expired, or of another user or challenge. */
export const sessionNotAccepted = () =>
  new CognitoError('NotAuthorizedException', 'Invalid session for the user, session is expired.');

interface AskOptions {
  readonly codeHmac?: Buffer | null;
  readonly mode?: SigninMode | null;
  /** In milliseconds. */
  readonly lifetime?: number;
}

/** Stores a challenge and returns the `Session` that the client sends back with its response. */
export async function askChallenge(
  { db, clock }: IdentityService,
  challenge: Challenge,
  sub: string | null,
  { codeHmac = null, mode = null, lifetime = CHALLENGE_MS }: AskOptions = {},
): Promise<string> {
  const token = newChallengeToken();
  const now = clock();
  const expiresAt = new Date(now.getTime() + lifetime);
  await db.signinTransaction((tx) =>
    insertChallenge(tx, digestOf(token), { sub, challenge, codeHmac, expiresAt, mode }, now),
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
