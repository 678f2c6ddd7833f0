import { type RawBuilder, sql } from 'kysely';
import type { ReferenceUses } from '../../../shared/contracts/reference-data.contract.ts';
import type { Tag } from '../../../shared/contracts/tags.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import type { Tx } from '../../platform/database.ts';
import { manualsAddressing } from '../manuals/index.ts';

export interface TagRow extends Tag {
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

const COLUMNS = sql`t.id, t.name, t.color, t.version,
  (SELECT count(*)::int FROM tagging g JOIN app_user u ON u.id = g.entity_id AND u.status = 'active'
    WHERE g.tag_id = t.id AND g.entity = 'user') AS people`;

/** Returns all tags by name, with the number of active users of each. */
export const readTags = (tx: Tx): Promise<Tag[]> => tagsWhere(tx, sql`true`);

export const readTagsByIds = (tx: Tx, ids: readonly string[]): Promise<Tag[]> =>
  tagsWhere(tx, sql`t.id = ANY(${[...ids]}::uuid[])`);

/** Returns the tags of one user. */
export const tagsOf = (tx: Tx, userId: string): Promise<Tag[]> =>
  tagsWhere(
    tx,
    sql`EXISTS (SELECT 1 FROM tagging o WHERE o.tag_id = t.id AND o.entity = 'user' AND o.entity_id = ${userId}::uuid)`,
  );

async function tagsWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<Tag[]> {
  const { rows } = await sql<Tag>`SELECT ${COLUMNS} FROM tag t WHERE ${condition} ORDER BY lower(t.name), t.id`.execute(
    tx,
  );
  return rows;
}

/** Reads the tag and locks it until the end of the transaction. */
export async function lockTag(tx: Tx, id: string): Promise<TagRow | undefined> {
  const { rows } = await sql<TagRow>`SELECT ${COLUMNS}, t.updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('t')}) AS changer
    FROM tag t WHERE t.id = ${id}::uuid FOR UPDATE OF t`.execute(tx);
  return rows[0];
}

/** Returns the id, or undefined if the name is taken. */
export async function insertTag(tx: Tx, { name, color }: Pick<Tag, 'name' | 'color'>): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`INSERT INTO tag (name, color) VALUES (${name}, ${color})
    ON CONFLICT (tenant_id, name) DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id;
}

export async function isNameTaken(tx: Tx, name: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM tag WHERE name = ${name} AND id <> ${exceptId}::uuid`.execute(tx);
  return rows.length > 0;
}

export async function updateTag(tx: Tx, { id, name, color }: Pick<Tag, 'id' | 'name' | 'color'>): Promise<void> {
  await sql`UPDATE tag SET name = ${name}, color = ${color} WHERE id = ${id}::uuid`.execute(tx);
}

/** Removes the tag, also from users. */
export async function deleteTag(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM tag WHERE id = ${id}::uuid`.execute(tx);
}

/** Returns the users with the tag, counted, and the manuals that address it. */
export async function usesOfTag(tx: Tx, id: string, languageId: string): Promise<ReferenceUses> {
  const { rows } = await sql<{ people: number }>`SELECT count(*)::int AS people
    FROM tagging g JOIN app_user u ON u.id = g.entity_id AND u.status <> 'erased'
    WHERE g.tag_id = ${id}::uuid AND g.entity = 'user'`.execute(tx);
  return { people: rows[0]!.people, usedBy: await manualsAddressing(tx, 'tag', id, languageId) };
}

/** Gives what has the tag `from` the tag `to`. */
export async function moveTaggings(tx: Tx, from: string, to: string): Promise<void> {
  await sql`INSERT INTO tagging (tag_id, entity, entity_id)
    SELECT ${to}::uuid, entity, entity_id FROM tagging WHERE tag_id = ${from}::uuid ON CONFLICT DO NOTHING`.execute(tx);
}

/** Sets the tags of a user to exactly these; creates a tag for a new name. */
export async function writeTags(tx: Tx, userId: string, names: readonly string[]): Promise<void> {
  const wanted = sql`${[...names]}::text[]`;
  await sql`INSERT INTO tag (name) SELECT unnest(${wanted}) ON CONFLICT (tenant_id, name) DO NOTHING`.execute(tx);
  await sql`DELETE FROM tagging g WHERE g.entity = 'user' AND g.entity_id = ${userId}::uuid
    AND NOT EXISTS (SELECT 1 FROM tag t WHERE t.id = g.tag_id AND t.name = ANY(${wanted}))`.execute(tx);
  await sql`INSERT INTO tagging (tag_id, entity, entity_id) SELECT id, 'user', ${userId}::uuid FROM tag WHERE name = ANY(${wanted})
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Returns the tags of users, by user and name. */
export async function readTagsOf(
  tx: Tx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: string; readonly text: string }[]>> {
  const { rows } = await sql<{
    user: string;
    id: string;
    text: string;
  }>`SELECT o.entity_id AS user, t.id, t.name AS text
    FROM tagging o JOIN tag t ON t.id = o.tag_id
    WHERE o.entity = 'user' AND o.entity_id = ANY(${[...userIds]}::uuid[]) ORDER BY lower(t.name), t.id`.execute(tx);
  const byUser = Map.groupBy(rows, ({ user }) => user);
  return new Map([...byUser].map(([user, tags]) => [user, tags.map(({ id, text }) => ({ id, text }))]));
}

/** Sets the tags of each user to exactly these. */
export async function replaceTags(
  tx: Tx,
  users: readonly { readonly key: string; readonly ids: readonly string[] }[],
): Promise<void> {
  const pairs = users.flatMap(({ key, ids }) => ids.map((id) => ({ key, id })));
  const wanted = sql`unnest(${pairs.map(({ key }) => key)}::uuid[], ${pairs.map(({ id }) => id)}::uuid[]) AS x(user_id, tag_id)`;
  await sql`DELETE FROM tagging g WHERE g.entity = 'user' AND g.entity_id = ANY(${users.map(({ key }) => key)}::uuid[])
    AND NOT EXISTS (SELECT 1 FROM ${wanted} WHERE x.user_id = g.entity_id AND x.tag_id = g.tag_id)`.execute(tx);
  await sql`INSERT INTO tagging (tag_id, entity, entity_id) SELECT x.tag_id, 'user', x.user_id FROM ${wanted}
    ON CONFLICT DO NOTHING`.execute(tx);
}
