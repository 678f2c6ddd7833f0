import { sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import type { SubscriptionRow, TokenRef } from './changes.ts';

export interface Subscription {
  readonly id: string;
  /** Null for a start event. */
  readonly instanceId: string | null;
  readonly token: string | null;
  readonly nodeId: string;
  readonly processKey: string;
  readonly processNumber: number | null;
}

/** Serialises messages of the same name and key. Take this lock before you lock an instance. */
export async function lockMessageKey(tx: Tx, name: string, key: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('process.message/' || tenant()::text || '/' || ${name} || '/' || ${key}, 0))`.execute(
    tx,
  );
}

/** Place of a subscription in the order in which messages are offered. */
export interface SubscriptionPlace {
  readonly id: string;
  readonly since: string;
}

/** Reads up to `limit` instances that wait for the message, oldest first, after a place and without some processes. */
export async function readSubscriptions(
  tx: Tx,
  message: { readonly name: string; readonly key: string },
  page: { readonly after?: SubscriptionPlace; readonly without: readonly string[]; readonly limit: number },
): Promise<(Subscription & SubscriptionPlace)[]> {
  const { after, without, limit } = page;
  const isLater = after ? sql`AND (s.since, s.id) > (${after.since}::timestamptz, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<Subscription & SubscriptionPlace>`
    SELECT s.id, s.since::text, s.instance_id AS "instanceId", s.token, s.node_id AS "nodeId", i.process_key AS "processKey", s.process_number AS "processNumber"
    FROM process_message_subscription s JOIN process_instance i ON i.id = s.instance_id
    WHERE s.kind = 'message' AND s.name = ${message.name} AND s.correlation_key = ${message.key} AND NOT i.process_key = ANY(${without}::text[]) ${isLater}
    ORDER BY s.since, s.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Finds where an instance waits for a message of this name, whatever its key. */
export async function findSubscription(tx: Tx, instanceId: string, name: string): Promise<Subscription | undefined> {
  const { rows } = await sql<Subscription>`
    SELECT s.id, s.instance_id AS "instanceId", s.token, s.node_id AS "nodeId", i.process_key AS "processKey", s.process_number AS "processNumber"
    FROM process_message_subscription s JOIN process_instance i ON i.id = s.instance_id
    WHERE s.instance_id = ${instanceId}::uuid AND s.kind = 'message' AND s.name = ${name} ORDER BY s.since, s.id LIMIT 1`.execute(
    tx,
  );
  return rows[0];
}

/** Reads the start events that the message triggers. */
export async function readMessageStarts(tx: Tx, name: string): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    SELECT s.id, s.instance_id AS "instanceId", s.token, s.node_id AS "nodeId", s.process_key AS "processKey", s.process_number AS "processNumber"
    FROM process_message_subscription s JOIN process p ON p.key = s.process_key
    WHERE s.kind = 'message' AND s.name = ${name} AND s.instance_id IS NULL AND NOT p.suspended ORDER BY s.since, s.id`.execute(
    tx,
  );
  return rows;
}

/** Reads the subscribers of a signal: instances, each once, and start events. */
export async function readSignalSubscribers(
  tx: Tx,
  name: string,
): Promise<{ instances: string[]; starts: Subscription[] }> {
  const { rows } = await sql<Subscription>`
    SELECT s.id, s.instance_id AS "instanceId", s.token, s.node_id AS "nodeId", s.process_key AS "processKey", s.process_number AS "processNumber"
    FROM process_message_subscription s LEFT JOIN process p ON p.key = s.process_key
    WHERE s.kind = 'signal' AND s.name = ${name} AND (s.instance_id IS NOT NULL OR NOT p.suspended) ORDER BY s.since, s.id`.execute(
    tx,
  );
  return {
    instances: [...new Set(rows.flatMap((row) => (row.instanceId === null ? [] : [row.instanceId])))].sort(),
    starts: rows.filter((row) => row.instanceId === null),
  };
}

/** Deletes the subscriptions of an instance that are not in `kept` (`item/node`), after a delivery has used them up. */
export async function deleteUsedSubscriptions(tx: Tx, instanceId: string, kept: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM process_message_subscription WHERE instance_id = ${instanceId}::uuid AND NOT (token || '/' || node_id) = ANY(${kept}::text[])`.execute(
    tx,
  );
}

export interface StoredMessage {
  readonly id: string;
  readonly variables: Record<string, unknown>;
}

/** Stores a message until a subscriber appears. Returns false when the message is already stored. */
export async function storeMessage(
  tx: Tx,
  message: { id: string; name: string; key: string; vars: Record<string, unknown>; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO process_message (id, name, correlation_key, variables, expires_at)
    VALUES (${message.id}::uuid, ${message.name}, ${message.key}, ${json(message.vars)}::jsonb, ${message.expiresAt})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function readStoredMessages(tx: Tx, name: string, key: string, now: Date): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    SELECT id, variables FROM process_message WHERE name = ${name} AND correlation_key = ${key} AND expires_at > ${now}
    ORDER BY created_at, id FOR UPDATE`.execute(tx);
  return rows;
}

export async function deleteMessage(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM process_message WHERE id = ${id}::uuid`.execute(tx);
}

/** Replaces the subscriptions of these tokens. A bare reference only deletes. */
export async function saveSubscriptions(
  tx: Tx,
  subscriptions: readonly (SubscriptionRow | TokenRef)[],
  at: Date,
): Promise<void> {
  if (subscriptions.length === 0) return;
  const armed = subscriptions.filter((one): one is SubscriptionRow => 'kind' in one);
  await sql`
    WITH gone AS (
      DELETE FROM process_message_subscription s USING jsonb_to_recordset(${json(subscriptions)}::jsonb) AS x("instanceId" uuid, token text, "nodeId" text)
      WHERE s.instance_id = x."instanceId" AND s.token = x.token AND s.node_id = x."nodeId")
    INSERT INTO process_message_subscription (instance_id, token, node_id, process_key, kind, name, correlation_key, since)
    SELECT x."instanceId", x.token, x."nodeId", x."processKey", x.kind, x.name, x.key, ${at}
    FROM jsonb_to_recordset(${json(armed)}::jsonb) AS x("instanceId" uuid, token text, "nodeId" text, "processKey" text, kind text, name text, key text)`.execute(
    tx,
  );
}
