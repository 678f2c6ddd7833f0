import { sql } from 'kysely';
import type { CompanyChange, CompanyRow } from '../../../shared/contracts/companies.contract.ts';
import type { Company, ReferenceUses } from '../../../shared/contracts/reference-data.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { removeFile } from '../../platform/files.ts';
import { type LookupQuery, uuidsOf } from '../../platform/lookup.ts';
import { manualsAddressing } from '../manuals/index.ts';

const USES_MAX = 200;

export interface LockedCompany extends CompanyRow {
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

const FIELDS = sql`c.id, c.code, c.name, c.registry_code AS "registryCode", c.country, c.active, c.version`;
/** The random end of the id of the file is the version of the logo. */
const ROW = sql`${FIELDS}, right(c.logo_file_id::text, 12) AS logo,
  (SELECT count(*)::int FROM app_user u WHERE u.company_id = c.id AND u.status = 'active') AS people`;

/** Returns companies by name. */
export async function readCompanies(tx: Tx, { q, ids, limit }: LookupQuery): Promise<Company[]> {
  const pattern = containsPattern(q);
  const { rows } = await sql<Company>`SELECT ${FIELDS} FROM company c
    WHERE ${ids ? sql`c.id = ANY(${uuidsOf(ids)}::uuid[])` : sql`c.active`}
      AND (lower(c.name) LIKE ${pattern} OR lower(c.code) LIKE ${pattern} OR c.registry_code LIKE ${pattern})
    ORDER BY lower(c.name), c.id LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** Reads companies for the list, in any order. */
export async function readRows(tx: Tx, ids: readonly string[]): Promise<CompanyRow[]> {
  const { rows } = await sql<CompanyRow>`SELECT ${ROW} FROM company c WHERE c.id = ANY(${[...ids]}::uuid[])`.execute(
    tx,
  );
  return rows;
}

/** Reads a company and locks it until the end of the transaction; undefined for a deleted one. */
export async function lockCompany(tx: Tx, id: string): Promise<LockedCompany | undefined> {
  const { rows } = await sql<LockedCompany>`SELECT ${ROW}, c.updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('c')}) AS changer
    FROM company c WHERE c.id = ${id}::uuid AND c.removed_at IS NULL FOR UPDATE OF c`.execute(tx);
  return rows[0];
}

type Values = Required<Pick<CompanyChange, 'code' | 'name' | 'registryCode' | 'country' | 'active'>>;

/** Returns the id, or undefined if the code is taken. */
export async function insertCompany(tx: Tx, values: Values): Promise<string | undefined> {
  const { code, name, registryCode, country, active } = values;
  const { rows } = await sql<{ id: string }>`INSERT INTO company (code, name, registry_code, country, active)
    VALUES (${code}, ${name}, ${registryCode}, ${country}, ${active})
    ON CONFLICT (tenant_id, code) WHERE removed_at IS NULL DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id;
}

export async function isCodeTaken(tx: Tx, code: string, exceptId: string): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM company WHERE code = ${code} AND id <> ${exceptId}::uuid AND removed_at IS NULL`.execute(
      tx,
    );
  return rows.length > 0;
}

export async function updateCompany(tx: Tx, id: string, values: Values): Promise<void> {
  const { code, name, registryCode, country, active } = values;
  await sql`UPDATE company SET code = ${code}, name = ${name}, registry_code = ${registryCode}, country = ${country},
    active = ${active} WHERE id = ${id}::uuid`.execute(tx);
}

/** Hides the company; values of forms that name it still find its name. */
export async function removeCompany(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE company SET active = false, removed_at = now() WHERE id = ${id}::uuid`.execute(tx);
}

/** Returns the users of the company, counted, and the departments and manuals that name it. */
export async function usesOfCompany(tx: Tx, id: string, languageId: string): Promise<ReferenceUses> {
  const people = await sql<{ people: number }>`SELECT count(*)::int AS people FROM app_user
    WHERE company_id = ${id}::uuid AND status <> 'erased'`.execute(tx);
  const departments = await sql<{ id: string; title: string }>`SELECT id, name AS title FROM department
    WHERE company_id = ${id}::uuid AND removed_at IS NULL ORDER BY lower(name), id LIMIT ${sql.lit(USES_MAX)}`.execute(
    tx,
  );
  return {
    people: people.rows[0]!.people,
    usedBy: [
      ...departments.rows.map((row) => ({ kind: 'department' as const, ...row })),
      ...(await manualsAddressing(tx, 'company', id, languageId)),
    ],
  };
}

/** Replaces or removes the logo. The previous file is no longer needed. */
export async function setLogo(tx: Tx, id: string, fileId: string | null): Promise<void> {
  const { rows } = await sql<{ before: string | null }>`UPDATE company c SET logo_file_id = ${fileId}::uuid
    FROM (SELECT id, logo_file_id FROM company WHERE id = ${id}::uuid FOR UPDATE) o WHERE c.id = o.id
    RETURNING o.logo_file_id AS before`.execute(tx);
  const before = rows[0]?.before;
  if (before) await removeFile(tx, before);
}

/** Finds the logo of a company: id of its file, type and hash. */
export async function findLogo(
  tx: Tx,
  id: string,
): Promise<{ readonly fileId: string; readonly mediaType: string; readonly sha256: Buffer } | undefined> {
  const { rows } = await sql<{ fileId: string; mediaType: string; sha256: Uint8Array }>`SELECT f.id AS "fileId",
      f.media_type AS "mediaType", f.sha256
    FROM company c JOIN file f ON f.id = c.logo_file_id WHERE c.id = ${id}::uuid`.execute(tx);
  const row = rows[0];
  return row && { ...row, sha256: Buffer.from(row.sha256) };
}
