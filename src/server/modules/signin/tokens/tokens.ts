import { createHash, randomUUID } from 'node:crypto';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { WEB_CLIENT_ID } from '../../../platform/auth/built-in-issuer.ts';
import type { SigningKeys } from '../../../platform/auth/signing-keys.ts';
import { CognitoError } from '../core/errors.ts';
import type { IdentityUser } from '../signin.store.ts';

const TOKEN_SECONDS = 3600;
const CLOCK_TOLERANCE_S = 60;

export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** One sign-in of one user: all tokens issued from it end with it. */
export interface SignedInSession {
  readonly familyId: string;
  readonly authTimeMs: number;
  /** Authentication methods (RFC 8176). */
  readonly amr: readonly string[];
  /** No token outlives the session. */
  readonly expiresAt: Date;
}

export interface IssuedTokens {
  readonly IdToken: string;
  readonly AccessToken: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
}

/** Signs the two tokens that Amazon Cognito issues: the id token for the API, the access token for the operations of this service. */
export async function issueTokens(
  keys: SigningKeys,
  issuer: string,
  user: IdentityUser,
  session: SignedInSession,
  now: Date,
): Promise<IssuedTokens> {
  const { kid, key } = await keys.active();
  const issuedAt = Math.floor(now.getTime() / 1000);
  const seconds = Math.min(TOKEN_SECONDS, Math.floor(session.expiresAt.getTime() / 1000) - issuedAt);
  const sign = (claims: JWTPayload) =>
    new SignJWT({
      ...claims,
      auth_time: Math.floor(session.authTimeMs / 1000),
      amr: [...session.amr],
      origin_jti: session.familyId,
      event_id: randomUUID(),
      jti: randomUUID(),
    })
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setSubject(user.sub)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .sign(key);
  const [IdToken, AccessToken] = await Promise.all([
    sign({
      aud: WEB_CLIENT_ID,
      token_use: 'id',
      'cognito:username': user.username,
      email: user.email ?? undefined,
      email_verified: user.email === null ? undefined : user.emailVerified,
      phone_number: user.phoneNumber ?? undefined,
      phone_number_verified: user.phoneNumber === null ? undefined : user.phoneVerified,
      'custom:tenantId': user.tenantSlug,
    }),
    sign({
      client_id: WEB_CLIENT_ID,
      token_use: 'access',
      scope: 'aws.cognito.signin.user.admin',
      username: user.username,
    }),
  ]);
  return { IdToken, AccessToken, ExpiresIn: seconds, TokenType: 'Bearer' };
}

/** Returns the subject and session of an access token. Throws NotAuthorizedException; the caller checks whether the session is still active. */
export async function readAccessToken(
  keys: SigningKeys,
  issuer: string,
  token: string,
  now: Date,
): Promise<{ sub: string; familyId: string; issuedAt: number }> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = typeof kid === 'string' ? await keys.find(kid) : undefined;
        if (!key) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        issuer,
        algorithms: ['RS256'],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: now,
        requiredClaims: ['sub', 'exp', 'iat'],
      },
    );
    const { sub, origin_jti: familyId, token_use: use, client_id: client } = payload;
    if (use !== 'access' || client !== WEB_CLIENT_ID || typeof sub !== 'string' || typeof familyId !== 'string') {
      throw new CognitoError('NotAuthorizedException', 'Invalid Access Token');
    }
    return { sub, familyId, issuedAt: payload.iat! };
  } catch (error) {
    if (error instanceof errors.JWTExpired) {
      throw new CognitoError('NotAuthorizedException', 'Access Token has expired');
    }
    if (error instanceof errors.JOSEError) throw new CognitoError('NotAuthorizedException', 'Invalid Access Token');
    throw error;
  }
}
