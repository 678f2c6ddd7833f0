import { sql } from 'kysely';
import type { User } from '../../../shared/contracts/session.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import { BUILT_IN_ISSUER } from '../../platform/auth/built-in-issuer.ts';
import { type DatabaseHandle, json, type Tx } from '../../platform/database.ts';
import { removeFile } from '../../platform/files.ts';
import { ADMINISTRATORS } from './administrators.store.ts';
import { type ChangedUser, isSameAddress, type KnownChoices } from './users.rules.ts';

/**
 * Owner of a verified address at the embedded service: `{ userId }` in this tenant, `userId: null` if only in other
 * tenants; undefined if there is none.
 */
export async function findAliasOwner(
  db: DatabaseHandle,
  tenantId: number,
  email: string,
): Promise<{ readonly userId: string | null } | undefined> {
  const { rows } = await db.signinTransaction((tx) =>
    sql<{ userId: string | null }>`SELECT i.user_id AS "userId" FROM idn_user u
      LEFT JOIN user_identity i ON i.issuer = ${BUILT_IN_ISSUER} AND i.subject = u.sub::text AND i.tenant_id = ${tenantId}
      WHERE u.email_verified AND lower(u.email) = ${email.toLowerCase()}`.execute(tx),
  );
  return rows[0];
}

/** Locks the user against concurrent changes until the transaction ends. */
export async function lockUser(tx: Tx, by: { key: string } | { username: string }): Promise<void> {
  const which = 'key' in by ? sql`id = ${by.key}::uuid` : sql`username = ${by.username}`;
  await sql`SELECT 1 FROM app_user WHERE ${which} FOR UPDATE`.execute(tx);
}

/** Reads what fields of users can be chosen from. */
export async function readChoices(
  tx: Tx,
  { companyId, departmentId }: { readonly companyId?: string | null; readonly departmentId?: string | null },
): Promise<KnownChoices> {
  const { rows } = await sql<KnownChoices>`SELECT
    ARRAY(SELECT language_id FROM language WHERE enabled) AS languages, ARRAY(SELECT id FROM app_group) AS groups,
    ARRAY(SELECT id FROM app_group WHERE kind = 'product' OR id = ANY(${[...ADMINISTRATORS]}::text[])) AS "productGroups",
    ARRAY(SELECT id::text FROM company WHERE id = ${companyId ?? null}::uuid AND active) AS companies,
    ARRAY(SELECT id::text FROM department WHERE id = ${departmentId ?? null}::uuid AND active) AS departments,
    coalesce((SELECT value = 'true'::jsonb FROM tenant_setting WHERE key = 'selfRename'), true) AS "mayRename"`.execute(
    tx,
  );
  return rows[0]!;
}

/** Returns who changed the user last, and when; the name is null if it was not a user. */
export async function lastChange(tx: Tx, key: string): Promise<{ changedBy: UserRef | null; changedAt: string }> {
  const { rows } = await sql<{ at: Date; key: string | null; username: string; name: string | null }>`
    SELECT u.updated_at AS at, c.id AS key, c.username, c.name
    FROM app_user u LEFT JOIN app_user c ON c.id = u.updated_by WHERE u.id = ${key}::uuid`.execute(tx);
  const { at, key: by, username, name } = rows[0]!;
  return {
    changedBy: by === null ? null : { id: username, key: by, name: name ?? username },
    changedAt: at.toISOString(),
  };
}

/** Invalidates pending links of e-mail changes: an address set by an administrator is final, and no link may change it. */
export async function dropEmailLinks(db: DatabaseHandle, tenantId: number, key: string): Promise<void> {
  await db.signinTransaction((tx) =>
    sql`DELETE FROM idn_link WHERE tenant_id = ${tenantId} AND user_id = ${key}::uuid AND kind IN ('email', 'email-undo')`.execute(
      tx,
    ),
  );
}

export interface UserUpdate {
  readonly before: User;
  readonly after: ChangedUser;
}

/**
 * Writes the result of `changedUser`. The caller has locked the user. An address set by an administrator ends a pending
 * change and counts as unverified: the address of another account must not let its owner sign in as this user.
 */
export async function writeUser(tx: Tx, before: User, after: ChangedUser): Promise<void> {
  await writeUsers(tx, [{ before, after }]);
  if (before.avatar !== null && !after.hasAvatar) await setAvatar(tx, before.key, null);
}

/** As `writeUser`, for many users in few statements; pictures stay. */
export async function writeUsers(tx: Tx, updates: readonly UserUpdate[]): Promise<void> {
  const rows = updates.map(({ before, after }) => ({
    id: before.key,
    name: after.name,
    email: after.email,
    email_key: after.email?.toLowerCase() ?? null,
    is_new_address: !isSameAddress(before.email, after.email),
    phone_number: after.phoneNumber,
    language_id: after.languageId,
    job_title: after.jobTitle,
    company_id: after.companyId,
  }));
  await sql`UPDATE app_user u SET name = x.name, email = x.email, phone_number = x.phone_number, language_id = x.language_id,
      job_title = x.job_title, company_id = x.company_id,
      email_key = CASE WHEN x.is_new_address THEN x.email_key ELSE u.email_key END, email_verified = u.email_verified AND NOT x.is_new_address,
      pending_email = CASE WHEN x.is_new_address THEN NULL ELSE u.pending_email END,
      pending_email_until = CASE WHEN x.is_new_address THEN NULL ELSE u.pending_email_until END
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x(id uuid, name text, email text, email_key text, is_new_address boolean,
      phone_number text, language_id text, job_title text, company_id uuid)
    WHERE u.id = x.id AND u.id = ANY(${rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  await moveUsers(tx, updates);
  const pairs = (from: UserUpdate['after'] | User, without: { readonly groups: readonly string[] }, userId: string) =>
    from.groups.filter((group) => !without.groups.includes(group)).map((group) => ({ group, userId }));
  const left = updates.flatMap(({ before, after }) => pairs(before, after, before.key));
  const joined = updates.flatMap(({ before, after }) => pairs(after, before, before.key));
  if (left.length > 0) {
    await sql`DELETE FROM group_member m USING ${membershipRows(left)} WHERE m.group_id = x.g AND m.user_id = x.u`.execute(
      tx,
    );
  }
  if (joined.length > 0) {
    await sql`INSERT INTO group_member (group_id, user_id) SELECT x.g, x.u FROM ${membershipRows(joined)}
      JOIN app_group a ON a.id = x.g ON CONFLICT DO NOTHING`.execute(tx);
  }
}

const membershipRows = (pairs: readonly { readonly group: string; readonly userId: string }[]) =>
  sql`unnest(${pairs.map(({ group }) => group)}::text[], ${pairs.map(({ userId }) => userId)}::uuid[]) AS x(g, u)`;

/** Makes departments the primary ones of users, in place of the former ones. */
async function moveUsers(tx: Tx, updates: readonly UserUpdate[]): Promise<void> {
  const moved = updates.filter(({ before, after }) => (before.department?.id ?? null) !== after.departmentId);
  if (moved.length === 0) return;
  const keys = moved.map(({ before }) => before.key);
  const departments = moved.map(({ after }) => after.departmentId);
  const rows = sql`unnest(${keys}::uuid[], ${departments}::uuid[]) AS x(u, d)`;
  await sql`DELETE FROM user_department p USING ${rows} WHERE p.user_id = x.u
    AND (p.is_primary OR p.department_id = x.d)`.execute(tx);
  await sql`INSERT INTO user_department (user_id, department_id) SELECT x.u, x.d FROM ${rows} WHERE x.d IS NOT NULL`.execute(
    tx,
  );
}

/** Replaces or removes the user's picture. The previous file is no longer needed. */
export async function setAvatar(tx: Tx, key: string, fileId: string | null): Promise<void> {
  const { rows } = await sql<{ before: string | null }>`UPDATE app_user u SET avatar_file_id = ${fileId}::uuid
    FROM (SELECT id, avatar_file_id FROM app_user WHERE id = ${key}::uuid FOR UPDATE) o WHERE u.id = o.id
    RETURNING o.avatar_file_id AS before`.execute(tx);
  const before = rows[0]?.before;
  if (before) await removeFile(tx, before);
}

/** Finds a user's picture: id of its file, type and hash. Erased users have none. */
export async function findAvatar(
  tx: Tx,
  by: { key: string } | { username: string },
): Promise<{ readonly fileId: string; readonly mediaType: string; readonly sha256: Buffer } | undefined> {
  const which = 'key' in by ? sql`u.id = ${by.key}::uuid` : sql`u.username = ${by.username}`;
  const { rows } = await sql<{ fileId: string; mediaType: string; sha256: Uint8Array }>`SELECT f.id AS "fileId",
      f.media_type AS "mediaType", f.sha256 FROM app_user u JOIN file f ON f.id = u.avatar_file_id
    WHERE ${which} AND u.status <> 'erased'`.execute(tx);
  const row = rows[0];
  return row && { ...row, sha256: Buffer.from(row.sha256) };
}

/** Returns the groups of users that an identity provider or a directory keeps, by user. */
export async function readGroupsOfOthers(
  tx: Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ key: string; groups: string[] }>`SELECT user_id AS key, array_agg(group_id) AS groups
    FROM group_member WHERE user_id = ANY(${[...keys]}::uuid[]) AND source IN ('idp', 'scim') GROUP BY user_id`.execute(
    tx,
  );
  return new Map(rows.map(({ key, groups }) => [key, groups]));
}
