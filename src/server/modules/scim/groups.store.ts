import { sql } from 'kysely';
import { json, type Tx } from '../../platform/database.ts';
import type { Values } from './attributes.ts';
import type { KeyTest } from './filter.rules.ts';
import { isVisibleGroup } from './users.store.ts';

/** A group as a directory describes it; `body` is null before. */
export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly kind: 'product' | 'custom';
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly body: Values | null;
  readonly bodyVersion: number | null;
  readonly bodyAt: Date | null;
  readonly isAdopted: boolean;
  /** Number of members that the directory added, and when it added the last one: parts of the version. */
  readonly memberCount: number;
  readonly memberAt: Date | null;
}

/** Reads the groups that a token may see, by their ids or all, newest first. */
export async function readGroups(
  tx: Tx,
  groups: readonly string[],
  {
    ids,
    tests,
    limit,
    offset = 0,
  }: {
    readonly ids?: readonly string[];
    readonly tests?: readonly KeyTest[] | undefined;
    readonly limit: number;
    readonly offset?: number;
  },
): Promise<GroupRow[]> {
  const { rows } =
    await sql<GroupRow>`SELECT g.id, g.name, g.description, g.kind, g.version, g.created_at AS "createdAt",
      g.updated_at AS "updatedAt", r.body, r.version AS "bodyVersion", r.updated_at AS "bodyAt",
      coalesce(r.is_adopted, true) AS "isAdopted", m.n AS "memberCount", m.at AS "memberAt"
    FROM app_group g LEFT JOIN scim_resource r ON r.group_id = g.id
      CROSS JOIN LATERAL (SELECT count(*)::int AS n, max(added_at) AS at FROM group_member
        WHERE group_id = g.id AND source = 'scim') m
    WHERE ${isVisibleGroup(groups)} ${ids === undefined ? sql`` : sql`AND g.id = ANY(${[...ids]}::text[])`}
      ${tests === undefined ? sql`` : sql`AND (${sql.join(tests.map(conditionOf), sql` OR `)})`}
    ORDER BY g.created_at DESC, g.id OFFSET ${offset} LIMIT ${limit}`.execute(tx);
  return rows;
}

function conditionOf({ field, value }: KeyTest) {
  switch (field) {
    case 'id':
      return sql`g.id = ${value}`;
    case 'externalId':
      return sql`r.external_id = ${value}`;
    case 'displayName':
      return sql`coalesce(r.key, lower(g.name)) = ANY(ARRAY[${value.toLowerCase()}, lower(${value}::text)])`;
    default:
      return sql`false`;
  }
}

export async function countGroups(tx: Tx, groups: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM app_group g
    WHERE ${isVisibleGroup(groups)}`.execute(tx);
  return rows[0]!.n;
}

/** Locks a visible group until the transaction ends; undefined if there is none. */
export async function lockGroup(tx: Tx, groups: readonly string[], id: string): Promise<GroupRow | undefined> {
  await sql`SELECT 1 FROM app_group g WHERE g.id = ${id} FOR UPDATE`.execute(tx);
  return (await readGroups(tx, groups, { ids: [id], limit: 1 }))[0];
}

export interface Member {
  readonly groupId: string;
  readonly id: string;
}

/** Reads the members that the directory added. */
export async function readMembers(tx: Tx, groupIds: readonly string[]): Promise<Member[]> {
  const { rows } = await sql<Member>`SELECT m.group_id AS "groupId", m.user_id AS id FROM group_member m
    WHERE m.group_id = ANY(${[...groupIds]}::text[]) AND m.source = 'scim' ORDER BY m.group_id, m.user_id`.execute(tx);
  return rows;
}

/** Makes users members on behalf of the directory; those whom others have added become its members too. */
export async function addMembers(tx: Tx, groupId: string, ids: readonly string[]): Promise<void> {
  await sql`INSERT INTO group_member (group_id, user_id, source) SELECT ${groupId}, k, 'scim'
    FROM unnest(${[...ids]}::uuid[]) AS k
    ON CONFLICT (tenant_id, user_id, group_id) DO UPDATE SET source = 'scim', added_at = now()`.execute(tx);
}

export async function removeMembers(tx: Tx, groupId: string, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM group_member WHERE group_id = ${groupId} AND source = 'scim'
    AND user_id = ANY(${[...ids]}::uuid[])`.execute(tx);
}

export async function hasOtherMembers(tx: Tx, groupId: string): Promise<boolean> {
  return (
    (await sql`SELECT 1 FROM group_member WHERE group_id = ${groupId} AND source <> 'scim' LIMIT 1`.execute(tx)).rows
      .length > 0
  );
}

/** Whether a group that the token may see has the name; `except` is the group that would get it. */
export async function isNameTaken(tx: Tx, name: string, except: string | null): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM app_group g LEFT JOIN scim_resource r ON r.group_id = g.id
    WHERE coalesce(r.key, lower(g.name)) = ANY(ARRAY[${name.toLowerCase()}, lower(${name}::text)])
      AND g.id IS DISTINCT FROM ${except} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

export async function isIdTaken(tx: Tx, id: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM app_group WHERE id = ${id}`.execute(tx)).rows.length > 0;
}

export async function saveGroupBody(
  tx: Tx,
  groupId: string,
  { key, externalId, body }: { readonly key: string; readonly externalId: string | null; readonly body: Values },
  isAdopted: boolean,
): Promise<void> {
  await sql`INSERT INTO scim_resource (kind, group_id, key, external_id, body, is_adopted)
    VALUES ('Group', ${groupId}, ${key}, ${externalId}, ${json(body)}::jsonb, ${isAdopted})
    ON CONFLICT (tenant_id, group_id) DO UPDATE SET key = excluded.key, external_id = excluded.external_id,
      body = excluded.body`.execute(tx);
}

export async function forgetGroup(tx: Tx, groupId: string): Promise<void> {
  await sql`DELETE FROM scim_resource WHERE group_id = ${groupId}`.execute(tx);
}
