import { sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import type { IncidentRow, TokenRef } from './changes.ts';

/** Opens incidents, and closes the earlier ones of the same items. A bare reference only closes. */
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

/** Closes the open incidents of items that are not among `livingTokens`. */
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

/** The tokens of these instances that have an open incident, as `instance/token`. */
export async function readTokensWithIncident(tx: Tx, instanceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ instance_id: string; token: string }>`
    SELECT instance_id, token FROM process_incident
    WHERE instance_id = ANY(${[...instanceIds]}::uuid[]) AND resolved_at IS NULL`.execute(tx);
  return new Set(rows.map(({ instance_id: instanceId, token }) => `${instanceId}/${token}`));
}

/** Closes the incidents about names in tasks, but for those of the open tasks `unsettled`. Returns how many were closed. */
export async function closeTaskIncidents(
  tx: Tx,
  instanceId: string,
  unsettled: readonly string[],
  at: Date,
  by: string | null,
): Promise<number> {
  const { rows } = await sql<{ token: string }>`
    UPDATE process_incident i SET resolved_at = ${at}, resolved_by = ${by}::uuid
    WHERE i.instance_id = ${instanceId}::uuid AND i.resolved_at IS NULL AND i.kind LIKE 'task.%unknown'
      AND NOT EXISTS (SELECT 1 FROM task t WHERE t.instance_id = i.instance_id AND t.token = i.token AND t.status = 'open'
        AND t.id = ANY(${[...unsettled]}::uuid[]))
    RETURNING i.token`.execute(tx);
  return rows.length;
}

/** Sets the status of active instances that have an open incident. */
export async function markIncident(tx: Tx, instanceIds: readonly string[]): Promise<void> {
  if (instanceIds.length === 0) return;
  await sql`UPDATE process_instance SET status = 'incident' WHERE id = ANY(${[...instanceIds]}::uuid[]) AND status = 'active'`.execute(
    tx,
  );
}

/** Sets the instances without an open incident to active. */
export async function clearIncidentStatus(tx: Tx, instanceIds: readonly string[]): Promise<void> {
  if (instanceIds.length === 0) return;
  await sql`
    UPDATE process_instance i SET status = 'active' WHERE i.id = ANY(${[...instanceIds]}::uuid[]) AND i.status = 'incident'
      AND NOT EXISTS (SELECT 1 FROM process_incident x WHERE x.instance_id = i.id AND x.resolved_at IS NULL)`.execute(
    tx,
  );
}

/** Closes the incidents of kind `kind` at these tasks. Returns the instances that had one. */
export async function closeIncidentsOfTasks(
  tx: Tx,
  taskIds: readonly string[],
  kind: string,
  at: Date,
  by: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ instance_id: string }>`
    UPDATE process_incident i SET resolved_at = ${at}, resolved_by = ${by}::uuid FROM task t
    WHERE t.id = ANY(${[...taskIds]}::uuid[]) AND i.instance_id = t.instance_id AND i.token = t.token
      AND i.kind = ${kind} AND i.resolved_at IS NULL RETURNING i.instance_id`.execute(tx);
  return rows.map((row) => row.instance_id);
}
