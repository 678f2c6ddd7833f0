import { sql } from 'kysely';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import { linkSubject } from '../../../platform/auth/link-subject.ts';
import type { DatabaseHandle } from '../../../platform/database.ts';

/** A user's account at an identity provider. */
export interface SubjectLinkRow {
  readonly provider: string;
  readonly tenantId: number;
  readonly tenant: string;
  /** `app_user.id`. */
  readonly userId: string;
  readonly username: string;
  readonly subject: string;
  readonly lastUsed: Date | null;
}

/** Returns the links of users who have more than one at a provider; with `username`, all links of that user. Works before the database is migrated. */
export async function readSubjectLinks(db: DatabaseHandle, username?: string): Promise<SubjectLinkRow[]> {
  const { rows } = await db.signinTransaction((tx) =>
    sql<Omit<SubjectLinkRow, 'username'>>`SELECT p.idp_name AS provider, i.tenant_id AS "tenantId", t.slug AS tenant,
        i.user_id AS "userId", i.subject, i.last_used_at AS "lastUsed"
      FROM user_identity i JOIN tenant_issuers p USING (issuer) JOIN tenant t ON t.id = i.tenant_id
      WHERE i.issuer <> ${BUILT_IN_ISSUER} AND (${username !== undefined} OR EXISTS (SELECT 1 FROM user_identity o
        WHERE o.issuer = i.issuer AND o.tenant_id = i.tenant_id AND o.user_id = i.user_id AND o.subject <> i.subject))
      ORDER BY t.slug, p.idp_name, i.user_id, i.subject`.execute(tx),
  );
  const named: SubjectLinkRow[] = [];
  for (const row of rows) {
    const found = await db.tenantTransaction({ tenantId: row.tenantId, userId: null }, (tx) =>
      sql<{ username: string }>`SELECT username FROM app_user WHERE id = ${row.userId}::uuid`.execute(tx),
    );
    named.push({ ...row, username: found.rows[0]?.username ?? '(removed)' });
  }
  return username === undefined ? named : named.filter((row) => row.username === username.toLowerCase());
}

/** Removes the link of a subject and writes a row to the audit log. Returns false when it does not exist. */
export async function removeSubjectLink(db: DatabaseHandle, provider: string, subject: string): Promise<boolean> {
  const removed = await db.signinTransaction((tx) =>
    sql<{
      issuer: string;
      tenantId: number;
      userId: string;
      isAudited: boolean;
    }>`DELETE FROM user_identity i USING tenant_issuers p
      WHERE p.issuer = i.issuer AND p.idp_name = ${provider} AND i.subject = ${subject} AND i.issuer <> ${BUILT_IN_ISSUER}
      RETURNING i.issuer, i.tenant_id AS "tenantId", i.user_id AS "userId",
        EXISTS (SELECT 1 FROM pg_trigger WHERE tgrelid = 'user_identity'::regclass AND tgname = 'audit') AS "isAudited"`.execute(
      tx,
    ),
  );
  for (const { issuer, tenantId, userId, isAudited } of removed.rows) {
    // A database that is not migrated yet has no audit trigger.
    if (isAudited) continue;
    await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`INSERT INTO audit_log (verb, entity, entity_id, subject_id, before)
        VALUES ('link-removed', 'user_identity', ${`${issuer}/${subject}`}, ${userId}::uuid, jsonb_build_object('issuer', ${issuer}::text, 'subject', ${subject}::text))`.execute(
        tx,
      ),
    );
  }
  return removed.rows.length > 0;
}

/** Links a subject of an organisation's provider to one of its users. Returns the reason if it cannot. */
export async function addSubjectLink(
  db: DatabaseHandle,
  link: { readonly provider: string; readonly subject: string; readonly username: string },
): Promise<'linked' | 'no such provider' | 'no such person' | 'taken'> {
  const { rows } = await db.signinTransaction((tx) =>
    sql<{ issuer: string; tenantId: number }>`SELECT issuer, tenant_id AS "tenantId" FROM tenant_issuers
      WHERE idp_name = ${link.provider} AND tenant_id IS NOT NULL`.execute(tx),
  );
  const provider = rows[0];
  if (!provider) return 'no such provider';
  const { issuer, tenantId } = provider;
  const people = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
    sql<{ id: string }>`SELECT id FROM app_user WHERE username = ${link.username.toLowerCase()} AND status = 'active'
      AND source <> 'partner'`.execute(tx),
  );
  const userId = people.rows[0]?.id;
  if (userId === undefined) return 'no such person';
  return db.signinTransaction((tx) => linkSubject(tx, { issuer, subject: link.subject, tenantId, userId }));
}
