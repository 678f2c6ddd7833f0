import { sql } from 'kysely';
import type { DepartmentMove } from '../../../shared/contracts/departments.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { findAddressing } from '../manuals/index.ts';

/** Changes to the tree of one organisation run one after another: each decides by the ancestors that the others leave. */
export async function lockTree(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('departments/' || tenant()::text, 0))`.execute(tx);
}

export async function countDepartments(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM department
    WHERE removed_at IS NULL`.execute(tx);
  return rows[0]!.count;
}

/** Levels that a department would have below a parent, and whether the parent is the department itself or below it. */
export interface Placement {
  readonly exists: boolean;
  readonly isBelow: boolean;
  /** Levels from the top to the lowest department that moves. */
  readonly levels: number;
}

/** `id` null: a new department. `parentId` null: at the top. */
export async function readPlacement(tx: Tx, id: string | null, parentId: string | null): Promise<Placement> {
  const { rows } = await sql<Placement>`SELECT
      ${parentId}::uuid IS NULL OR EXISTS (SELECT 1 FROM department WHERE id = ${parentId}::uuid AND removed_at IS NULL) AS exists,
      EXISTS (SELECT 1 FROM department_closure WHERE ancestor_id = ${id}::uuid AND descendant_id = ${parentId}::uuid)
        OR ${id}::uuid IS NOT DISTINCT FROM ${parentId}::uuid AND ${id}::uuid IS NOT NULL AS "isBelow",
      1 + coalesce((SELECT 1 + max(depth) FROM department_closure WHERE descendant_id = ${parentId}::uuid), 0)
        + coalesce((SELECT max(depth) FROM department_closure WHERE ancestor_id = ${id}::uuid), 0) AS levels`.execute(
    tx,
  );
  return rows[0]!;
}

/** Places a department and those below it under a parent; null: at the top. */
export async function placeDepartment(tx: Tx, id: string, parentId: string | null): Promise<void> {
  await sql`UPDATE department SET parent_id = ${parentId}::uuid WHERE id = ${id}::uuid
    AND parent_id IS DISTINCT FROM ${parentId}::uuid`.execute(tx);
  await sql`INSERT INTO department_closure (ancestor_id, descendant_id, depth)
    VALUES (${id}::uuid, ${id}::uuid, 0) ON CONFLICT DO NOTHING`.execute(tx);
  const below = sql`SELECT descendant_id FROM department_closure WHERE ancestor_id = ${id}::uuid`;
  await sql`DELETE FROM department_closure c WHERE c.descendant_id IN (${below}) AND c.ancestor_id NOT IN (${below})`.execute(
    tx,
  );
  await sql`INSERT INTO department_closure (ancestor_id, descendant_id, depth)
    SELECT a.ancestor_id, d.descendant_id, a.depth + 1 + d.depth
    FROM department_closure a CROSS JOIN department_closure d
    WHERE a.descendant_id = ${parentId}::uuid AND d.ancestor_id = ${id}::uuid`.execute(tx);
}

/** Removes a department from the tree; what is below it has been moved. */
export async function unplaceDepartment(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM department_closure WHERE descendant_id = ${id}::uuid`.execute(tx);
}

/** Ids of the departments right below. */
export async function readChildren(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM department WHERE parent_id = ${id}::uuid
    AND removed_at IS NULL ORDER BY id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Writes the whole tree again, from the parents. */
export async function rebuildTree(tx: Tx): Promise<void> {
  await sql`DELETE FROM department_closure`.execute(tx);
  await sql`INSERT INTO department_closure (ancestor_id, descendant_id, depth)
    WITH RECURSIVE up AS (
      SELECT id AS descendant_id, id AS ancestor_id, parent_id, 0 AS depth FROM department WHERE removed_at IS NULL
      UNION ALL SELECT up.descendant_id, d.id, d.parent_id, up.depth + 1
        FROM up JOIN department d ON d.id = up.parent_id)
    SELECT ancestor_id, descendant_id, depth FROM up`.execute(tx);
}

/** Returns what placing a department below a parent changes. */
export async function previewMove(
  tx: Tx,
  id: string,
  parentId: string | null,
  languageId: string,
): Promise<DepartmentMove> {
  const { rows } = await sql<{ people: number; departments: number; before: string[]; after: string[] }>`SELECT
      (SELECT count(DISTINCT p.user_id)::int FROM department_closure c JOIN user_department p ON p.department_id = c.descendant_id
        JOIN app_user u ON u.id = p.user_id AND u.status = 'active' WHERE c.ancestor_id = ${id}::uuid) AS people,
      (SELECT count(*)::int FROM department_closure WHERE ancestor_id = ${id}::uuid) AS departments,
      ARRAY(SELECT ancestor_id::text FROM department_closure WHERE descendant_id = ${id}::uuid AND depth > 0) AS before,
      ARRAY(SELECT ancestor_id::text FROM department_closure WHERE descendant_id = ${parentId}::uuid) AS after`.execute(
    tx,
  );
  const { people, departments, before, after } = rows[0]!;
  const lost = before.filter((one) => !after.includes(one));
  const gained = after.filter((one) => !before.includes(one));
  const names = await sql<{ id: string; name: string }>`SELECT id::text, name FROM department
    WHERE id = ANY(${[...lost, ...gained]}::uuid[])`.execute(tx);
  const nameOf = new Map(names.rows.map((row) => [row.id, row.name]));
  const found = await findAddressing(tx, 'department', [...lost, ...gained], languageId);
  return {
    people,
    departments,
    manuals: found.map(({ id: manual, title, ref }) => ({
      id: manual,
      title,
      change: lost.includes(ref) ? ('lost' as const) : ('gained' as const),
      department: nameOf.get(ref) ?? '',
    })),
  };
}
