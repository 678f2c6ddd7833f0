import { sql } from 'kysely';
import type { RightSettings } from '../../../shared/contracts/rights.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import { rightSettingsOf } from './rights.rules.ts';

/** Keys in `tenant_setting`. */
const KEYS = ['confidentialNeedsGroup', 'selfRename'] as const;

export async function readRightSettings(tx: Tx): Promise<RightSettings> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    SELECT key, value FROM tenant_setting WHERE key = ANY(${KEYS}::text[])`.execute(tx);
  return rightSettingsOf(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
}

export async function writeRightSettings(tx: Tx, settings: RightSettings): Promise<void> {
  for (const key of KEYS) {
    await sql`INSERT INTO tenant_setting AS kept (key, value) VALUES (${key}, ${json(settings[key])}::jsonb)
      ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value WHERE kept.value <> excluded.value`.execute(tx);
  }
}
