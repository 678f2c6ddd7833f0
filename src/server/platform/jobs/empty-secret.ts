import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** Takes the words out of a mail or text whose payload says `secret`; to whom and about what it was stays. */
export async function emptySecret(tx: Tx, tenantId: number, id: string): Promise<void> {
  await sql`UPDATE outbox SET payload = (payload - '{html,unsubscribe}'::text[]) || '{"text": ""}'
    WHERE tenant_id = ${tenantId} AND id = ${id}::uuid AND payload @> '{"secret": true}'`.execute(tx);
}
