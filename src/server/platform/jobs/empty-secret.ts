import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** Removes the text of a mail or SMS whose payload has `secret`; recipient and subject are kept. */
export async function emptySecret(tx: Tx, tenantId: number, id: string): Promise<void> {
  await sql`UPDATE outbox SET payload = (payload - '{html,unsubscribe}'::text[]) || '{"text": ""}'
    WHERE tenant_id = ${tenantId} AND id = ${id}::uuid AND payload @> '{"secret": true}'`.execute(tx);
}
