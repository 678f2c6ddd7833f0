import type { AppContext, ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { WebhookSender } from '../../platform/webhook.ts';
import { routes } from './alerts.routes.ts';
import { callWebhook } from './call-webhook.ts';
import { raiseAlerts, WEBHOOK_JOB } from './raise.ts';

const SCAN_MS = 30_000;

/** Alerts to administrators about events of security: /api/alerts. */
export const alerts: ServerModule = (app, context) => routes(app, context);

/** Raises alerts, and sends them to the operator's webhook. */
export function handleAlerts(jobs: Pick<Jobs, 'every' | 'handle'>, context: AppContext, webhooks: WebhookSender): void {
  jobs.every(SCAN_MS, 'alerts', async () => {
    await raiseAlerts(context);
    return false;
  });
  const { alertWebhookUrl: url, publicUrl } = context.config;
  const { db } = context;
  jobs.handle(
    WEBHOOK_JOB,
    async (data, info) => {
      // Left over from a configuration that had one.
      if (url) await callWebhook({ db, webhooks, url, publicUrl }, data, info);
    },
    { retries: 5 },
  );
}
