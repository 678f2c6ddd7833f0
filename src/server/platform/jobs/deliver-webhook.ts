import type { DatabaseHandle } from '../database.ts';
import type { OutboxPayloads } from '../outbox.ts';
import type { WebhookSender } from '../webhook.ts';
import type { JobData, JobInfo } from './queue.ts';

/** Calls a webhook of the outbox. Any status other than 2xx is a failure, and the job is retried. */
export async function deliverWebhook(
  db: DatabaseHandle,
  webhooks: WebhookSender | undefined,
  data: JobData,
  { tenantId }: JobInfo,
): Promise<void> {
  const id = String(data.outboxId);
  const row = await db.systemTransaction((tx) =>
    tx.selectFrom('outbox').select('payload').where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst(),
  );
  if (!row) return;
  if (!webhooks) throw new Error('No webhook targets are configured.');
  const { status } = await webhooks.send({ ...(row.payload as OutboxPayloads['webhook']), idempotencyKey: id });
  if (status < 200 || status >= 300) throw new Error(`The webhook responded with status ${status}.`);
}
