import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { isUuid } from '../uuid.ts';
import { bearerOf } from './serve.ts';

/**
 * Returns the session that the token of the request names; undefined when it names none. Other issuers may name sessions
 * in the same claim: compare with the sessions of the caller. The token is verified already.
 */
export function sessionIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { origin_jti: id } = decodeJwt(bearerOf(headers.authorization));
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}
