import { type RawBuilder, sql } from 'kysely';
import { json, type Tx } from '../../platform/database.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { Values } from './attributes.ts';
import type { KeyTest } from './filter.rules.ts';

/** A user as a directory describes them; `body` is null before. */
export interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly title: string | null;
  readonly languageId: string;
  readonly externalId: string | null;
  readonly status: 'invited' | 'active' | 'disabled';
  readonly source: string;
  readonly isVerified: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly companyId: string | null;
  readonly company: string | null;
  readonly departmentId: string | null;
  readonly department: string | null;
  readonly managerId: string | null;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly groupIds: readonly string[];
  readonly body: Values | null;
  readonly bodyVersion: number | null;
  readonly bodyAt: Date | null;
}

/** Users that a directory sees: without readers of partners, erased users, and users whom the directory deleted. */
const isListed = sql`u.source <> 'partner' AND u.status <> 'erased'
  AND NOT EXISTS (SELECT 1 FROM scim_resource x WHERE x.user_id = u.id AND x.removed_at IS NOT NULL)`;

/** Groups that the token may see: those of the organisation, and product groups that it names. */
export const isVisibleGroup = (groups: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(g.kind = 'custom' OR g.id = ANY(${[...groups]}::text[]))`;

/** Reads users by their keys, newest first. */
export async function readUsers(tx: Tx, ids: readonly string[], groups: readonly string[]): Promise<UserRow[]> {
  const { rows } = await sql<UserRow>`SELECT u.id, u.username, u.name, u.email, u.phone_number AS phone,
      u.job_title AS title, u.language_id AS "languageId", u.external_id AS "externalId", u.status, u.source,
      u.email_verified AS "isVerified", u.version, u.created_at AS "createdAt", u.updated_at AS "updatedAt",
      u.company_id AS "companyId", c.name AS company, d.id AS "departmentId", d.name AS department,
      (SELECT m.manager_id FROM user_manager m WHERE m.user_id = u.id AND m.kind = 'line' ORDER BY m.manager_id LIMIT 1) AS "managerId",
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) ORDER BY g.id)
        FROM group_member m JOIN app_group g ON g.id = m.group_id
        WHERE m.user_id = u.id AND ${isVisibleGroup(groups)}), '[]') AS groups,
      ARRAY(SELECT m.group_id FROM group_member m WHERE m.user_id = u.id) AS "groupIds",
      r.body, r.version AS "bodyVersion", r.updated_at AS "bodyAt"
    FROM app_user u LEFT JOIN company c ON c.id = u.company_id
      LEFT JOIN user_department p ON p.user_id = u.id AND p.is_primary LEFT JOIN department d ON d.id = p.department_id
      LEFT JOIN scim_resource r ON r.user_id = u.id
    WHERE u.id = ANY(${[...ids]}::uuid[]) ORDER BY u.id DESC`.execute(tx);
  return rows;
}

/** Locks a listed user until the transaction ends; undefined if there is none. */
export async function lockUser(tx: Tx, id: string, groups: readonly string[]): Promise<UserRow | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } =
    await sql`SELECT u.id FROM app_user u WHERE u.id = ${id}::uuid AND ${isListed} FOR UPDATE OF u`.execute(tx);
  return rows.length === 0 ? undefined : (await readUsers(tx, [id], groups))[0];
}

export async function findUser(tx: Tx, id: string, groups: readonly string[]): Promise<UserRow | undefined> {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql`SELECT u.id FROM app_user u WHERE u.id = ${id}::uuid AND ${isListed}`.execute(tx);
  return rows.length === 0 ? undefined : (await readUsers(tx, [id], groups))[0];
}

export async function countUsers(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM app_user u WHERE ${isListed}`.execute(tx);
  return rows[0]!.n;
}

/** The keys of a page, newest first: what a directory has just created is on the first page. */
export async function readPage(tx: Tx, offset: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT u.id FROM app_user u WHERE ${isListed}
    ORDER BY u.id DESC OFFSET ${offset} LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The keys of users for whom one of the tests holds, found by indexes; without tests all users. */
export async function findCandidates(tx: Tx, tests: readonly KeyTest[] | undefined, limit: number): Promise<string[]> {
  if (tests === undefined) return readPage(tx, 0, limit);
  const found = tests.map(conditionOf);
  const { rows } = await sql<{ id: string }>`SELECT u.id FROM app_user u
    WHERE u.id IN (${sql.join(found, sql` UNION ALL `)}) AND ${isListed} ORDER BY u.id DESC LIMIT ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

function conditionOf({ field, value }: KeyTest): RawBuilder<unknown> {
  const key = value.toLowerCase();
  const described = (condition: RawBuilder<unknown>) =>
    sql`SELECT r.user_id FROM scim_resource r WHERE r.kind = 'User' AND ${condition}`;
  const known = (condition: RawBuilder<unknown>) => sql`SELECT o.id FROM app_user o WHERE ${condition}`;
  switch (field) {
    case 'id':
      return known(sql`o.id = ${isUuid(value) ? value : null}::uuid`);
    case 'userName':
      return sql`${described(sql`r.key = ${key}`)} UNION ALL ${known(sql`o.username = ${key}`)}`;
    case 'externalId':
      return sql`${described(sql`r.external_id = ${value}`)} UNION ALL ${known(sql`o.external_id = ${value}`)}`;
    case 'emails':
      return sql`${described(sql`r.emails @> ARRAY[${key}]::text[]`)} UNION ALL ${known(sql`o.email_key COLLATE "C" = ${key}`)}`;
    case 'displayName':
      return sql`${described(sql`r.display_key = ${key}`)} UNION ALL
        ${known(sql`o.name_key = ANY(ARRAY[${key}, lower(${value}::text)])`)}`;
  }
}

/** The user who has this userName, or the username of the product; also one whom the directory deleted. */
export async function findByName(
  tx: Tx,
  userName: string,
): Promise<{ readonly id: string; readonly isRemoved: boolean } | undefined> {
  const key = userName.toLowerCase();
  const { rows } = await sql<{ id: string; isRemoved: boolean }>`SELECT u.id, r.removed_at IS NOT NULL AS "isRemoved"
    FROM app_user u LEFT JOIN scim_resource r ON r.user_id = u.id
    WHERE u.id IN (SELECT user_id FROM scim_resource WHERE kind = 'User' AND key = ${key} UNION ALL SELECT id FROM app_user WHERE username = ${key})
      AND u.source <> 'partner' AND u.status <> 'erased' AND (r.key IS NULL OR r.key = ${key})
    ORDER BY r.key NULLS LAST LIMIT 1 FOR UPDATE OF u`.execute(tx);
  return rows[0];
}

/** Makes a user the directory's again, or for the first time. */
export async function reviveUser(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE scim_resource SET removed_at = NULL WHERE user_id = ${id}::uuid`.execute(tx);
}

export async function removeUser(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`UPDATE scim_resource SET removed_at = ${now} WHERE user_id = ${id}::uuid`.execute(tx);
}

export interface ResourceKeys {
  readonly key: string;
  readonly displayKey: string | null;
  readonly emails: readonly string[];
  readonly externalId: string | null;
  readonly body: Values;
}

/** Writes the description of a user. */
export async function saveUserBody(tx: Tx, userId: string, keys: ResourceKeys, isAdopted: boolean): Promise<void> {
  const { key, displayKey, emails, externalId, body } = keys;
  await sql`INSERT INTO scim_resource (kind, user_id, key, display_key, emails, external_id, body, is_adopted)
    VALUES ('User', ${userId}::uuid, ${key}, ${displayKey}, ${[...emails]}::text[], ${externalId}, ${json(body)}::jsonb, ${isAdopted})
    ON CONFLICT (tenant_id, user_id) DO UPDATE SET key = excluded.key, display_key = excluded.display_key,
      emails = excluded.emails, external_id = excluded.external_id, body = excluded.body`.execute(tx);
  await sql`UPDATE app_user SET source = 'scim', external_id = ${externalId}
    WHERE id = ${userId}::uuid AND (source <> 'scim' OR external_id IS DISTINCT FROM ${externalId})`.execute(tx);
}

/** Finds an active department or company by name or code; undefined if none or several have it. */
export async function findPlace(tx: Tx, table: 'department' | 'company', text: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM ${sql.table(table)}
    WHERE active AND (lower(name) = lower(${text}::text) OR lower(code) = lower(${text}::text)) LIMIT 2`.execute(tx);
  return rows.length === 1 ? rows[0]!.id : undefined;
}

/** Returns the users among the keys who can be managers or members, with their usernames. */
export async function findPersons(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; username: string }>`SELECT u.id, u.username FROM app_user u
    WHERE u.id = ANY(${ids.filter(isUuid)}::uuid[]) AND ${isListed}`.execute(tx);
  return new Map(rows.map(({ id, username }) => [id, username]));
}

/** Whether another user of the organisation has the address. */
export async function isAddressTaken(tx: Tx, address: string, userId: string | null): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM app_user WHERE email_key COLLATE "C" = ${address.toLowerCase()}
    AND id IS DISTINCT FROM ${userId}::uuid AND status <> 'erased' AND source <> 'partner' LIMIT 1`.execute(tx);
  return rows.length > 0;
}

export async function readLanguages(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT language_id AS id FROM language WHERE enabled`.execute(tx);
  return rows.map(({ id }) => id);
}
