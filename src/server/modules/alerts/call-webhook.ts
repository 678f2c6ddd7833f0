import { sql } from 'kysely';
import { DEFAULT_LANGUAGE } from '../../../shared/contracts/constants.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import type { JobData } from '../../platform/jobs.ts';
import type { WebhookSender } from '../../platform/webhook.ts';
import { describeAlerts, type StoredAlert } from './alerts.store.ts';

export interface WebhookContext {
  readonly db: DatabaseHandle;
  readonly webhooks: WebhookSender;
  readonly url: string;
  readonly publicUrl: string;
}

/** Sends an alert to the operator's webhook. Any status other than 2xx is a failure, and the job is retried. */
export async function callWebhook(
  { db, webhooks, url, publicUrl }: WebhookContext,
  { alertId }: JobData,
  { tenantId }: { readonly tenantId: number },
): Promise<void> {
  const body = await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    const { rows } = await sql<StoredAlert & { slug: string }>`
      SELECT a.id, a.kind, a.subject, a.at, a.actor_id AS "actorId", a.details, t.slug FROM alert a JOIN tenant t ON t.id = a.tenant_id
      WHERE a.id = ${String(alertId)}::uuid`.execute(tx);
    const alert = rows[0];
    if (!alert) return undefined;
    const [described] = await describeAlerts(tx, [alert], DEFAULT_LANGUAGE);
    if (!described) return undefined;
    const { id, kind, at, title, text, path } = described;
    return { id, kind, organisation: alert.slug, at: at.toISOString(), title, text, link: `${publicUrl}${path}` };
  });
  if (!body) return;
  const { status } = await webhooks.send({ url, body, idempotencyKey: body.id });
  if (status < 200 || status >= 300) throw new Error(`The webhook of alerts responded with status ${status}.`);
}
