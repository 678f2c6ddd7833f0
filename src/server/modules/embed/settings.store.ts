import { sql } from 'kysely';
import type { EmbedSettings } from '../../../shared/contracts/embed-clients.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';

/** Key in `tenant_setting`. */
const CONFIRM_KEY = 'clientsMayConfirm';

/** Returns what element clients may do in the organisation. By default they may not confirm manuals. */
export async function readEmbedSettings(tx: Tx): Promise<EmbedSettings> {
  const { rows } = await sql<{ value: unknown }>`SELECT value FROM tenant_setting WHERE key = ${CONFIRM_KEY}`.execute(
    tx,
  );
  return { clientsMayConfirm: rows[0]?.value === true };
}

export async function writeEmbedSettings(tx: Tx, { clientsMayConfirm }: EmbedSettings): Promise<void> {
  await sql`INSERT INTO tenant_setting (key, value) VALUES (${CONFIRM_KEY}, ${json(clientsMayConfirm)}::jsonb)
    ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value WHERE tenant_setting.value <> excluded.value`.execute(
    tx,
  );
}

/** Throws unless the organisation allows element clients to confirm manuals. */
export async function assertClientsConfirm(tx: Tx): Promise<void> {
  if (!(await readEmbedSettings(tx)).clientsMayConfirm) throw new AppError('reading.client_refused');
}
