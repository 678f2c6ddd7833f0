import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { announceInbox, projectInbox, resolveTasks } from '../../inbox/index.ts';
import { saveIncidents } from './changes.store.ts';
import { findDeciders, markStopped, NO_DECIDER, openTasksOfCase, type Undecidable } from './deciders.ts';
import { deliver } from './deliver.ts';
import type { LockedInstance } from './instances.store.ts';
import type { StepScope } from './scope.ts';

/** Retries what stopped, one item or all; returns how many were tried. Names that tasks asked for in vain are looked up again. */
export async function retryIncidents(
  tx: Tx,
  scope: StepScope,
  instance: LockedInstance,
  item?: number,
): Promise<number> {
  const stopped = instance.state.items.filter((one) => one.incident && (item === undefined || one.id === item));
  for (const { id } of stopped) {
    await deliver(
      tx,
      scope,
      instance.id,
      { kind: 'retry', item: id },
      { eventId: `retry:${uuid7()}`, keepRejection: true },
    );
  }
  return stopped.length + (await settleNames(tx, scope, instance.id));
}

/**
 * After a decision in a case of which each person decides once: what is left open for those who have decided goes to
 * somebody else, or becomes an incident.
 */
export async function settleDeciders(tx: Tx, scope: StepScope, instanceId: string): Promise<void> {
  const { moved, without } = await findDeciders(tx, scope, await openTasksOfCase(tx, instanceId));
  const { rows: known } = await sql<{ instance_id: string; token: string }>`
    SELECT instance_id, token FROM process_incident
    WHERE instance_id = ANY(${without.map((one) => one.instanceId)}::uuid[]) AND resolved_at IS NULL`.execute(tx);
  const isKnown = ({ instanceId: id, token }: Undecidable) =>
    known.some((row) => row.instance_id === id && row.token === token);
  const incidents = without.filter((one) => !isKnown(one)).map((one) => ({ ...one, ...NO_DECIDER }));
  await saveIncidents(tx, incidents, scope.now, scope.userId);
  await markStopped(
    tx,
    incidents.map((one) => one.instanceId),
  );
  await announceInbox(tx, { principals: await projectInbox(tx, moved), changed: moved });
}

/** Closes the incidents of tasks whose people, groups and forms exist by now; returns how many. */
export async function settleNames(tx: Tx, scope: StepScope, instanceId: string): Promise<number> {
  const { rows: open } = await sql<{ id: string }>`
    SELECT id FROM task WHERE instance_id = ${instanceId}::uuid AND status = 'open'`.execute(tx);
  const ids = open.map(({ id }) => id);
  const unknown = await resolveTasks(tx, instanceId);
  const { without } = await findDeciders(tx, scope, ids);
  const unsettled = [...unknown, ...without].map(({ taskId }) => taskId);
  const { rows } = await sql<{ token: string }>`
    UPDATE process_incident i SET resolved_at = ${scope.now}, resolved_by = ${scope.userId}::uuid
    WHERE i.instance_id = ${instanceId}::uuid AND i.resolved_at IS NULL AND i.kind LIKE 'task.%unknown'
      AND NOT EXISTS (SELECT 1 FROM task t WHERE t.instance_id = i.instance_id AND t.token = i.token AND t.status = 'open'
        AND t.id = ANY(${unsettled}::uuid[]))
    RETURNING i.token`.execute(tx);
  await announceInbox(tx, { principals: await projectInbox(tx, ids), changed: rows.length > 0 ? ids : [] });
  await sql`
    UPDATE process_instance SET status = 'active' WHERE id = ${instanceId}::uuid AND status = 'incident'
      AND NOT EXISTS (SELECT 1 FROM process_incident x WHERE x.instance_id = ${instanceId}::uuid AND x.resolved_at IS NULL)`.execute(
    tx,
  );
  return rows.length;
}
