import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { addHistory, historyRow } from '../../processes/index.ts';
import { notifyOwnList, notifyWatchers } from '../actions/task-events.ts';
import { findEndedSnoozes, removeEnded } from './snooze.store.ts';

export interface SnoozeContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
  readonly clock: () => Date;
}

const BATCH = 200;

/**
 * Ends the snoozes whose time has come and notifies the browsers of their users. The list checks the time itself, so a
 * delay hides nothing. Returns whether there may be more.
 */
export async function endDueSnoozes({ db, log, clock }: SnoozeContext): Promise<boolean> {
  const now = clock();
  const ended = await findEndedSnoozes(db, now, BATCH);
  let removed = 0;
  for (const one of ended) {
    try {
      // Without a user: the time has passed.
      await db.tenantTransaction({ tenantId: one.tenantId, userId: null }, (tx) =>
        endDueSnooze(tx, { db, tenantId: one.tenantId, now }, one),
      );
      removed += 1;
    } catch (error) {
      // Continues with the others; this one is retried on the next run.
      log.error({ err: error, task: one.taskId }, 'ending a snooze failed');
    }
  }
  return ended.length === BATCH && removed > 0;
}

async function endDueSnooze(
  tx: Tx,
  { db, tenantId, now }: { db: DatabaseHandle; tenantId: number; now: Date },
  { taskId, userId }: { taskId: string; userId: string },
): Promise<void> {
  const snooze = await removeEnded(tx, taskId, userId, now);
  if (!snooze) return;
  const { rows } = await sql<{ instance_id: string; node_id: string }>`
    SELECT instance_id, node_id FROM task WHERE id = ${taskId}::uuid AND status = 'open'`.execute(tx);
  const task = rows[0];
  if (!task) return;
  if (snooze.stopsClock) {
    const scope = { db, tenantId, timeZone: 'UTC', userId: null, now: snooze.until };
    const parts = { taskId, node: task.node_id };
    await addHistory(tx, historyRow(scope, { id: task.instance_id }, 'clock.started', parts));
    await notifyWatchers(tx, taskId, { type: 'task.changed', data: { taskId } });
  }
  await notifyOwnList(tx, taskId, userId);
}
