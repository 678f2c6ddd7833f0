import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { digestOf } from './tokens.ts';

const TOKEN_BYTES = 48;
/** Characters of the first 24 bytes, which all tokens of a session share. */
const SESSION_LENGTH = 32;
const NUMBER_BYTES = 4;
const MAC_BYTES = 20;

/** Returns the first refresh token of a session: opaque, and only its digests are stored. */
export const newRefreshToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the digest by which the session of a token is found. */
export const sessionDigestOf = (token: string): Buffer => digestOf(token.slice(0, SESSION_LENGTH));

/**
 * Derives the later tokens of a session from its first one: the shared part, the number of the token, and a MAC. A
 * repeated request therefore returns the same token, and used tokens need not be stored to be recognised.
 */
export interface RefreshTokens {
  /** Returns the token with this number (1 or more) of the session of `token`. */
  next(token: string, generation: number): string;
  /** Returns the number of a derived token; undefined when the server did not issue it. */
  generationOf(token: string): number | undefined;
}

export function createRefreshTokens(masterKey: string | Uint8Array): RefreshTokens {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'verva', 'idn_refresh', 32));
  function next(token: string, generation: number): string {
    const session = token.slice(0, SESSION_LENGTH);
    const number = Buffer.alloc(NUMBER_BYTES);
    number.writeUInt32BE(generation);
    const mac = createHmac('sha256', key).update(session).update(number).digest().subarray(0, MAC_BYTES);
    return session + Buffer.concat([number, mac]).toString('base64url');
  }
  return {
    next,
    generationOf(token) {
      const rest = Buffer.from(token.slice(SESSION_LENGTH), 'base64url');
      if (rest.length !== NUMBER_BYTES + MAC_BYTES) return undefined;
      const generation = rest.readUInt32BE();
      const [expected, presented] = [Buffer.from(next(token, generation)), Buffer.from(token)];
      const isOurs = expected.length === presented.length && timingSafeEqual(expected, presented);
      return isOurs && generation > 0 ? generation : undefined;
    },
  };
}
