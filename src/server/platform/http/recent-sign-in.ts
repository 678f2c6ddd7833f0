import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { AppError } from '../errors.ts';
import { bearerOf } from './serve.ts';

/** After this time a session may no longer change how its user signs in. */
export const RECENT_MS = 600_000;

/**
 * Refuses sessions whose user signed in too long ago, or at a provider that does not say when: a stolen session must not
 * change how its user signs in. The token of the request is verified already. Throws `session.too_old`.
 */
export function assertRecentSignIn({ headers }: Pick<FastifyRequest, 'headers'>, now: Date): void {
  const { auth_time: signedInAt } = decodeJwt(bearerOf(headers.authorization));
  if (typeof signedInAt !== 'number' || now.getTime() - signedInAt * 1000 > RECENT_MS) {
    throw new AppError('session.too_old');
  }
}
