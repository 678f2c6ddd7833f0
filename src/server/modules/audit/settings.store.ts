import { sql } from 'kysely';
import type { AuditSettings } from '../../../shared/contracts/audit.contract.ts';
import { AUDIT_MONTHS } from '../../../shared/contracts/audit.rules.ts';
import { json, type Tx } from '../../platform/database.ts';

/** Key in `tenant_setting`, which the database function `audit_kept_from` reads too. */
const KEY = 'auditMonths';

export async function readAuditSettings(tx: Tx): Promise<AuditSettings> {
  const { rows } = await sql<{ value: unknown }>`SELECT value FROM tenant_setting WHERE key = ${KEY}`.execute(tx);
  const { least, most, usual } = AUDIT_MONTHS;
  const value = rows[0] ? rows[0].value : usual;
  // As the database: a setting that is not understood keeps the longest.
  return { months: typeof value === 'number' ? Math.round(Math.min(most, Math.max(least, value))) : most };
}

export async function writeAuditSettings(tx: Tx, { months }: AuditSettings): Promise<void> {
  await sql`INSERT INTO tenant_setting AS kept (key, value) VALUES (${KEY}, ${json(months)}::jsonb)
    ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value WHERE kept.value <> excluded.value`.execute(tx);
}
