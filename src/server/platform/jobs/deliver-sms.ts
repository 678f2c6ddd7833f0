import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';
import type { OutboxPayloads } from '../outbox.ts';
import type { SmsGateway } from '../sms.ts';
import { emptySecret } from './empty-secret.ts';
import type { JobData, JobInfo } from './queue.ts';

export interface SmsDelivery {
  /** Without a gateway the text is only stored, where developers can read it. */
  readonly sms?: SmsGateway | undefined;
  readonly keepsSecrets?: boolean | undefined;
}

/** Sends a text of the outbox to the gateway. An emptied text was sent already. */
export async function deliverSms(
  db: DatabaseHandle,
  { sms, keepsSecrets = false }: SmsDelivery,
  data: JobData,
  { tenantId }: JobInfo,
): Promise<void> {
  const id = String(data.outboxId);
  const row = await db.systemTransaction((tx) =>
    tx.selectFrom('outbox').select('payload').where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst(),
  );
  const { to, text } = (row?.payload ?? {}) as Partial<OutboxPayloads['sms']>;
  if (!to || !text) return;
  await sms?.send({ to, text }, id);
  if (!keepsSecrets) await db.systemTransaction((tx) => emptySecret(tx, tenantId, id));
}

/** After the last attempt. Sent texts are not listed; the outbox row keeps the error. */
export async function noteSmsFailure(
  db: DatabaseHandle,
  { keepsSecrets = false }: SmsDelivery,
  data: JobData,
  tenantId: number,
  error: string,
): Promise<void> {
  const id = String(data.outboxId);
  await db.systemTransaction(async (tx) => {
    await sql`UPDATE outbox SET error = ${error.slice(0, 500)} WHERE tenant_id = ${tenantId} AND id = ${id}::uuid`.execute(
      tx,
    );
    if (!keepsSecrets) await emptySecret(tx, tenantId, id);
  });
}
