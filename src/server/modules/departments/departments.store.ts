import { sql } from 'kysely';
import type { Department, ReferenceUses } from '../../../shared/contracts/reference-data.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { type LookupQuery, uuidsOf } from '../../platform/lookup.ts';
import { manualsAddressing } from '../manuals/index.ts';
import { personRef } from '../users/index.ts';

const USES_MAX = 200;

interface DepartmentRow extends Omit<Department, 'manager'> {
  readonly manager: Parameters<typeof personRef>[0] | null;
}

/** A department that no other transaction can change. */
export interface LockedDepartment {
  readonly department: Department;
  readonly version: number;
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

const COLUMNS = sql`d.id, d.parent_id AS "parentId", d.code, d.name, d.active, d.version,
  (SELECT jsonb_build_object('id', m.id, 'username', m.username, 'name', m.name, 'avatar', m.avatar_file_id)
    FROM app_user m WHERE m.id = d.manager_id AND m.status <> 'erased') AS manager,
  (SELECT jsonb_build_object('id', c.id, 'name', c.name) FROM company c WHERE c.id = d.company_id) AS company,
  (SELECT count(*)::int FROM user_department p JOIN app_user u ON u.id = p.user_id
    WHERE p.department_id = d.id AND u.status = 'active') AS people`;

const toDepartment = ({ manager, ...row }: DepartmentRow): Department => ({
  ...row,
  manager: manager && personRef(manager),
});

/** Returns departments by name: those in use, with `inactive` also the others, or by ids. */
export async function readDepartments(tx: Tx, { q, ids, limit }: LookupQuery, inactive = false): Promise<Department[]> {
  const pattern = containsPattern(q);
  const offered = inactive ? sql`d.removed_at IS NULL` : sql`d.active`;
  const { rows } = await sql<DepartmentRow>`SELECT ${COLUMNS} FROM department d
    WHERE ${ids ? sql`d.id = ANY(${uuidsOf(ids)}::uuid[])` : offered}
      AND (lower(d.name) LIKE ${pattern} OR lower(d.code) LIKE ${pattern})
    ORDER BY lower(d.name), d.id LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows.map(toDepartment);
}

export async function readDepartment(tx: Tx, id: string): Promise<Department | undefined> {
  return (await readDepartments(tx, { q: '', ids: [id], limit: 1 }))[0];
}

/** Reads departments for the list, in any order. */
export async function readRows(tx: Tx, ids: readonly string[]): Promise<(Department & { parent: string | null })[]> {
  const { rows } = await sql<DepartmentRow & { parent: string | null }>`SELECT ${COLUMNS},
      (SELECT name FROM department WHERE id = d.parent_id) AS parent
    FROM department d WHERE d.id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return rows.map(({ parent, ...row }) => ({ ...toDepartment(row), parent }));
}

/** Returns the departments of a user, the primary one first. */
export async function readOfUser(tx: Tx, userId: string): Promise<Department[]> {
  const { rows } = await sql<DepartmentRow>`SELECT ${COLUMNS} FROM department d
    JOIN user_department ud ON ud.department_id = d.id WHERE ud.user_id = ${userId}::uuid
    ORDER BY ud.is_primary DESC, lower(d.name), d.id`.execute(tx);
  return rows.map(toDepartment);
}

/** Reads a department and locks it until the end of the transaction; undefined for a deleted one. */
export async function lockDepartment(tx: Tx, id: string): Promise<LockedDepartment | undefined> {
  const { rows } = await sql<DepartmentRow & Pick<LockedDepartment, 'updated_at' | 'changer'>>`
    SELECT ${COLUMNS}, d.updated_at, (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('d')}) AS changer
    FROM department d WHERE d.id = ${id}::uuid AND d.removed_at IS NULL FOR UPDATE OF d`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { updated_at, changer, ...department } = row;
  return { department: toDepartment(department), version: row.version, updated_at, changer };
}

export interface DepartmentValues {
  readonly code: string;
  readonly name: string;
  readonly managerId: string | null;
  readonly companyId: string | null;
  readonly active: boolean;
}

/** Adds a department without its place in the tree. Returns the id, or undefined if the code is taken. */
export async function insertDepartment(
  tx: Tx,
  { code, name, managerId, companyId, active }: DepartmentValues,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`INSERT INTO department (code, name, manager_id, company_id, active)
    VALUES (${code}, ${name}, ${managerId}::uuid, ${companyId}::uuid, ${active})
    ON CONFLICT (tenant_id, code) WHERE removed_at IS NULL DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id;
}

export async function isCodeTaken(tx: Tx, code: string, exceptId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM department WHERE code = ${code} AND id <> ${exceptId}::uuid AND removed_at IS NULL`.execute(
      tx,
    );
  return rows.length > 0;
}

export async function updateDepartment(
  tx: Tx,
  id: string,
  { code, name, managerId, companyId, active }: DepartmentValues,
): Promise<void> {
  await sql`UPDATE department SET code = ${code}, name = ${name}, manager_id = ${managerId}::uuid,
    company_id = ${companyId}::uuid, active = ${active} WHERE id = ${id}::uuid`.execute(tx);
}

/** Hides an empty department; values of forms that name it still find its name. */
export async function removeDepartment(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE department SET active = false, removed_at = now() WHERE id = ${id}::uuid`.execute(tx);
}

/** Gives the users of a department to another one. Who is in both stays there once. */
export async function moveUsers(tx: Tx, from: string, to: string): Promise<void> {
  const { rows } = await sql<{ userId: string; isPrimary: boolean }>`DELETE FROM user_department
    WHERE department_id = ${from}::uuid RETURNING user_id AS "userId", is_primary AS "isPrimary"`.execute(tx);
  await sql`INSERT INTO user_department AS d (user_id, department_id, is_primary)
    SELECT u, ${to}::uuid, p FROM unnest(${rows.map((row) => row.userId)}::uuid[], ${rows.map((row) => row.isPrimary)}::boolean[]) AS x (u, p)
    ON CONFLICT (tenant_id, user_id, department_id) DO UPDATE SET is_primary = d.is_primary OR excluded.is_primary`.execute(
    tx,
  );
}

/** Returns the users of the department itself, counted, its sub-departments, and the manuals that address it. */
export async function usesOfDepartment(tx: Tx, id: string, languageId: string): Promise<ReferenceUses> {
  const people = await sql<{ people: number }>`SELECT count(*)::int AS people
    FROM user_department p JOIN app_user u ON u.id = p.user_id AND u.status <> 'erased'
    WHERE p.department_id = ${id}::uuid`.execute(tx);
  const below = await sql<{ id: string; title: string }>`SELECT id, name AS title FROM department
    WHERE parent_id = ${id}::uuid AND removed_at IS NULL ORDER BY lower(name), id LIMIT ${sql.lit(USES_MAX)}`.execute(
    tx,
  );
  return {
    people: people.rows[0]!.people,
    usedBy: [
      ...below.rows.map((row) => ({ kind: 'department' as const, ...row })),
      ...(await manualsAddressing(tx, 'department', id, languageId)),
    ],
  };
}

/** Returns which of these users and companies can be chosen: active, and of the organisation. */
export async function findChoices(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = sql`${uuidsOf(ids)}::uuid[]`;
  const { rows } = await sql<{ id: string }>`SELECT id::text FROM app_user
    WHERE id = ANY(${wanted}) AND status = 'active' AND source <> 'partner'
    UNION ALL SELECT id::text FROM company WHERE id = ANY(${wanted}) AND active`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
