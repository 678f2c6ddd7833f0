import { sql } from 'kysely';
import { json, type Tx } from './database.ts';
import { uuid7 } from './uuid.ts';

/** Outgoing messages by topic. Always sent after the commit of the transaction, at least once. */
export interface OutboxPayloads {
  /** A mail to an address. `userId` is the recipient, for the list of sent mail. */
  mail: {
    readonly to: string | readonly string[];
    readonly cc?: string | readonly string[];
    readonly subject: string;
    readonly text: string;
    readonly html?: string;
    readonly userId?: string;
    readonly template?: string;
    readonly languageId?: string;
    /** Address for one-click unsubscribing by POST (RFC 8058). */
    readonly unsubscribe?: string;
    /** The text contains a code or a password: it is removed after sending or the last attempt. Never put one into the subject. */
    readonly secret?: true;
  };
  /** A text message to a phone number (a plus and digits), sent by the gateway. */
  sms: {
    readonly to: string;
    readonly text: string;
    readonly userId?: string;
    readonly template?: string;
    readonly languageId?: string;
    readonly secret?: true;
  };
  /** A request to a host of the allow-list. The target sees the row's id in the header `idempotency-key`. */
  webhook: {
    readonly url: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
  /** An event for browsers. Principals: `u:<user id>`, `g:<group>`, `*` for every user of the tenant. */
  live: { readonly principals: readonly string[]; readonly type: string; readonly data: unknown };
  /** A job for the handler registered under the name `job`. It receives the payload, with the tenant of this transaction. */
  job: { readonly job: string; readonly [member: string]: unknown };
}

export type OutboxTopic = keyof OutboxPayloads;

export interface OutboxOptions {
  /** Prevents a second row of the topic with this key: one reminder per reading and day. */
  readonly dedupeKey?: string;
  /** Not before this time. */
  readonly availableAt?: Date;
}

/** The relay listens here; the payload is empty. */
export const OUTBOX_CHANNEL = 'verva_outbox';

const announced = new WeakSet<Tx>();

/** Announces changes of several parts of the configuration once. Further `config.changed` events of the transaction are left out. */
export async function announceConfiguration(tx: Tx): Promise<void> {
  await enqueue(tx, 'live', { principals: ['*'], type: 'config.changed', data: { what: 'configuration' } });
  announced.add(tx);
}

const isAnnounced = (tx: Tx, payload: object): boolean =>
  announced.has(tx) && 'type' in payload && payload.type === 'config.changed';

/**
 * Adds a message to the outbox, in the tenant's transaction. It is sent after the commit, and not at all after a
 * rollback. One round trip.
 */
export async function enqueue<Topic extends OutboxTopic>(
  tx: Tx,
  topic: Topic,
  payload: OutboxPayloads[Topic],
  { dedupeKey, availableAt }: OutboxOptions = {},
): Promise<void> {
  if (isAnnounced(tx, payload)) return;
  // No RETURNING: the tenant's role may write the outbox but not read it.
  await sql`
    WITH row AS (
      INSERT INTO outbox (id, topic, dedupe_key, payload, available_at)
      VALUES (${uuid7()}, ${topic}, ${dedupeKey ?? null}, ${json(payload)}::jsonb, coalesce(${availableAt ?? null}::timestamptz, now()))
      ON CONFLICT DO NOTHING)
    SELECT pg_notify(${sql.lit(OUTBOX_CHANNEL)}, '')`.execute(tx);
}

/** Several of one topic in one round trip. */
export async function enqueueAll<Topic extends OutboxTopic>(
  tx: Tx,
  topic: Topic,
  payloads: readonly OutboxPayloads[Topic][],
): Promise<void> {
  if (payloads.length === 0) return;
  const rows = payloads.map((payload) => ({ id: uuid7(), payload }));
  await sql`
    WITH row AS (
      INSERT INTO outbox (id, topic, payload)
      SELECT x.id, ${topic}, x.payload FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x(id uuid, payload jsonb))
    SELECT pg_notify(${sql.lit(OUTBOX_CHANNEL)}, '')`.execute(tx);
}
