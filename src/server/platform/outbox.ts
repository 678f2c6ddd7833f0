import { sql } from 'kysely';
import { json, type Tx } from './database.ts';
import { uuid7 } from './uuid.ts';

/** What leaves the database, by topic. Always after the commit of the transaction that asked for it, and at least once. */
export interface OutboxPayloads {
  /** A mail to an address. `userId` is the person it is for, for the list of sent mail. */
  mail: {
    readonly to: string | readonly string[];
    readonly cc?: string | readonly string[];
    readonly subject: string;
    readonly text: string;
    readonly html?: string;
    readonly userId?: string;
    readonly template?: string;
    readonly languageId?: string;
    /** Where one POST stops mails of this kind (RFC 8058). */
    readonly unsubscribe?: string;
    /** The text holds a code or a password: it is emptied here once the mail has left or was given up. Never put one into the subject. */
    readonly secret?: true;
  };
  /** A text to a phone (a plus and digits), by the gateway. */
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
  /** An event for browsers. Principals: `u:<user id>`, `g:<group>`, `*` for everybody of the tenant. */
  live: { readonly principals: readonly string[]; readonly type: string; readonly data: unknown };
  /** Work for the handler that was registered under the name `job`. It gets the payload, with the tenant of this transaction. */
  job: { readonly job: string; readonly [member: string]: unknown };
}

export type OutboxTopic = keyof OutboxPayloads;

export interface OutboxOptions {
  /** A second row of the topic with this key is not written: one reminder per reading and day. */
  readonly dedupeKey?: string;
  /** Not before this time. */
  readonly availableAt?: Date;
}

/** The relay listens here; the payload is empty. */
export const OUTBOX_CHANNEL = 'verva_outbox';

/**
 * Puts something into the outbox, in the tenant's transaction. It is sent after the commit, and not at all after a
 * rollback. One round trip.
 */
export async function enqueue<Topic extends OutboxTopic>(
  tx: Tx,
  topic: Topic,
  payload: OutboxPayloads[Topic],
  { dedupeKey, availableAt }: OutboxOptions = {},
): Promise<void> {
  // No RETURNING: the tenant may write the outbox and cannot read it.
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
