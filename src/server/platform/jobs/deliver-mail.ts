import { createHash } from 'node:crypto';
import type { DatabaseHandle } from '../database.ts';
import type { Mail, Mailer } from '../mail.ts';
import type { OutboxPayloads } from '../outbox.ts';
import { emptySecret } from './empty-secret.ts';
import type { JobData, JobInfo } from './queue.ts';

export interface MailDelivery {
  /** Without a mailer the mail is only recorded, as `stored`. */
  readonly mailer?: Mailer | undefined;
  /** Keeps codes readable in the outbox, for development; otherwise they are removed. */
  readonly keepsSecrets?: boolean | undefined;
}

/** Sends a mail of the outbox and records it in `mail_message`, whose row has the id of the outbox row. */
export async function deliverMail(
  db: DatabaseHandle,
  { mailer, keepsSecrets = false }: MailDelivery,
  clock: () => Date,
  data: JobData,
  { tenantId }: JobInfo,
): Promise<void> {
  const id = String(data.outboxId);
  const mail = await noteMail(db, tenantId, id);
  if (!mail) return;
  await mailer?.send(mail, id);
  await db.systemTransaction(async (tx) => {
    await tx
      .updateTable('mail_message')
      .set({ status: mailer ? 'sent' : 'stored', sent_at: mailer ? clock() : null, error: null })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    // In the same transaction: a retry finds either the whole mail or the record that it was sent.
    if (!keepsSecrets) await emptySecret(tx, tenantId, id);
  });
}

/** After the last attempt. */
export async function noteMailFailure(
  db: DatabaseHandle,
  { keepsSecrets = false }: MailDelivery,
  data: JobData,
  tenantId: number,
  error: string,
): Promise<void> {
  const id = String(data.outboxId);
  await db.systemTransaction(async (tx) => {
    await tx
      .updateTable('mail_message')
      .set({ status: 'failed', error: error.slice(0, 500) })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    if (!keepsSecrets) await emptySecret(tx, tenantId, id);
  });
}

/** Returns the mail, unless it is no longer in the outbox or was sent already (the process died before recording it). */
async function noteMail(db: DatabaseHandle, tenantId: number, id: string): Promise<Mail | undefined> {
  return db.systemTransaction(async (tx) => {
    const row = await tx
      .selectFrom('outbox')
      .select('payload')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return undefined;
    const mail = row.payload as OutboxPayloads['mail'];
    await tx
      .insertInto('mail_message')
      .values({
        tenant_id: tenantId,
        id,
        outbox_id: id,
        user_id: mail.userId ?? null,
        template: mail.template ?? '',
        language_id: mail.languageId ?? '',
        address_sha256: createHash('sha256').update([mail.to].flat().join(',').toLowerCase()).digest('hex'),
        status: 'queued',
      })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
      .execute();
    const noted = await tx
      .selectFrom('mail_message')
      .select('status')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return noted.status === 'sent' || noted.status === 'stored' ? undefined : mail;
  });
}
