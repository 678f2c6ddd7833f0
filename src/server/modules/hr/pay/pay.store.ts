import { sql } from 'kysely';
import type { HrPay, NewHrPay } from '../../../../shared/contracts/hr-pay.contract.ts';
import { addDays } from '../../../../shared/locale/days.ts';
import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { personRef, personRow } from '../../users/index.ts';
import { endOf } from '../contracts/contracts.store.ts';

/** Far more than a working life has. */
const ROWS_MAX = 2000;

interface PayRow extends Omit<HrPay, 'createdAt' | 'createdBy' | 'supersededAt'> {
  readonly created_at: Date;
  readonly superseded_at: Date | null;
  readonly creator: Parameters<typeof personRef>[0] | null;
}

/** Reads the pay of a user with superseded rows, the latest first; after the access is logged. */
export async function readPay(tx: Tx, userId: string, id?: string): Promise<HrPay[]> {
  const { rows } =
    await sql<PayRow>`SELECT p.id, p.contract_id AS "contractId", c.number AS "contractNumber", p.kind, p.name,
      p.amount_minor::float8 AS "amountMinor", p.currency, p.period, p.valid_from::text AS "validFrom", ${endOf('p.valid_until')} AS "validUntil",
      p.superseded_at, p.superseded_by AS "supersededBy", p.created_at, ${personRow('u')} AS creator
    FROM hr_pay p JOIN hr_contract c ON c.id = p.contract_id LEFT JOIN app_user u ON u.id = p.created_by
    WHERE p.user_id = ${userId}::uuid ${id === undefined ? sql`` : sql`AND p.id = ${id}::uuid`}
    ORDER BY p.valid_from DESC, p.id DESC LIMIT ${sql.lit(ROWS_MAX)}`.execute(tx);
  return rows.map(({ created_at, superseded_at, creator, ...row }) => ({
    ...row,
    supersededAt: superseded_at?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
    createdBy: creator && personRef(creator),
  }));
}

export interface PayContract {
  readonly startsOn: string;
  readonly endsOn: string | null;
}

/** Locks the contract of the pay until the end of the transaction; undefined if it is not the user's. */
export async function lockContract(tx: Tx, userId: string, id: string): Promise<PayContract | undefined> {
  const { rows } =
    await sql<PayContract>`SELECT starts_on::text AS "startsOn", ${endOf('ends_on')} AS "endsOn" FROM hr_contract
    WHERE id = ${id}::uuid AND user_id = ${userId}::uuid AND removed_at IS NULL FOR UPDATE`.execute(tx);
  return rows[0];
}

export type PayValues = Omit<Required<NewHrPay>, 'supersedes'>;

/** Marks a row as replaced by another one. */
export async function supersede(tx: Tx, id: string, by: string): Promise<void> {
  await sql`UPDATE hr_pay SET superseded_at = now(), superseded_by = ${by}::uuid WHERE id = ${id}::uuid`.execute(tx);
}

/** Ends the pay that is valid before this day on the day before it. */
export async function endBefore(tx: Tx, { contractId, kind, name, validFrom }: PayValues): Promise<void> {
  await sql`UPDATE hr_pay SET valid_until = ${addDays(validFrom, -1)} WHERE contract_id = ${contractId}::uuid AND kind = ${kind}
    AND name = ${name} AND superseded_at IS NULL AND valid_from < ${validFrom} AND valid_until >= ${validFrom}`.execute(
    tx,
  );
}

/** Whether valid pay of the same kind and name shares a day with it. */
export async function isCovered(
  tx: Tx,
  { contractId, kind, name, validFrom, validUntil }: PayValues,
): Promise<boolean> {
  const { rows } =
    await sql`SELECT 1 FROM hr_pay WHERE contract_id = ${contractId}::uuid AND kind = ${kind} AND name = ${name}
    AND superseded_at IS NULL AND valid_from <= ${validUntil ?? 'infinity'} AND valid_until >= ${validFrom}`.execute(
      tx,
    );
  return rows.length > 0;
}

export const newPayId = (): string => uuid7();

export async function insertPay(tx: Tx, id: string, userId: string, values: PayValues): Promise<void> {
  await sql`INSERT INTO hr_pay (id, user_id, contract_id, kind, name, amount_minor, currency, period, valid_from, valid_until)
    VALUES (${id}::uuid, ${userId}::uuid, ${values.contractId}::uuid, ${values.kind}, ${values.name}, ${values.amountMinor},
      ${values.currency}, ${values.period}, ${values.validFrom}, ${values.validUntil ?? 'infinity'})`.execute(tx);
}
