import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../database.ts';
import { AppError } from '../errors.ts';
import type { CallerSession } from '../session.ts';
import { isUuid } from '../uuid.ts';
import { assertAccountOpen } from './account.ts';
import { BUILT_IN_ISSUER } from './built-in-issuer.ts';
import type { Issuer } from './issuers.ts';
import { findActiveSession } from './session-use.ts';
import type { CheckedToken } from './token-checks.ts';

export interface Membership {
  readonly tenantId: number;
  readonly slug: string;
  readonly name: string;
  readonly status: string;
  readonly userId: string;
  readonly revokedBefore: Date | null;
  /** The last sign-in at the issuer in the audit log. */
  readonly signedInAt?: Date | null;
}

/** Returns the tenants that know this subject. For the embedded service, throws `session.revoked` unless its session and account are valid. */
export async function readMemberships(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  issuer: Issuer,
  token: CheckedToken,
  now: Date,
): Promise<Membership[]> {
  return db.signinTransaction(async (tx) => {
    if (issuer.key === BUILT_IN_ISSUER) {
      const family = token.claims.origin_jti;
      if (typeof family !== 'string' || !isUuid(family) || !isUuid(token.subject)) {
        throw new AppError('token.not_accepted');
      }
      const use = { familyId: family, sub: token.subject, issuedAt: token.issuedAt };
      if (!(await findActiveSession(tx, use, now))?.isAccountOpen) throw new AppError('session.revoked');
    }
    const read = () => readRows(tx, issuer, token);
    const rows = await read();
    if (!rows.some(({ isInFuture }) => isInFuture)) return rows;
    await mendMarks(tx, issuer, token);
    return read();
  });
}

/** A mark this far in the future of the database was set by a wrong clock; synchronised clocks differ by less. */
const IS_IN_FUTURE = sql.raw(`revoked_before > clock_timestamp() + interval '1 minute'`);

async function readRows(
  tx: Tx,
  issuer: Issuer,
  token: CheckedToken,
): Promise<(Membership & { isInFuture: boolean })[]> {
  const { rows } = await sql<
    Membership & { isInFuture: boolean }
  >`SELECT i.tenant_id AS "tenantId", t.slug, t.name, t.status,
      i.user_id AS "userId", i.revoked_before AS "revokedBefore", i.signed_in_at AS "signedInAt", coalesce(i.${IS_IN_FUTURE}, false) AS "isInFuture"
    FROM user_identity i JOIN tenant t ON t.id = i.tenant_id
    WHERE i.issuer = ${issuer.key} AND i.subject = ${token.subject} ORDER BY t.name, t.id`.execute(tx);
  return rows;
}

/** Resets marks from the future to the present: existing tokens stay refused, later ones are accepted. */
async function mendMarks(tx: Tx, issuer: Issuer, token: CheckedToken): Promise<void> {
  await sql`UPDATE user_identity SET revoked_before = clock_timestamp()
    WHERE issuer = ${issuer.key} AND subject = ${token.subject} AND ${IS_IN_FUTURE}`.execute(tx);
}

/**
 * Returns the tenant of this request: the requested one, else the issuer's or the token's own. Throws
 * `tenant.not_a_member`, `tenant.suspended`, `tenant.choice_required`, `token.not_accepted`.
 */
export function chooseMembership(
  memberships: readonly Membership[],
  issuer: Issuer,
  token: CheckedToken,
  asked: string | undefined,
): Membership {
  const claim = token.claims['custom:tenantId'];
  // The identity provider of one tenant never decides the tenant of its users.
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
  // Whole seconds on purpose: an `iat` within the second of the revocation counts as before it.
  if (chosen.revokedBefore && token.issuedAt * 1000 < chosen.revokedBefore.getTime()) {
    throw new AppError('session.revoked');
  }
  return chosen;
}

/** Reads the user with groups; used by every kind of authentication. Throws `session.revoked` when user or account is not active. */
export async function readCaller(
  db: Pick<DatabaseHandle, 'signinTransaction' | 'tenantTransaction'>,
  { tenantId, slug, userId }: Membership,
): Promise<CallerSession> {
  await assertAccountOpen(db, { tenantId, userId });
  interface Row {
    username: string;
    name: string | null;
    language_id: string;
    time_zone: string;
    groups: string[];
  }
  return db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const { rows } = await sql<Row>`SELECT u.username, u.name, u.language_id, t.time_zone,
        ARRAY(SELECT group_id FROM group_member WHERE user_id = u.id ORDER BY group_id) AS groups
      FROM app_user u JOIN tenant t ON t.id = u.tenant_id WHERE u.id = ${userId}::uuid AND u.status = 'active'`.execute(
      tx,
    );
    const row = rows[0];
    if (!row) throw new AppError('session.revoked');
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
