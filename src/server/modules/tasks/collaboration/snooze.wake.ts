import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { addHistory, historyRow } from '../../processes/index.ts';
import { tellOwnList, tellWatchers } from '../actions/task-events.ts';
import { findEnded, takeEnded } from './snooze.store.ts';

export interface WakeContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
  readonly clock: () => Date;
}

const BATCH = 200;

/**
 * Ends the snoozes whose time has come and notifies the browsers of their users. The list checks the time itself, so a
 * delay hides nothing. Returns whether there may be more.
 */
export async function wakeEnded({ db, log, clock }: WakeContext): Promise<boolean> {
  const now = clock();
  const ended = await findEnded(db, now, BATCH);
  let woken = 0;
  for (const one of ended) {
    try {
      // Without a user: the time has passed.
      await db.tenantTransaction({ tenantId: one.tenantId, userId: null }, (tx) =>
        wakeOne(tx, { db, tenantId: one.tenantId, now }, one),
      );
      woken += 1;
    } catch (error) {
      // Continues with the others; this one is retried on the next run.
      log.error({ err: error, task: one.taskId }, 'a snooze that ended');
    }
  }
  return ended.length === BATCH && woken > 0;
}

async function wakeOne(
  tx: Tx,
  { db, tenantId, now }: { db: DatabaseHandle; tenantId: number; now: Date },
  { taskId, userId }: { taskId: string; userId: string },
): Promise<void> {
  const snooze = await takeEnded(tx, taskId, userId, now);
  if (!snooze) return;
  const { rows } = await sql<{ instance_id: string; node_id: string }>`
    SELECT instance_id, node_id FROM task WHERE id = ${taskId}::uuid AND status = 'open'`.execute(tx);
  const task = rows[0];
  if (!task) return;
  if (snooze.stopsClock) {
    const scope = { db, tenantId, timeZone: 'UTC', userId: null, now: snooze.until };
    const parts = { taskId, node: task.node_id };
    await addHistory(tx, historyRow(scope, { id: task.instance_id }, 'clock.started', parts));
    await tellWatchers(tx, taskId, { type: 'task.changed', data: { taskId } });
  }
  await tellOwnList(tx, taskId, userId);
}
