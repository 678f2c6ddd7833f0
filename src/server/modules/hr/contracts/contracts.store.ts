import { sql } from 'kysely';
import type { ContractTerm } from '../../../../shared/contracts/hr-contract.rules.ts';
import type { ContractDimension, HrContract } from '../../../../shared/contracts/hr-contracts.contract.ts';
import type { UserRef } from '../../../../shared/contracts/shapes.contract.ts';
import { changedBy } from '../../../platform/changed-by.ts';
import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { personRef, personRow } from '../../users/index.ts';

interface ContractRow extends Omit<HrContract, 'user' | 'updatedAt'> {
  readonly person: Parameters<typeof personRef>[0];
  readonly updated_at: Date;
  readonly changer: string | null;
}

/** A contract with what the check of `If-Match` needs. */
export interface StoredContract {
  readonly contract: HrContract;
  readonly userId: string;
  readonly stamp: { readonly version: number; readonly updated_at: Date; readonly changer: string | null };
}

/** SQL of a day that is `infinity` without an end; null then. */
export const endOf = (column: string) => sql`NULLIF(${sql.ref(column)}, 'infinity')::text`;

const coded = (alias: string) =>
  sql.raw(`jsonb_build_object('id', ${alias}.id, 'code', ${alias}.code, 'name', ${alias}.name)`);

const DIMENSIONS = sql`coalesce((SELECT jsonb_agg(jsonb_build_object('id', x.id, 'dimension', ${coded('d')}, 'value', ${coded('v')},
      'share', x.share, 'validFrom', x.valid_from::text, 'validUntil', ${endOf('x.valid_until')})
      ORDER BY lower(d.name), d.id, x.valid_from, v.code, x.id)
    FROM hr_contract_dimension x JOIN dimension d ON d.id = x.dimension_id JOIN dimension_value v ON v.id = x.value_id
    WHERE x.contract_id = c.id), '[]')`;

/** Reads contracts with their dimensions, in any order. The caller has decided and logged the access. */
export async function readContracts(tx: Tx, ids: readonly string[], isLocked = false): Promise<StoredContract[]> {
  const { rows } = await sql<ContractRow>`
    SELECT c.id, ${personRow('u')} AS person, CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('id', o.id, 'name', o.name) END AS company,
      c.number, c.kind, c.job_title AS "jobTitle", c.starts_on::text AS "startsOn", ${endOf('c.ends_on')} AS "endsOn",
      c.trial_ends_on::text AS "trialEndsOn", c.weekly_hours::float8 AS "weeklyHours", c.place, c.end_reason AS "endReason",
      ${DIMENSIONS} AS dimensions, c.version, c.updated_at,
      (SELECT b.name FROM app_user b WHERE b.id = ${changedBy('c')}) AS changer
    FROM hr_contract c JOIN app_user u ON u.id = c.user_id LEFT JOIN company o ON o.id = c.company_id
    WHERE c.id = ANY(${[...ids]}::uuid[]) AND c.removed_at IS NULL ${isLocked ? sql`FOR UPDATE OF c` : sql``}`.execute(
    tx,
  );
  return rows.map(({ person, updated_at, changer, ...row }) => ({
    userId: person.id,
    stamp: { version: row.version, updated_at, changer },
    contract: { ...row, user: userOf(person), updatedAt: updated_at.toISOString() },
  }));
}

const userOf = (person: Parameters<typeof personRef>[0]): UserRef => personRef(person);

/** Finds whose contract it is, before the rest is read. */
export async function findContract(
  tx: Tx,
  id: string,
): Promise<{ readonly userId: string; readonly number: string | null } | undefined> {
  const { rows } = await sql<{
    userId: string;
    number: string | null;
  }>`SELECT user_id AS "userId", number FROM hr_contract
    WHERE id = ${id}::uuid AND removed_at IS NULL`.execute(tx);
  return rows[0];
}

/** Locks the contracts of a user until the end of the transaction, so that overlaps are compared one after the other. */
export async function lockTerms(
  tx: Tx,
  userId: string,
): Promise<(ContractTerm & { id: string; number: string | null })[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('hr_contract/' || ${userId}::text, 0))`.execute(tx);
  const { rows } = await sql<
    ContractTerm & { id: string; number: string | null }
  >`SELECT id, number, kind, starts_on::text AS "startsOn",
      ${endOf('ends_on')} AS "endsOn", trial_ends_on::text AS "trialEndsOn", weekly_hours::float8 AS "weeklyHours"
    FROM hr_contract WHERE user_id = ${userId}::uuid AND removed_at IS NULL ORDER BY starts_on, id`.execute(tx);
  return rows;
}

export async function isNumberTaken(tx: Tx, number: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM hr_contract
    WHERE number = ${number} AND id <> ${exceptId}::uuid AND removed_at IS NULL`.execute(tx);
  return rows.length > 0;
}

export async function isCompany(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM company WHERE id = ${id}::uuid AND removed_at IS NULL`.execute(tx);
  return rows.length > 0;
}

/** Returns those of the values that exist and belong to their dimension. */
export async function countValues(
  tx: Tx,
  rows: readonly { readonly dimensionId: string; readonly valueId: string }[],
): Promise<number> {
  const found = await sql<{ n: number }>`SELECT count(*)::int AS n
    FROM unnest(${rows.map((row) => row.dimensionId)}::uuid[], ${rows.map((row) => row.valueId)}::uuid[]) AS x(d, v)
      JOIN dimension d ON d.id = x.d AND d.removed_at IS NULL
      JOIN dimension_value v ON v.id = x.v AND v.dimension_id = d.id AND v.removed_at IS NULL`.execute(tx);
  return found.rows[0]!.n;
}

/** The values of a contract as they are stored; null days have no end. */
export interface ContractValues extends ContractTerm {
  readonly companyId: string | null;
  readonly number: string | null;
  readonly jobTitle: string | null;
  readonly place: string | null;
  readonly endReason: string | null;
}

export async function insertContract(tx: Tx, userId: string, values: ContractValues): Promise<string> {
  const id = uuid7();
  await sql`INSERT INTO hr_contract (id, user_id, company_id, number, kind, job_title, starts_on, ends_on, trial_ends_on, weekly_hours,
      place, end_reason)
    VALUES (${id}::uuid, ${userId}::uuid, ${values.companyId}::uuid, ${values.number}, ${values.kind}, ${values.jobTitle},
      ${values.startsOn}, ${values.endsOn ?? 'infinity'}, ${values.trialEndsOn}, ${values.weeklyHours}, ${values.place}, ${values.endReason})`.execute(
    tx,
  );
  return id;
}

export async function updateContract(tx: Tx, id: string, values: ContractValues): Promise<void> {
  await sql`UPDATE hr_contract SET company_id = ${values.companyId}::uuid, number = ${values.number}, kind = ${values.kind},
      job_title = ${values.jobTitle}, starts_on = ${values.startsOn}, ends_on = ${values.endsOn ?? 'infinity'},
      trial_ends_on = ${values.trialEndsOn}, weekly_hours = ${values.weeklyHours}, place = ${values.place},
      end_reason = ${values.endReason} WHERE id = ${id}::uuid`.execute(tx);
}

export async function removeContract(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE hr_contract SET removed_at = now() WHERE id = ${id}::uuid`.execute(tx);
}

export interface DimensionRow {
  readonly dimensionId: string;
  readonly valueId: string;
  readonly share: number;
  readonly validFrom: string;
  readonly validUntil: string | null;
}

/** Replaces the dimensions of a contract; equal rows stay, so that the audit log has what changed. */
export async function writeDimensions(
  tx: Tx,
  contractId: string,
  before: readonly ContractDimension[],
  rows: readonly DimensionRow[],
): Promise<void> {
  const keyOf = (row: DimensionRow) =>
    JSON.stringify([row.dimensionId, row.valueId, row.share, row.validFrom, row.validUntil]);
  const wanted = new Set(rows.map(keyOf));
  const kept = new Set<string>();
  const gone: string[] = [];
  for (const { id, dimension, value, share, validFrom, validUntil } of before) {
    const key = keyOf({ dimensionId: dimension.id, valueId: value.id, share, validFrom, validUntil });
    if (wanted.has(key)) kept.add(key);
    else gone.push(id);
  }
  if (gone.length > 0) await sql`DELETE FROM hr_contract_dimension WHERE id = ANY(${gone}::uuid[])`.execute(tx);
  for (const row of rows.filter((one) => !kept.has(keyOf(one)))) {
    await sql`INSERT INTO hr_contract_dimension (contract_id, dimension_id, value_id, share, valid_from, valid_until)
      VALUES (${contractId}::uuid, ${row.dimensionId}::uuid, ${row.valueId}::uuid, ${row.share}, ${row.validFrom},
        ${row.validUntil ?? 'infinity'})`.execute(tx);
  }
}
