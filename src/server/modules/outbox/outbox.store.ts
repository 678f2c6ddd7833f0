import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { OutboxPayloads } from '../../platform/outbox.ts';

/** An e-mail or a text message, as shown to a developer. */
export interface OutboxItem {
  readonly id: string;
  readonly medium: 'EMAIL' | 'SMS';
  /** Slug of the tenant that sent it. */
  readonly tenant: string;
  readonly to: readonly string[];
  /** Empty for a text message. */
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly template: string;
  readonly at: Date;
  /** `waiting` for the relay; `stored`: no transport is configured; `queued`: in delivery or being retried. */
  readonly state: 'waiting' | 'queued' | 'sent' | 'stored' | 'failed';
}

const MOST = 100;

interface Row {
  id: string;
  tenant: string;
  topic: 'mail' | 'sms';
  payload: OutboxPayloads['mail'] | OutboxPayloads['sms'];
  sent_at: Date | null;
  error: string | null;
  status: OutboxItem['state'] | null;
}

/** Returns messages of all tenants, newest first; with `to`, those to this address or number. Needs a system transaction. */
export async function listOutbox(
  tx: Tx,
  { to, id, hasGateway }: { to?: string | undefined; id?: string; hasGateway: boolean },
): Promise<readonly OutboxItem[]> {
  const { rows } = await sql<Row>`
    SELECT o.id, t.slug AS tenant, o.topic, o.payload, o.sent_at, o.error, m.status
    FROM outbox o JOIN tenant t ON t.id = o.tenant_id
    LEFT JOIN mail_message m ON m.tenant_id = o.tenant_id AND m.id = o.id
    WHERE o.topic IN ('mail', 'sms')
      AND (${id ?? null}::uuid IS NULL OR o.id = ${id ?? null}::uuid)
      AND (${to ?? null}::text IS NULL OR lower((o.payload -> 'to')::text)::jsonb @> to_jsonb(lower(${to ?? null}::text)))
    ORDER BY o.id DESC LIMIT ${MOST}`.execute(tx);
  return rows.map((row) => itemOf(row, hasGateway));
}

function itemOf({ id, tenant, topic, payload, sent_at, error, status }: Row, hasGateway: boolean): OutboxItem {
  const mail = topic === 'mail' ? (payload as OutboxPayloads['mail']) : undefined;
  const stateOfText = error ? 'failed' : hasGateway ? 'sent' : 'stored';
  return {
    id,
    medium: mail ? 'EMAIL' : 'SMS',
    tenant,
    to: [payload.to].flat(),
    subject: mail?.subject ?? '',
    text: payload.text,
    html: mail?.html ?? null,
    template: payload.template ?? '',
    at: new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)),
    state: sent_at === null ? 'waiting' : mail ? (status ?? 'queued') : stateOfText,
  };
}
