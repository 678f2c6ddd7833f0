import { type RawBuilder, sql } from 'kysely';
import type { User } from '../../../shared/contracts/session.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import { assertName } from '../../platform/assert-name.ts';
import { json, type Tx } from '../../platform/database.ts';

export interface PersonDetails {
  readonly name: string;
  readonly email?: string | null;
  /** A plus sign and 5 to 15 digits. */
  readonly phoneNumber?: string | null;
  readonly languageId?: string;
  readonly companyId?: string | null;
  readonly departmentId?: string | null;
  readonly jobTitle?: string | null;
  readonly status?: User['status'];
  readonly source?: 'local' | 'idp' | 'sync' | 'scim';
  /** Group ids of the tenant. */
  readonly groups?: readonly string[];
  /** The id in another system. */
  readonly externalId?: string | null;
}

export interface NewPersonRow extends PersonDetails {
  readonly userId: string;
  readonly username: string;
}

/** Adds a user to the tenant of the transaction, with groups and department. Throws `field.name` and similar codes if the name breaks the rules. */
export async function insertPerson(tx: Tx, person: NewPersonRow): Promise<void> {
  await insertPeople(tx, [person]);
}

/** As `insertPerson`, for many users in few statements. */
export async function insertPeople(tx: Tx, people: readonly NewPersonRow[]): Promise<void> {
  const rows = people.map((one) => ({
    id: one.userId,
    username: one.username,
    name: assertName(one.name, '/name'),
    email: one.email ?? null,
    email_key: one.email?.toLowerCase() ?? null,
    phone_number: one.phoneNumber ?? null,
    language_id: one.languageId ?? 'en',
    company_id: one.companyId ?? null,
    job_title: one.jobTitle ?? null,
    external_id: one.externalId ?? null,
    status: one.status ?? 'active',
    source: one.source ?? 'local',
  }));
  await sql`INSERT INTO app_user (id, username, name, email, email_key, phone_number, language_id, company_id, job_title, external_id, status, source)
    SELECT id, username, name, email, email_key, phone_number, language_id, company_id, job_title, external_id, status, source
    FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x(id uuid, username text, name text, email text, email_key text, phone_number text,
      language_id text, company_id uuid, job_title text, external_id text, status text, source text)`.execute(tx);
  const memberships = people.flatMap(({ userId, groups = [] }) => groups.map((group) => ({ userId, group })));
  if (memberships.length > 0) {
    await sql`INSERT INTO group_member (group_id, user_id) SELECT g, u
      FROM unnest(${memberships.map(({ group }) => group)}::text[], ${memberships.map(({ userId }) => userId)}::uuid[]) AS x(g, u)`.execute(
      tx,
    );
  }
  const placed = people.filter(({ departmentId }) => departmentId);
  if (placed.length > 0) {
    await sql`INSERT INTO user_department (user_id, department_id) SELECT u, d
      FROM unnest(${placed.map(({ userId }) => userId)}::uuid[], ${placed.map(({ departmentId }) => departmentId)}::uuid[]) AS x(u, d)`.execute(
      tx,
    );
  }
}

/** Address of a user's picture, or null. It contains the version, so that browsers can cache the response. */
function avatarPath(key: string, fileId: string | null): string | null {
  return fileId === null ? null : `/api/identity/users/${key}/avatar?v=${avatarVersion(fileId)}`;
}

/** A user as shown in lists; `avatar` is the file id of the picture. */
export function personRef(person: {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly avatar?: string | null;
  /** Whether another active user's name looks the same; if so, the username is appended. */
  readonly isAmbiguous?: boolean;
}): UserRef {
  const avatar = avatarPath(person.id, person.avatar ?? null);
  const name = person.name ?? person.username;
  const ref = {
    id: person.username,
    key: person.id,
    name: person.isAmbiguous ? `${name} (${person.username})` : name,
  };
  return avatar === null ? ref : { ...ref, avatar };
}

/** SQL for the input of `personRef` from a row of `app_user` with this alias; null if there is none. */
export const personRow = (alias: string) =>
  sql.raw(`CASE WHEN ${alias}.id IS NOT NULL THEN jsonb_build_object('id', ${alias}.id, 'username', ${alias}.username,
    'name', ${alias}.name, 'avatar', ${alias}.avatar_file_id) END`);

/** The random end of the id: the same for everyone who may see the picture, and unique to the picture. */
export const avatarVersion = (fileId: string): string => fileId.slice(-12);

interface UserRow {
  id: string;
  username: string;
  name: string | null;
  email: string | null;
  pending_email: string | null;
  phone_number: string | null;
  language_id: string;
  avatar_file_id: string | null;
  status: User['status'];
  source: string;
  job_title: string | null;
  version: number;
  slug: string;
  groups: string[];
  company: { id: string; name: string } | null;
  department: { id: string; name: string } | null;
  managers: UserRef[] | null;
}

/** Finds a user by username or key. `account` excludes readers known only through a partner. */
export async function findUser(
  tx: Tx,
  by: { key: string } | { username: string },
  kind: 'any' | 'account' = 'any',
): Promise<User | undefined> {
  const is = 'key' in by ? sql`u.id = ${by.key}::uuid` : sql`u.username = ${by.username}`;
  const which = kind === 'account' ? sql`${is} AND u.source <> 'partner'` : is;
  return (await readUsers(tx, which))[0];
}

/** Finds users with an account by their keys, in any order. */
export const findUsers = (tx: Tx, keys: readonly string[]): Promise<User[]> =>
  readUsers(tx, sql`u.id = ANY(${[...keys]}::uuid[]) AND u.source <> 'partner'`);

async function readUsers(tx: Tx, which: RawBuilder<unknown>): Promise<User[]> {
  const { rows } = await sql<UserRow>`SELECT u.id, u.username, u.name, u.email, u.phone_number,
      CASE WHEN u.pending_email_until > now() THEN u.pending_email END AS pending_email, u.language_id, u.avatar_file_id, u.status, u.source, u.job_title, u.version, t.slug,
      ARRAY(SELECT group_id FROM group_member g WHERE g.user_id = u.id ORDER BY group_id) AS groups,
      (SELECT json_build_object('id', c.id, 'name', c.name) FROM company c WHERE c.id = u.company_id) AS company,
      (SELECT json_build_object('id', d.id, 'name', d.name) FROM user_department ud JOIN department d ON d.id = ud.department_id
        WHERE ud.user_id = u.id AND ud.is_primary) AS department,
      (SELECT json_agg(json_build_object('id', m.username, 'key', m.id, 'name', coalesce(m.name, m.username)) ORDER BY m.name, m.id)
        FROM user_manager um JOIN app_user m ON m.id = um.manager_id WHERE um.user_id = u.id AND um.kind = 'line') AS managers
    FROM app_user u JOIN tenant t ON t.id = u.tenant_id WHERE ${which}`.execute(tx);
  return rows.map((row) => ({
    id: row.username,
    key: row.id,
    name: row.name ?? row.username,
    avatar: avatarPath(row.id, row.avatar_file_id),
    email: row.email,
    pendingEmail: row.pending_email,
    phoneNumber: row.phone_number,
    languageId: row.language_id,
    tenantId: row.slug,
    groups: row.groups,
    status: row.status,
    company: row.company,
    department: row.department,
    jobTitle: row.job_title,
    managers: row.managers ?? [],
    links: [],
    ...(row.source === 'scim' ? { managedBy: 'directory' as const } : {}),
    version: row.version,
  }));
}
