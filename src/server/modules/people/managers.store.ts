import { sql } from 'kysely';
import type { UserManagers } from '../../../shared/contracts/people.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { uuidsOf } from '../../platform/lookup.ts';
import { personRef, personRow } from '../users/index.ts';

type PersonInput = Parameters<typeof personRef>[0];
export type ManagerKind = keyof UserManagers;

export async function readManagers(tx: Tx, key: string): Promise<UserManagers> {
  const { rows } = await sql<{ person: PersonInput; kind: ManagerKind }>`
    SELECT ${personRow('u')} AS person, m.kind FROM user_manager m JOIN app_user u ON u.id = m.manager_id
    WHERE m.user_id = ${key}::uuid ORDER BY coalesce(u.name_key, u.username), u.id`.execute(tx);
  const of = (kind: ManagerKind) => rows.filter((row) => row.kind === kind).map(({ person }) => personRef(person));
  return { line: of('line'), functional: of('functional') };
}

/** Reads the users managed by a user, by name. */
export async function readManaged(
  tx: Tx,
  key: string,
): Promise<{ user: UserRef; kinds: ManagerKind[]; jobTitle: string | null }[]> {
  const { rows } = await sql<{ person: PersonInput; kinds: ManagerKind[]; jobTitle: string | null }>`
    SELECT ${personRow('u')} AS person, m.kinds, u.job_title AS "jobTitle"
    FROM (SELECT user_id, array_agg(kind ORDER BY kind DESC) AS kinds FROM user_manager
      WHERE manager_id = ${key}::uuid GROUP BY user_id) m JOIN app_user u ON u.id = m.user_id
    WHERE u.status IN ('active', 'invited') ORDER BY coalesce(u.name_key, u.username), u.id`.execute(tx);
  return rows.map(({ person, ...row }) => ({ user: personRef(person), ...row }));
}

/** Finds users who can manage, by username or key. */
export async function findCandidates(tx: Tx, ids: readonly string[]): Promise<UserRef[]> {
  const { rows } = await sql<PersonInput>`SELECT id, username, name, avatar_file_id AS avatar FROM app_user
    WHERE id IN (SELECT id FROM app_user WHERE username = ANY(${ids.map((id) => id.toLowerCase())}::text[])
        UNION SELECT id FROM app_user WHERE id = ANY(${uuidsOf(ids)}::uuid[]))
      AND status IN ('active', 'invited') AND source <> 'partner'`.execute(tx);
  return rows.map(personRef);
}

/** Waits for concurrent changes of the organisation's managers: two of them together could close a circle. */
export async function lockManagers(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('managers/' || tenant()::text, 0))`.execute(tx);
}

export async function writeManagers(
  tx: Tx,
  key: string,
  kind: ManagerKind,
  managers: readonly string[],
): Promise<void> {
  await sql`DELETE FROM user_manager WHERE user_id = ${key}::uuid AND kind = ${kind}
    AND manager_id <> ALL(${[...managers]}::uuid[])`.execute(tx);
  await sql`INSERT INTO user_manager (user_id, manager_id, kind)
    SELECT ${key}::uuid, id, ${kind} FROM unnest(${[...managers]}::uuid[]) AS m(id) ON CONFLICT DO NOTHING`.execute(tx);
}

/** Returns a line manager of the user who is also below the user; undefined without one. */
export async function findCircle(tx: Tx, key: string): Promise<UserRef | undefined> {
  const { rows } = await sql<PersonInput>`
    WITH RECURSIVE above AS (
      SELECT manager_id AS id, manager_id AS through FROM user_manager WHERE user_id = ${key}::uuid AND kind = 'line'
      UNION SELECT m.manager_id, a.through FROM above a JOIN user_manager m ON m.user_id = a.id AND m.kind = 'line')
    SELECT u.id, u.username, u.name, u.avatar_file_id AS avatar FROM above a JOIN app_user u ON u.id = a.through
    WHERE a.id = ${key}::uuid LIMIT 1`.execute(tx);
  return rows[0] && personRef(rows[0]);
}

/** Whether a line manager of this user would also be below them. */
export async function wouldClose(tx: Tx, key: string, managerId: string): Promise<boolean> {
  const { rows } = await sql`WITH RECURSIVE above AS (SELECT ${managerId}::uuid AS id
      UNION SELECT m.manager_id FROM user_manager m JOIN above a ON m.user_id = a.id AND m.kind = 'line')
    SELECT 1 FROM above WHERE id = ${key}::uuid LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Replaces the line managers of users, by username; users who cannot manage are left out. */
export async function replaceLineManagers(
  tx: Tx,
  rows: readonly { readonly key: string; readonly usernames: readonly string[] }[],
): Promise<void> {
  const pairs = rows.flatMap(({ key, usernames }) => usernames.map((username) => ({ key, username })));
  await sql`DELETE FROM user_manager WHERE user_id = ANY(${rows.map(({ key }) => key)}::uuid[]) AND kind = 'line'`.execute(
    tx,
  );
  if (pairs.length === 0) return;
  const found = await sql<{ id: string; username: string }>`SELECT id, username FROM app_user
    WHERE username = ANY(${[...new Set(pairs.map(({ username }) => username))]}::text[])
      AND status IN ('active', 'invited') AND source <> 'partner'`.execute(tx);
  const ids = new Map(found.rows.map(({ id, username }) => [username, id]));
  const known = pairs.filter(({ username }) => ids.has(username));
  await sql`INSERT INTO user_manager (user_id, manager_id, kind) SELECT x.u, x.m, 'line'
    FROM unnest(${known.map(({ key }) => key)}::uuid[], ${known.map(({ username }) => ids.get(username)!)}::uuid[]) AS x(u, m)`.execute(
    tx,
  );
}
