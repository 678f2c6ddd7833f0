import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ALERT_KINDS } from '../../shared/contracts/alert-kinds.ts';
import type { DatabaseHandle } from './database.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Seconds of a request, by method, route pattern and status. */
  readonly requests: Histogram<'method' | 'route' | 'status'>;
  /** Alerts to administrators that this process raised. */
  readonly alerts: Counter<'kind'>;
}

/** The content of /metrics: the process, requests, and the backlog of the outbox. */
export function createMetrics(db: DatabaseHandle): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'verva_http_request_seconds',
    help: 'Seconds of a request',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'verva_outbox_waiting',
    help: 'Mails, webhooks, jobs and live events that have not left yet',
    registers: [registry],
    async collect() {
      const { rows } = await db.systemTransaction((tx) =>
        sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM outbox WHERE sent_at IS NULL`.execute(tx),
      );
      this.set(rows[0]?.waiting ?? 0);
    },
  });
  const alerts = new Counter({
    name: 'verva_alerts_total',
    help: 'Alerts to administrators',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  // A counter that exists before its first alert lets a monitoring rule see the first one as an increase.
  for (const kind of ALERT_KINDS) alerts.inc({ kind }, 0);
  return { registry, requests, alerts };
}
