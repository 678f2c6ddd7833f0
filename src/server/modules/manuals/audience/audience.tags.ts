import { type RawBuilder, sql } from 'kysely';
import type { Tag } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { Tx } from '../../../platform/database.ts';

/** Returns all tags by name, with the number of active users of each. */
export const readTags = (tx: Tx): Promise<Tag[]> => tagsWhere(tx, sql`true`);

/** Returns the tags of one user. */
export const tagsOf = (tx: Tx, userId: string): Promise<Tag[]> =>
  tagsWhere(
    tx,
    sql`EXISTS (SELECT 1 FROM tagging o WHERE o.tag_id = t.id AND o.entity = 'user' AND o.entity_id = ${userId}::uuid)`,
  );

async function tagsWhere(tx: Tx, condition: RawBuilder<unknown>): Promise<Tag[]> {
  const { rows } = await sql<Tag>`SELECT t.id, t.name, t.color,
      (SELECT count(*)::int FROM tagging g JOIN app_user u ON u.id = g.entity_id AND u.status = 'active'
        WHERE g.tag_id = t.id AND g.entity = 'user') AS people
    FROM tag t WHERE ${condition} ORDER BY lower(t.name), t.id`.execute(tx);
  return rows;
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
