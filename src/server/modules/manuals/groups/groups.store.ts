import { sql } from 'kysely';
import type { ManualGroup } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { Use } from '../../../../shared/contracts/reference-data.contract.ts';
import { type Texts, textOf } from '../../../../shared/forms/index.ts';
import { changedBy } from '../../../platform/changed-by.ts';
import { json, type Tx } from '../../../platform/database.ts';
import { purgeManuals } from '../manual/manual.purge.ts';

export interface GroupRow extends ManualGroup {
  readonly updated_at: Date;
  /** Name of the last editor; null for the system. */
  readonly changer: string | null;
}

const COLUMNS = sql`g.id, g.parent_id AS "parentId", g.name, g.position, g.version, g.updated_at,
  (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('g')}) AS changer,
  (SELECT count(*)::int FROM manual m WHERE m.group_id = g.id AND m.removed_at IS NULL) AS manuals`;

export const toGroup = ({ id, parentId, name, position, manuals, version }: GroupRow): ManualGroup => ({
  id,
  parentId,
  name,
  position,
  manuals,
  version,
});

/** Returns all groups; siblings are ordered by position. */
export async function readGroups(tx: Tx): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`SELECT ${COLUMNS} FROM manual_group g ORDER BY g.position, g.id`.execute(tx);
  return rows;
}

/** `lock` locks the row until the end of the transaction. */
export async function readGroup(tx: Tx, id: string, lock = false): Promise<GroupRow | undefined> {
  const { rows } = await sql<GroupRow>`SELECT ${COLUMNS} FROM manual_group g WHERE g.id = ${id}::uuid
    ${lock ? sql`FOR NO KEY UPDATE OF g` : sql``}`.execute(tx);
  return rows[0];
}

export interface GroupPlace {
  readonly parentId: string | null;
  readonly position: number;
}

/** Adds a group after its last sibling and returns its id. */
export async function insertGroup(tx: Tx, name: Texts, parentId: string | null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO manual_group (name, parent_id, position) SELECT ${json(name)}::jsonb, ${parentId}::uuid,
      (SELECT count(*) FROM manual_group s WHERE s.parent_id IS NOT DISTINCT FROM ${parentId}::uuid)
    RETURNING id`.execute(tx);
  return rows[0]!.id;
}

export async function writeGroup(tx: Tx, id: string, name: Texts, parentId: string | null): Promise<void> {
  await sql`UPDATE manual_group SET name = ${json(name)}::jsonb, parent_id = ${parentId}::uuid
    WHERE id = ${id}::uuid`.execute(tx);
}

/** Moves a group to a position among its siblings and renumbers them from 0. */
export async function placeGroup(tx: Tx, id: string, { parentId, position }: GroupPlace): Promise<void> {
  const { rows } = await sql<{ id: string; position: number }>`
    SELECT id, position FROM manual_group WHERE parent_id IS NOT DISTINCT FROM ${parentId}::uuid
    ORDER BY position, id FOR NO KEY UPDATE`.execute(tx);
  const before = new Map(rows.map((row) => [row.id, row.position]));
  const order = rows.map((row) => row.id).filter((one) => one !== id);
  order.splice(Math.max(0, position), 0, id);
  for (const [place, one] of order.entries()) {
    if (before.get(one) === place) continue;
    await sql`UPDATE manual_group SET position = ${place} WHERE id = ${one}::uuid`.execute(tx);
  }
}

/** Whether `id` is `under` or one of its descendants. */
export async function isUnder(tx: Tx, id: string, under: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    WITH RECURSIVE up AS (
      SELECT id, parent_id FROM manual_group WHERE id = ${id}::uuid
      UNION SELECT g.id, g.parent_id FROM manual_group g JOIN up ON g.id = up.parent_id)
    SELECT EXISTS (SELECT 1 FROM up WHERE id = ${under}::uuid) AS found`.execute(tx);
  return rows[0]!.found;
}

/** Maximum number of uses of one kind. */
const USES_MAX = 100;

/** Returns the groups and manuals in a group. */
export async function usesOfManualGroup(tx: Tx, id: string, languageId: string): Promise<Use[]> {
  const { rows } = await sql<{
    kind: 'manualGroup' | 'manual';
    id: string;
    titles: Texts | null;
    title: string | null;
  }>`
    (SELECT 'manualGroup' AS kind, g.id, g.name AS titles, NULL AS title FROM manual_group g
      WHERE g.parent_id = ${id}::uuid ORDER BY g.position, g.id LIMIT ${sql.lit(USES_MAX)})
    UNION ALL (SELECT 'manual', m.id, NULL, m.title FROM manual m
      WHERE m.group_id = ${id}::uuid AND m.removed_at IS NULL ORDER BY m.title, m.id LIMIT ${sql.lit(USES_MAX)})`.execute(
    tx,
  );
  return rows.map(({ kind, id: used, titles, title }) => ({
    ...{ kind, id: used, title: (titles ? textOf(titles, languageId) : title) || used },
  }));
}

/** Deletes an empty group; manuals in the bin are deleted with it. */
export async function removeGroup(tx: Tx, id: string): Promise<void> {
  await purgeManuals(tx, sql`m.group_id = ${id}::uuid`);
  await sql`DELETE FROM manual_group WHERE id = ${id}::uuid`.execute(tx);
}
