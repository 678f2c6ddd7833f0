import { sql } from 'kysely';
import type { GroupUse, PeopleGroup } from '../../../shared/contracts/groups.contract.ts';
import { type Texts, textOf } from '../../../shared/forms/index.ts';
import { changedBy } from '../../platform/changed-by.ts';
import type { Tx } from '../../platform/database.ts';

export interface GroupRow extends PeopleGroup {
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

const GROUP_COLUMNS = sql`g.id, g.name, g.description, g.kind, g.version,
  (SELECT count(*)::int FROM group_member m JOIN app_user u ON u.id = m.user_id AND u.status = 'active'
    WHERE m.group_id = g.id) AS people`;

export async function readGroups(tx: Tx): Promise<PeopleGroup[]> {
  const { rows } =
    await sql<PeopleGroup>`SELECT ${GROUP_COLUMNS} FROM app_group g ORDER BY lower(g.name), g.id`.execute(tx);
  return rows;
}

export async function readGroupsByIds(tx: Tx, ids: readonly string[]): Promise<PeopleGroup[]> {
  const { rows } = await sql<PeopleGroup>`SELECT ${GROUP_COLUMNS} FROM app_group g
    WHERE g.id = ANY(${[...ids]}::text[])`.execute(tx);
  return rows;
}

/** `lock` locks the group until the end of the transaction. */
export async function readGroup(tx: Tx, id: string, lock = false): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`SELECT ${GROUP_COLUMNS}, g.updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('g')}) AS changer
    FROM app_group g WHERE g.id = ${id} ${lock ? sql`FOR UPDATE OF g` : sql``}`.execute(tx);
  return rows[0];
}

/** Returns false if the id is taken. */
export async function insertGroup(
  tx: Tx,
  { id, name, description }: Pick<PeopleGroup, 'id' | 'name' | 'description'>,
): Promise<boolean> {
  const { rows } = await sql`INSERT INTO app_group (id, name, description) VALUES (${id}, ${name}, ${description})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function updateGroup(
  tx: Tx,
  { id, name, description }: Pick<PeopleGroup, 'id' | 'name' | 'description'>,
): Promise<void> {
  await sql`UPDATE app_group SET name = ${name}, description = ${description} WHERE id = ${id}`.execute(tx);
}

/** Removes the group with its memberships. */
export async function removeGroup(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM group_member WHERE group_id = ${id}`.execute(tx);
  await sql`DELETE FROM app_group WHERE id = ${id}`.execute(tx);
}

/** Returns what names the group, with titles in the language. Shared views of the group are deleted with it, and count too. */
export async function usesOfGroup(tx: Tx, id: string, languageId: string): Promise<GroupUse[]> {
  const { rows } = await sql<{ kind: GroupUse['kind']; id: string; title: string | null; titles: Texts | null }>`
    SELECT 'menu' AS kind, i.id::text, i.path AS title, i.title AS titles FROM menu_item i
      WHERE i.removed_at IS NULL AND ${id} = ANY(i.groups)
    UNION ALL SELECT 'registry', r.id, NULL, r.title FROM registry r
      WHERE ${id} = ANY(r.read_groups) OR ${id} = ANY(r.write_groups) OR ${id} = ANY(r.delete_groups)
        OR jsonb_path_exists(r.moves, '$[*].groups[*] ? (@ == $group)', jsonb_build_object('group', ${id}::text))
    UNION ALL SELECT 'caseType', c.id, NULL, c.title FROM case_type c WHERE ${id} = ANY(c.start_groups)
    UNION ALL SELECT 'catalogueItem', i.id, i.target, i.title FROM catalogue_item i
      WHERE ${id} = ANY(i.groups) OR ${id} = ANY(i.start_for_groups)
    UNION ALL SELECT 'manual', m.id::text, m.title, NULL FROM manual m WHERE m.removed_at IS NULL
      AND m.id IN (SELECT manual_id FROM manual_audience WHERE kind = 'group' AND ref = ${id})
    UNION ALL SELECT 'embedClient', c.id::text, c.name, NULL FROM embed_client c WHERE c.readers_group_id = ${id}
    UNION ALL SELECT 'scimClient', c.id::text, c.name, NULL FROM scim_client c
      WHERE ${id} = ANY(c.groups) AND c.disabled_at IS NULL
    UNION ALL SELECT 'view', v.id::text, v.name, NULL FROM saved_view v WHERE v.group_id = ${id} AND v.removed_at IS NULL
    LIMIT 200`.execute(tx);
  const found = rows.map(({ kind, id: place, title, titles }) => {
    return { kind, id: place, title: (titles && textOf(titles, languageId)) || title || place };
  });
  return [...(await processesWith(tx, id)), ...found];
}

/** Processes whose current version names the group: as one of the candidates, or as a text in an expression. */
async function processesWith(tx: Tx, group: string): Promise<GroupUse[]> {
  const { rows } = await sql<{ key: string; name: string; groups: string[] }>`
    SELECT p.key, p.name, ARRAY(SELECT n #>> '{}' FROM jsonb_path_query(v.compiled, 'lax $.**.groups ? (@.type() == "string")') n) AS groups
    FROM process p JOIN process_version v ON v.process_key = p.key AND v.number = p.active_number
    WHERE position(${group} IN v.compiled::text) > 0 ORDER BY p.name, p.key LIMIT 200`.execute(tx);
  const names = (text: string) =>
    text.startsWith('=')
      ? [...text.matchAll(/"([^"]*)"/g)].flatMap(([, inner = '']) => inner.split(','))
      : text.split(',');
  return rows
    .filter(({ groups }) => groups.some((text) => names(text).some((name) => name.trim() === group)))
    .map(({ key, name }) => ({ kind: 'process' as const, id: key, title: name }));
}
