import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { announceInbox, projectInbox, resolveTasks } from '../../inbox/index.ts';
import { findDeciders, markGoing } from './deciders.ts';
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
  await markGoing(tx, [instanceId]);
  return rows.length;
}
