import { sql } from 'kysely';
import type { RightsOverview, UserRights } from '../../../shared/contracts/rights.contract.ts';
import { CONFIDENTIAL_GROUPS, type ConfidentialKind, RIGHT_IDS, RIGHTS } from '../../../shared/contracts/rights.ts';
import { json, type Tx } from '../../platform/database.ts';
import { personRef, personRow } from '../users/index.ts';
import { accessOf } from './rights.rules.ts';

type PersonRow = Parameters<typeof personRef>[0];

/** The first of each kind that a page shows. */
const SHOWN = 20;
const REGISTRIES_MAX = 500;

interface Granted {
  readonly groups: RightsOverview['rights'][number]['groups'];
  readonly users: number;
}

/** Returns the groups and the number of active users of each right. */
export async function readGranted(tx: Tx): Promise<Pick<RightsOverview, 'rights' | 'confidential'>> {
  const asked: Readonly<Record<string, readonly string[]>> = {
    ...RIGHTS,
    ...Object.fromEntries(
      Object.entries(CONFIDENTIAL_GROUPS).map(([kind, groups]) => [`confidential ${kind}`, groups]),
    ),
  };
  const { rows } = await sql<Granted & { id: string }>`
    WITH asked AS (SELECT key AS id, g.group_id, g.n FROM jsonb_each(${json(asked)}::jsonb) e,
        jsonb_array_elements_text(e.value) WITH ORDINALITY g(group_id, n)),
      members AS MATERIALIZED (SELECT m.group_id, m.user_id FROM group_member m JOIN app_user u ON u.id = m.user_id
        WHERE m.group_id IN (SELECT group_id FROM asked) AND u.status = 'active'),
      sizes AS (SELECT group_id, count(*)::int AS users FROM members GROUP BY group_id)
    SELECT a.id,
      coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'users', coalesce(s.users, 0)) ORDER BY a.n)
        FILTER (WHERE g.id IS NOT NULL), '[]') AS groups,
      (SELECT count(DISTINCT m.user_id)::int FROM members m JOIN asked o ON o.group_id = m.group_id WHERE o.id = a.id) AS users
    FROM asked a LEFT JOIN app_group g ON g.id = a.group_id LEFT JOIN sizes s ON s.group_id = a.group_id
    GROUP BY a.id`.execute(tx);
  const found = new Map(rows.map(({ id, groups, users }) => [id, { groups, users }]));
  return {
    rights: RIGHT_IDS.map((id) => ({ id, ...found.get(id)! })),
    confidential: (Object.keys(CONFIDENTIAL_GROUPS) as ConfidentialKind[]).map((kind) => ({
      kind,
      ...found.get(`confidential ${kind}`)!,
    })),
  };
}

interface MembershipRow {
  readonly id: string;
  readonly name: string;
  readonly source: string;
  readonly addedAt: Date;
  readonly addedBy: PersonRow | null;
}

/** Returns the groups of a user, with how the user got into each. */
export async function readMemberships(tx: Tx, key: string): Promise<UserRights['memberships']> {
  const { rows } = await sql<MembershipRow>`
    SELECT g.id, g.name, m.source, m.added_at AS "addedAt", ${personRow('b')} AS "addedBy"
    FROM group_member m JOIN app_group g ON g.id = m.group_id LEFT JOIN app_user b ON b.id = m.added_by
    WHERE m.user_id = ${key}::uuid ORDER BY lower(g.name), g.id`.execute(tx);
  return rows.map(({ addedAt, addedBy, ...row }) => ({
    ...row,
    addedAt: new Date(addedAt).toISOString(),
    addedBy: addedBy && personRef(addedBy),
  }));
}

/** Returns the registries that groups open. */
export async function readRegistryAccess(
  tx: Tx,
  groups: readonly string[],
  languageId: string,
): Promise<UserRights['registries']> {
  const { rows } = await sql<{
    id: string;
    title: Readonly<Record<string, string>>;
    readGroups: string[];
    writeGroups: string[];
  }>`SELECT id, title, read_groups AS "readGroups", write_groups AS "writeGroups" FROM registry
    WHERE active AND (read_groups && ${groups}::text[] OR write_groups && ${groups}::text[])
    ORDER BY id LIMIT ${sql.lit(REGISTRIES_MAX)}`.execute(tx);
  return rows.flatMap(({ id, title, ...registry }) => {
    const access = accessOf(registry, groups);
    return access ? [{ id, title: title[languageId] ?? title.en ?? id, ...access }] : [];
  });
}

/** Returns what a user has by a place in the organisation: departments headed, users managed, delegations of today. */
export async function readPlaces(
  tx: Tx,
  key: string,
  today: string,
): Promise<Pick<UserRights, 'heads' | 'manages' | 'standsFor'>> {
  const { rows } = await sql<{
    heads: UserRights['heads'];
    managed: PersonRow[];
    count: number;
    standsFor: { id: string; user: PersonRow; until: string }[];
  }>`SELECT
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) ORDER BY d.name), '[]')
        FROM (SELECT id, name FROM department WHERE manager_id = ${key}::uuid AND active ORDER BY name LIMIT ${sql.lit(SHOWN)}) d) AS heads,
      (SELECT coalesce(jsonb_agg(${personRow('u')} ORDER BY u.name_key, u.id), '[]')
        FROM (SELECT DISTINCT u.* FROM user_manager m JOIN app_user u ON u.id = m.user_id
          WHERE m.manager_id = ${key}::uuid AND u.status = 'active' ORDER BY u.name_key, u.id LIMIT ${sql.lit(SHOWN)}) u) AS managed,
      (SELECT count(DISTINCT m.user_id)::int FROM user_manager m JOIN app_user u ON u.id = m.user_id
        WHERE m.manager_id = ${key}::uuid AND u.status = 'active') AS count,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'user', ${personRow('u')}, 'until', to_char(d.end_date, 'YYYY-MM-DD'))
          ORDER BY d.end_date, d.id), '[]')
        FROM (SELECT * FROM delegation WHERE delegate_user_id = ${key}::uuid AND removed_at IS NULL AND replace_verva
          AND ${today}::date BETWEEN start_date AND end_date ORDER BY end_date, id LIMIT ${sql.lit(SHOWN)}) d
        JOIN app_user u ON u.id = d.user_id) AS "standsFor"`.execute(tx);
  const { heads, managed, count, standsFor } = rows[0]!;
  return {
    heads,
    manages: { users: managed.map(personRef), count },
    standsFor: standsFor.map(({ user, ...delegation }) => ({ ...delegation, user: personRef(user) })),
  };
}
