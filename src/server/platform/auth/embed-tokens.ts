import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';
import { AppError } from '../errors.ts';
import { isUuid } from '../uuid.ts';
import type { Membership } from './memberships.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The audience of tokens issued to an embedder's back end for its elements (BEY-20). */
export const EMBED_AUDIENCE = 'verva-embed';

/** The claims of an element token; its row in `embed_session` has the same values. */
export interface EmbedGrant {
  readonly sessionId: string;
  readonly userId: string;
  readonly tenantSlug: string;
  readonly scopes: readonly string[];
  readonly origin: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Whether the token claims to be an element token. Nothing in it is trusted yet. */
export function claimsToBeEmbedded(token: string): boolean {
  try {
    return decodeJwt(token).aud === EMBED_AUDIENCE;
  } catch {
    return false;
  }
}

export async function signEmbedToken(keys: SigningKeys, issuer: string, grant: EmbedGrant): Promise<string> {
  const { kid, key } = await keys.active();
  return new SignJWT({
    token_use: 'embed',
    'custom:tenantId': grant.tenantSlug,
    scope: grant.scopes.join(' '),
    origin: grant.origin,
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(EMBED_AUDIENCE)
    .setSubject(grant.userId)
    .setJti(grant.sessionId)
    .setIssuedAt(Math.floor(grant.issuedAt.getTime() / 1000))
    .setExpirationTime(Math.floor(grant.expiresAt.getTime() / 1000))
    .sign(key);
}

/**
 * Returns the user of a verified element token while its row exists. Throws `session.revoked`, `tenant.suspended`, and
 * `tenant.not_a_member` when another tenant is requested: such a token is for one tenant.
 */
export async function readEmbedSession(
  db: Pick<DatabaseHandle, 'systemTransaction'>,
  { jti, sub }: JWTPayload,
  asked: string | undefined,
  now: Date,
): Promise<{
  membership: Membership;
  scopes: readonly string[];
  items: readonly string[] | null;
  origin: string;
  client: { id: string; name: string };
}> {
  if (typeof jti !== 'string' || !isUuid(jti)) throw new AppError('token.not_accepted');
  const { rows } = await db.systemTransaction((tx) =>
    sql<
      Membership & { scopes: string[]; items: string[] | null; origin: string; client: { id: string; name: string } }
    >`
      SELECT t.id AS "tenantId", t.slug, t.name, t.status, s.user_id AS "userId", NULL AS "revokedBefore", s.scopes, s.items, s.origin,
        json_build_object('id', c.id, 'name', c.name) AS client
      FROM embed_session s JOIN tenant t ON t.id = s.tenant_id
      JOIN embed_client c ON c.tenant_id = s.tenant_id AND c.id = s.client_id
      WHERE s.id = ${jti}::uuid AND s.revoked_at IS NULL AND s.expires_at > ${now} AND c.disabled_at IS NULL`.execute(
      tx,
    ),
  );
  const found = rows[0];
  if (!found || found.userId !== sub) throw new AppError('session.revoked');
  if (asked !== undefined && asked !== found.slug) throw new AppError('tenant.not_a_member', { tenant: asked });
  if (found.status !== 'active') throw new AppError('tenant.suspended', { tenant: found.name });
  const { scopes, items, origin, client, ...membership } = found;
  return { membership, scopes, items, origin, client };
}
