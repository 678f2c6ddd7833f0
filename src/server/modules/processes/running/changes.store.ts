import { sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import type { IncidentRow, SubscriptionRow, TimerRow, TokenRef } from './changes.ts';

/** Timers by place: the old one goes, a row with a time is armed. */
export async function saveTimers(tx: Tx, timers: readonly (TimerRow | TokenRef)[]): Promise<void> {
  if (timers.length === 0) return;
  const armed = timers.filter((timer): timer is TimerRow => 'fireAt' in timer);
  await sql`
    WITH gone AS (
      DELETE FROM process_timer t USING jsonb_to_recordset(${json(timers)}::jsonb) AS x("instanceId" uuid, token text, "nodeId" text)
      WHERE t.instance_id = x."instanceId" AND t.token = x.token AND t.node_id = x."nodeId")
    INSERT INTO process_timer (instance_id, token, node_id, fire_at, repeats)
    SELECT x."instanceId", x.token, x."nodeId", x."fireAt", x."left"
    FROM jsonb_to_recordset(${json(armed)}::jsonb) AS x("instanceId" uuid, token text, "nodeId" text, "fireAt" timestamptz, "left" int)`.execute(
    tx,
  );
}

/** Subscriptions by place, as timers. */
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

/** Opens and closes incidents; the one an item had before is closed by its next. */
export async function saveIncidents(
  tx: Tx,
  incidents: readonly (IncidentRow | TokenRef)[],
  at: Date,
  by: string | null,
): Promise<void> {
  if (incidents.length === 0) return;
  const open = incidents.filter((one): one is IncidentRow => 'code' in one);
  await sql`
    WITH closed AS (
      UPDATE process_incident i SET resolved_at = ${at}, resolved_by = ${by}::uuid
      FROM jsonb_to_recordset(${json(incidents)}::jsonb) AS x("instanceId" uuid, token text)
      WHERE i.instance_id = x."instanceId" AND i.token = x.token AND i.resolved_at IS NULL)
    INSERT INTO process_incident (instance_id, token, node_id, kind, message, created_at)
    SELECT x."instanceId", x.token, x."nodeId", x.code, x.text, ${at}
    FROM jsonb_to_recordset(${json(open)}::jsonb) AS x("instanceId" uuid, token text, "nodeId" text, code text, text text)`.execute(
    tx,
  );
}

/** Closes what stood open at places that are gone. */
export async function closeIncidents(
  tx: Tx,
  instanceId: string,
  livingTokens: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    UPDATE process_incident SET resolved_at = ${at} WHERE instance_id = ${instanceId}::uuid AND resolved_at IS NULL
      AND NOT token = ANY(${livingTokens}::text[])`.execute(tx);
}
