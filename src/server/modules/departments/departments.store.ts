import { sql } from 'kysely';
import type { Department } from '../../../shared/contracts/reference-data.contract.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { type LookupQuery, uuidsOf } from '../../platform/lookup.ts';
import { personRef } from '../users/index.ts';

interface DepartmentRow extends Omit<Department, 'manager'> {
  readonly manager: Parameters<typeof personRef>[0] | null;
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

/** Returns departments by name. */
export async function readDepartments(tx: Tx, { q, ids, limit }: LookupQuery): Promise<Department[]> {
  const pattern = containsPattern(q);
  const { rows } = await sql<DepartmentRow>`SELECT ${COLUMNS} FROM department d
    WHERE ${ids ? sql`d.id = ANY(${uuidsOf(ids)}::uuid[])` : sql`d.active`}
      AND (lower(d.name) LIKE ${pattern} OR lower(d.code) LIKE ${pattern})
    ORDER BY lower(d.name), d.id LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows.map(toDepartment);
}

const TREE_MAX = 5000;

/** Returns all active departments by name; at most 5,000. */
export async function readActive(tx: Tx): Promise<Department[]> {
  return readDepartments(tx, { q: '', ids: undefined, limit: TREE_MAX });
}

export async function readDepartment(tx: Tx, id: string): Promise<Department | undefined> {
  return (await readDepartments(tx, { q: '', ids: [id], limit: 1 }))[0];
}

/** Returns the departments of a user, the primary one first. */
export async function readOfUser(tx: Tx, userId: string): Promise<Department[]> {
  const { rows } = await sql<DepartmentRow>`SELECT ${COLUMNS} FROM department d
    JOIN user_department ud ON ud.department_id = d.id WHERE ud.user_id = ${userId}::uuid
    ORDER BY ud.is_primary DESC, lower(d.name), d.id`.execute(tx);
  return rows.map(toDepartment);
}
