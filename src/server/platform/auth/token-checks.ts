import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { AppError } from '../errors.ts';
import type { Issuer } from './issuers.ts';

/** Three non-empty parts: refuses encrypted tokens (five parts) and unsigned ones (empty third part). */
const COMPACT_JWS = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const TOKEN_MAX = 8192;
const KEY_ID_MAX = 200;
const SUBJECT_MAX = 255;
const CLOCK_TOLERANCE_S = 60;
const LIFETIME_MAX_S = 24 * 3600;
/** Headers that let a token choose its verification key, or change what the rest means. */
const REFUSED_HEADERS = ['jku', 'jwk', 'x5u', 'x5c', 'crit'] as const;

export interface ReadToken {
  readonly iss: string;
  readonly kid: string;
}

/** Why a token with a valid signature is refused; `refused`: any other reason. Callers always get `token.not_accepted`. */
type Reason = 'audience' | 'kind' | 'early' | 'refused';

export class TokenRefused extends AppError {
  readonly why: Reason;

  constructor(why: Reason) {
    super('token.not_accepted');
    this.why = why;
  }
}

const refused = (why: Reason = 'refused') => new TokenRefused(why);

/** Reads what is needed to choose the issuer; nothing in it is trusted yet. Throws `token.not_accepted`. */
export function readToken(token: string): ReadToken {
  if (token.length > TOKEN_MAX || !COMPACT_JWS.test(token)) throw refused();
  try {
    const header = decodeProtectedHeader(token) as Record<string, unknown>;
    const { iss } = decodeJwt(token) as Record<string, unknown>;
    const { kid } = header;
    if (REFUSED_HEADERS.some((name) => Object.hasOwn(header, name))) throw refused();
    if (typeof kid !== 'string' || kid === '' || kid.length > KEY_ID_MAX || typeof iss !== 'string') throw refused();
    return { iss, kid };
  } catch {
    // Text that cannot be decoded is not a token of ours.
    throw refused();
  }
}

/** A token with verified signature and claims. */
export interface CheckedToken {
  readonly subject: string;
  /** Seconds since 1970. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly claims: JWTPayload;
}

/**
 * Checks signature, issuer, audience, times and use. Throws `session.expired`, `token.not_accepted`, or
 * `identity.unavailable` when the issuer's keys cannot be fetched: the user's session may still be valid.
 */
export async function checkToken(token: string, iss: string, issuer: Issuer, now: Date): Promise<CheckedToken> {
  const claims = await verifySignature(token, iss, issuer, now);
  const subject = claims[issuer.subjectClaim];
  const { iat, exp } = claims;
  if (typeof subject !== 'string' || subject === '' || subject.length > SUBJECT_MAX) throw refused();
  if (iat === undefined || exp === undefined || exp - iat > LIFETIME_MAX_S) throw refused();
  if (issuer.tokenUse !== null && claims.token_use !== issuer.tokenUse) throw refused('kind');
  if (claims.azp !== undefined && claims.azp !== issuer.audience) throw refused('audience');
  return { subject, issuedAt: iat, expiresAt: exp, claims };
}

async function verifySignature(token: string, iss: string, issuer: Issuer, now: Date): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, issuer.keys, {
      issuer: iss,
      audience: issuer.audience,
      algorithms: [...issuer.algorithms],
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['sub', 'exp', 'iat'],
      maxTokenAge: LIFETIME_MAX_S,
      currentDate: now,
    });
    return payload;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof errors.JWTExpired) throw new AppError('session.expired');
    if (error instanceof errors.JWTClaimValidationFailed) throw refused(reasonOf(error, issuer));
    if (isFaultOfToken(error)) throw refused();
    throw new AppError('identity.unavailable');
  }
}

/** Claims are checked after the signature, so only a holder of a real token of the issuer learns the reason. */
function reasonOf({ claim, reason, payload }: errors.JWTClaimValidationFailed, { tokenUse }: Issuer): Reason {
  if (claim === 'aud') return tokenUse === null || payload.token_use === tokenUse ? 'audience' : 'kind';
  return (claim === 'nbf' || claim === 'iat') && reason === 'check_failed' ? 'early' : 'refused';
}

const isFaultOfToken = (error: unknown) =>
  error instanceof errors.JWTInvalid ||
  error instanceof errors.JWSInvalid ||
  error instanceof errors.JWSSignatureVerificationFailed ||
  error instanceof errors.JOSEAlgNotAllowed ||
  error instanceof errors.JOSENotSupported ||
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys;
