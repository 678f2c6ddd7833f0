import { sql } from 'kysely';
import { json, type Tx } from '../../platform/database.ts';
import type { CurrentDepartment } from './sync.rules.ts';

/** Reads the departments with codes instead of ids. */
export async function readCurrent(tx: Tx): Promise<CurrentDepartment[]> {
  const { rows } = await sql<CurrentDepartment>`SELECT d.code, d.name, p.code AS "parentCode", c.code AS "companyCode",
      (SELECT u.username FROM app_user u WHERE u.id = d.manager_id AND u.status <> 'erased') AS manager, d.active
    FROM department d LEFT JOIN department p ON p.id = d.parent_id LEFT JOIN company c ON c.id = d.company_id
    WHERE d.removed_at IS NULL ORDER BY d.code`.execute(tx);
  return rows;
}

/** Returns which of the codes and usernames can be chosen. */
export async function findKnown(
  tx: Tx,
  companies: readonly string[],
  managers: readonly string[],
): Promise<{ readonly companies: ReadonlySet<string>; readonly managers: ReadonlySet<string> }> {
  const found = await sql<{ code: string }>`SELECT code FROM company
    WHERE code = ANY(${[...companies]}::text[]) AND active`.execute(tx);
  const users = await sql<{ username: string }>`SELECT username FROM app_user
    WHERE username = ANY(${[...managers]}::text[]) AND status = 'active' AND source <> 'partner'`.execute(tx);
  return {
    companies: new Set(found.rows.map(({ code }) => code)),
    managers: new Set(users.rows.map(({ username }) => username)),
  };
}

/** Adds new departments, without their place in the tree. */
export async function insertAll(tx: Tx, departments: readonly CurrentDepartment[]): Promise<void> {
  if (departments.length === 0) return;
  await sql`INSERT INTO department (code, name)
    SELECT x.code, x.name FROM jsonb_to_recordset(${json(departments)}::jsonb) AS x (code text, name text)`.execute(tx);
}

/** Writes all values of departments that exist. */
export async function updateAll(tx: Tx, departments: readonly CurrentDepartment[]): Promise<void> {
  if (departments.length === 0) return;
  await sql`UPDATE department d SET name = x.name, active = x.active,
      parent_id = (SELECT p.id FROM department p WHERE p.code = x."parentCode" AND p.removed_at IS NULL),
      company_id = (SELECT c.id FROM company c WHERE c.code = x."companyCode" AND c.removed_at IS NULL),
      manager_id = (SELECT u.id FROM app_user u WHERE u.username = x.manager)
    FROM jsonb_to_recordset(${json(departments)}::jsonb)
      AS x (code text, name text, active boolean, "parentCode" text, "companyCode" text, manager text)
    WHERE d.code = x.code AND d.removed_at IS NULL`.execute(tx);
}

export async function deactivateAll(tx: Tx, codes: readonly string[]): Promise<void> {
  if (codes.length === 0) return;
  await sql`UPDATE department SET active = false WHERE code = ANY(${[...codes]}::text[]) AND removed_at IS NULL`.execute(
    tx,
  );
}
