import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseHandle, Tx } from '../database.ts';
import { AppError } from '../errors.ts';
import { enqueue } from '../outbox.ts';
import type { Issuer } from './issuers.ts';
import type { CheckedToken } from './token-checks.ts';

/** A refused attempt is recorded once in this time, however often the token is sent. */
const AUDITED_AGAIN_MS = 3_600_000;
const ENTITY = 'user_identity';
/** The job that informs the administrators of a refused link. */
export const LINK_REFUSED_JOB = 'identity.link-refused';

export interface SubjectLink {
  readonly issuer: string;
  readonly subject: string;
  readonly tenantId: number;
  /** `app_user.id`. */
  readonly userId: string;
}

/**
 * Links a subject to a user, who has at most one subject per issuer. `taken`: the user has another subject there,
 * or the subject belongs to another user of the tenant. Linking the same pair again returns `linked`.
 */
export async function linkSubject(tx: Tx, link: SubjectLink): Promise<'linked' | 'taken'> {
  const { issuer, subject, tenantId, userId } = link;
  await sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id)
    VALUES (${issuer}, ${subject}, ${tenantId}, ${userId}::uuid) ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql`SELECT 1 FROM user_identity
    WHERE issuer = ${issuer} AND subject = ${subject} AND tenant_id = ${tenantId} AND user_id = ${userId}::uuid`.execute(
    tx,
  );
  return rows.length > 0 ? 'linked' : 'taken';
}

/**
 * The user whom a first sign-in may be linked to; undefined if there is none, or more than one. By e-mail: only in the
 * issuer's own tenant, only an address that the issuer has verified, and only of a domain that the tenant has entrusted to
 * it. Anything else would let one identity provider take over accounts of another. An address set by an administrator links
 * nothing until the user has confirmed it: otherwise the owner of that address could sign in as the user.
 */
export async function findUserToLink(
  db: Pick<DatabaseHandle, 'tenantTransaction'>,
  issuer: Issuer,
  token: CheckedToken,
): Promise<string | undefined> {
  const { tenantId } = issuer;
  const condition = conditionOf(issuer, token);
  if (tenantId === null || condition === undefined) return undefined;
  const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{ id: string }>`SELECT id FROM app_user WHERE ${condition} AND status = 'active' AND source <> 'partner'
      LIMIT 2`.execute(tx),
  );
  return rows.length === 1 ? rows[0]!.id : undefined;
}

function conditionOf({ linkBy, emailDomains }: Issuer, { subject, claims }: CheckedToken) {
  if (linkBy === 'external_id') return sql`external_id = ${subject}`;
  const { email, email_verified: verified } = claims;
  if (linkBy === 'none' || typeof email !== 'string' || (verified !== true && verified !== 'true')) return undefined;
  const address = email.toLowerCase();
  if (!emailDomains.includes(address.slice(address.lastIndexOf('@') + 1))) return undefined;
  return sql`email_key = ${address} AND email_verified`;
}

/**
 * Links a first sign-in to its user (`findUserToLink`). Throws `identity.already_linked` when the user is linked to another
 * subject of this issuer: a reused address must not give access to the first user's account.
 */
export async function linkFirstSignIn(
  db: DatabaseHandle,
  issuer: Issuer,
  token: CheckedToken,
  now: Date,
  log?: Pick<Logger, 'warn'>,
): Promise<boolean> {
  const { tenantId } = issuer;
  const userId = await findUserToLink(db, issuer, token);
  if (tenantId === null || userId === undefined) return false;
  const link = { issuer: issuer.key, subject: token.subject, tenantId, userId };
  const linked = await db.signinTransaction((tx) => linkSubject(tx, link), { userId });
  if (linked === 'linked') return true;
  await auditRefusal(db, link, now);
  log?.warn(link, 'refused a second account of an identity provider for a linked user');
  throw new AppError('identity.already_linked');
}

/** Adds an audit row about the user, for the administrator; without an actor, as the sender is unknown here. */
async function auditRefusal(db: DatabaseHandle, link: SubjectLink, now: Date): Promise<void> {
  const { issuer, subject, tenantId, userId } = link;
  await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    const id = `${issuer}/${subject}`;
    await sql`INSERT INTO audit_log (verb, entity, entity_id, subject_id, at, after)
      SELECT 'link-refused', ${ENTITY}, ${id}, ${userId}::uuid, ${now}, jsonb_build_object('issuer', ${issuer}::text, 'subject', ${subject}::text)
      WHERE NOT EXISTS (SELECT 1 FROM audit_log WHERE entity = ${ENTITY} AND entity_id = ${id} AND verb = 'link-refused'
        AND at > ${new Date(now.getTime() - AUDITED_AGAIN_MS)})`.execute(tx);
    const day = now.toISOString().slice(0, 10);
    // Notifies once for each subject and day, however often the token is sent.
    await enqueue(
      tx,
      'job',
      { job: LINK_REFUSED_JOB, issuer, subject, userId, day },
      { dedupeKey: `${LINK_REFUSED_JOB}/${id}/${day}` },
    );
  });
}
