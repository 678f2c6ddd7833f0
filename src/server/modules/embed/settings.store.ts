import { sql } from 'kysely';
import type { EmbedSettings } from '../../../shared/contracts/embed-clients.contract.ts';
import { json, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';

/** The key in `tenant_setting`. */
const CONFIRM_KEY = 'clientsMayConfirm';

/** What element clients may do in the organisation. Without a setting they may not confirm manuals. */
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

/** Throws where the organisation does not let element clients confirm manuals. */
export async function assertClientsConfirm(tx: Tx): Promise<void> {
  if (!(await readEmbedSettings(tx)).clientsMayConfirm) throw new AppError('reading.client_refused');
}
