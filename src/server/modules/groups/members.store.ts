import { sql } from 'kysely';
import type { MembershipSource } from '../../../shared/contracts/groups.contract.ts';
import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { uuidsOf } from '../../platform/lookup.ts';
import { personRef } from '../users/index.ts';

export interface Membership {
  readonly user: UserRef;
  /** Null: not a member. */
  readonly source: MembershipSource | null;
}

interface Row {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly avatar: string | null;
  readonly source: MembershipSource | null;
}

const COLUMNS = sql`u.id, u.username, u.name, u.avatar_file_id AS avatar, m.source`;

/** Finds users by username or key, each with the membership in the group. Readers of partners and erased users have none. */
export async function findUsersOf(tx: Tx, groupId: string, userIds: readonly string[]): Promise<Membership[]> {
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM app_user u
      LEFT JOIN group_member m ON m.user_id = u.id AND m.group_id = ${groupId}
    WHERE u.id IN (SELECT id FROM app_user WHERE username = ANY(${[...userIds]}::text[])
        UNION SELECT id FROM app_user WHERE id = ANY(${uuidsOf(userIds)}::uuid[]))
      AND u.status <> 'erased' AND u.source <> 'partner' ORDER BY lower(coalesce(u.name, u.username)), u.id`.execute(
    tx,
  );
  return rows.map(toMembership);
}

/** Members that a synchronisation added. */
export async function readSynchronised(tx: Tx, groupId: string): Promise<Membership[]> {
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM group_member m JOIN app_user u ON u.id = m.user_id
    WHERE m.group_id = ${groupId} AND m.source = 'sync' ORDER BY lower(coalesce(u.name, u.username)), u.id`.execute(tx);
  return rows.map(toMembership);
}

const toMembership = ({ source, ...person }: Row): Membership => ({ user: personRef(person), source });

export async function insertMembers(
  tx: Tx,
  groupId: string,
  users: readonly UserRef[],
  source: MembershipSource,
): Promise<void> {
  await sql`INSERT INTO group_member (group_id, user_id, source)
    SELECT ${groupId}, k, ${source} FROM unnest(${users.map(({ key }) => key)}::uuid[]) AS k
    ON CONFLICT DO NOTHING`.execute(tx);
}

export async function deleteMembers(tx: Tx, groupId: string, users: readonly UserRef[]): Promise<void> {
  await sql`DELETE FROM group_member WHERE group_id = ${groupId}
    AND user_id = ANY(${users.map(({ key }) => key)}::uuid[])`.execute(tx);
}

export interface MemberName {
  readonly key: string;
  readonly username: string;
  readonly name: string;
  readonly source: MembershipSource;
}

/** Returns the members of each group by username, without readers of partners and erased users. */
export async function readMemberNames(tx: Tx, groupIds: readonly string[]): Promise<Map<string, MemberName[]>> {
  const { rows } = await sql<MemberName & { group: string }>`SELECT m.group_id AS "group", u.id AS key, u.username,
      coalesce(u.name, u.username) AS name, m.source
    FROM group_member m JOIN app_user u ON u.id = m.user_id
    WHERE m.group_id = ANY(${[...groupIds]}::text[]) AND u.status <> 'erased' AND u.source <> 'partner'
    ORDER BY u.username`.execute(tx);
  const names = new Map<string, MemberName[]>();
  for (const { group, ...one } of rows) {
    const members = names.get(group);
    if (members) members.push(one);
    else names.set(group, [one]);
  }
  return names;
}
