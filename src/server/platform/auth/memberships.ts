import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';
import { AppError } from '../errors.ts';
import type { CallerSession } from '../session.ts';
import { BUILT_IN_ISSUER } from './built-in-issuer.ts';
import type { Issuer } from './issuers.ts';
import type { CheckedToken } from './token-checks.ts';

/** No identity provider of a tenant may hand out the provider's own rights, whatever its settings say. */
const NEVER_MAPPED = new Set(['verva.admin']);

export interface Membership {
  readonly tenantId: number;
  readonly slug: string;
  readonly name: string;
  readonly status: string;
  readonly userId: string;
  readonly revokedBefore: Date | null;
}

/** The tenants in which this subject is known. For the embedded service also: throws `session.revoked` unless its session and account still stand. */
export async function readMemberships(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  issuer: Issuer,
  token: CheckedToken,
  now: Date,
): Promise<Membership[]> {
  return db.signinTransaction(async (tx) => {
    if (issuer.key === BUILT_IN_ISSUER) {
      const family = token.claims.origin_jti;
      if (typeof family !== 'string' || !UUID.test(family) || !UUID.test(token.subject)) {
        throw new AppError('token.not_accepted');
      }
      const alive = await sql`SELECT 1 FROM idn_refresh r JOIN idn_user u ON u.sub = r.user_sub
        WHERE r.family_id = ${family}::uuid AND r.user_sub = ${token.subject}::uuid AND r.revoked_at IS NULL AND r.expires_at > ${now} AND NOT u.disabled`.execute(
        tx,
      );
      if (alive.rows.length === 0) throw new AppError('session.revoked');
    }
    const { rows } = await sql<Membership>`SELECT i.tenant_id AS "tenantId", t.slug, t.name, t.status,
        i.user_id AS "userId", i.revoked_before AS "revokedBefore"
      FROM user_identity i JOIN tenant t ON t.id = i.tenant_id
      WHERE i.issuer = ${issuer.key} AND i.subject = ${token.subject} ORDER BY t.name, t.id`.execute(tx);
    return rows;
  });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Which tenant this request is about: the one asked for, else the issuer's or the token's own. Throws
 * `tenant.not_a_member`, `tenant.suspended`, `tenant.choice_required`, `token.not_accepted`.
 */
export function chooseMembership(
  memberships: readonly Membership[],
  issuer: Issuer,
  token: CheckedToken,
  asked: string | undefined,
): Membership {
  const claim = token.claims['custom:tenantId'];
  // A tenant's own identity provider is never asked which tenant its people belong to.
  if (issuer.tenantId === null && typeof claim !== 'string') throw new AppError('token.not_accepted');
  const isHome = (one: Membership) =>
    issuer.tenantId === null ? one.slug === claim : one.tenantId === issuer.tenantId;
  const chosen = memberships.find((one) => (asked === undefined ? isHome(one) : one.slug === asked));
  if (!chosen) {
    if (asked !== undefined) throw new AppError('tenant.not_a_member', { tenant: asked });
    if (memberships.length === 0) throw new AppError('token.not_accepted');
    const tenants = memberships.map(({ slug, name }) => ({ tenantId: slug, name }));
    throw new AppError('tenant.choice_required', {}, { tenants });
  }
  if (chosen.status !== 'active') throw new AppError('tenant.suspended', { tenant: chosen.name });
  // Whole seconds on purpose: an `iat` of the second in which everything was revoked counts as before.
  if (chosen.revokedBefore && token.issuedAt * 1000 < chosen.revokedBefore.getTime()) {
    throw new AppError('session.revoked');
  }
  return chosen;
}

/** The person with groups. Throws `session.revoked` when the account is not active. */
export async function readCaller(
  db: Pick<DatabaseHandle, 'tenantTransaction'>,
  { tenantId, slug, userId }: Membership,
  idpGroups: readonly string[] | null,
): Promise<CallerSession> {
  interface Row {
    username: string;
    name: string | null;
    language_id: string;
    time_zone: string;
    groups: string[];
    idp_groups: string[];
  }
  return db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const read = () =>
      sql<Row>`SELECT u.username, u.name, u.language_id, t.time_zone,
          ARRAY(SELECT group_id FROM group_member WHERE user_id = u.id ORDER BY group_id) AS groups,
          ARRAY(SELECT group_id FROM group_member WHERE user_id = u.id AND source = 'idp' ORDER BY group_id) AS idp_groups
        FROM app_user u JOIN tenant t ON t.id = u.tenant_id WHERE u.id = ${userId}::uuid AND u.status = 'active'`.execute(
        tx,
      );
    let row = (await read()).rows[0];
    if (!row) throw new AppError('session.revoked');
    if (idpGroups && row.idp_groups.join(' ') !== [...idpGroups].sort().join(' ')) {
      // The groups table is the only truth about groups, so what the identity provider says is written into it.
      await sql`DELETE FROM group_member WHERE user_id = ${userId}::uuid AND source = 'idp' AND group_id <> ALL(${[...idpGroups]}::text[])`.execute(
        tx,
      );
      await sql`INSERT INTO group_member (group_id, user_id, source) SELECT id, ${userId}::uuid, 'idp' FROM app_group
        WHERE id = ANY(${[...idpGroups]}::text[]) ON CONFLICT DO NOTHING`.execute(tx);
      row = (await read()).rows[0]!;
    }
    return {
      tenantId,
      tenantSlug: slug,
      timeZone: row.time_zone,
      languageId: row.language_id,
      userId,
      username: row.username,
      name: row.name ?? row.username,
      groups: row.groups,
      isAdmin: row.groups.includes('admin') || row.groups.includes('verva.admin'),
      isProvider: row.groups.includes('verva.admin'),
      scopes: null,
    };
  });
}

/** The groups an identity provider of a tenant gives, through the issuer's list; null when the issuer says nothing of groups. */
export function mappedGroups(issuer: Issuer, token: CheckedToken): string[] | null {
  if (issuer.tenantId === null || issuer.groupsClaim === null) return null;
  const claimed = token.claims[issuer.groupsClaim];
  const names = Array.isArray(claimed) ? claimed.filter((one) => typeof one === 'string') : [];
  const groups = names.flatMap((name) => (Object.hasOwn(issuer.groupMap, name) ? [issuer.groupMap[name]!] : []));
  return [...new Set(groups)].filter((group) => !NEVER_MAPPED.has(group));
}

/**
 * Links a first sign-in to the person with the same address: only in the issuer's own tenant, only an address that the
 * issuer has verified, and only of a domain that the tenant has entrusted to it. Everything else would let one identity
 * provider take over accounts of another.
 */
export async function linkByEmail(db: DatabaseHandle, issuer: Issuer, token: CheckedToken): Promise<boolean> {
  const { tenantId } = issuer;
  const { email, email_verified: verified } = token.claims;
  if (tenantId === null || typeof email !== 'string' || (verified !== true && verified !== 'true')) return false;
  const address = email.toLowerCase();
  if (!issuer.emailDomains.includes(address.slice(address.lastIndexOf('@') + 1))) return false;
  const people = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{
      id: string;
    }>`SELECT id FROM app_user WHERE email_key = ${address} AND status = 'active' AND source <> 'partner' LIMIT 2`.execute(
      tx,
    ),
  );
  // Two people with one address: nobody can say which of them this is.
  if (people.rows.length !== 1) return false;
  await db.signinTransaction((tx) =>
    sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id)
      VALUES (${issuer.key}, ${token.subject}, ${tenantId}, ${people.rows[0]!.id}::uuid) ON CONFLICT DO NOTHING`.execute(
      tx,
    ),
  );
  return true;
}
