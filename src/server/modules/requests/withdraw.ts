import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/outbox.ts';
import { readTimeZone } from '../../platform/time-zone.ts';
import type { DeferredActionKind } from '../deferred-actions/index.ts';
import {
  addHistory,
  announceRequests,
  deliver,
  deliverMessageTo,
  historyRow,
  lockInstance,
  moveRecord,
  type StepScope,
} from '../processes/index.ts';
import { withdrawalRefusal } from './progress.rules.ts';
import { hasCompletedTask, markWithdrawn, type RequestRow, readRequests } from './requests.store.ts';

/** The message by which a model handles a withdrawal itself. */
const WITHDRAW_MESSAGE = 'withdraw';

/** Throws the reason why the user cannot withdraw the request. */
export async function assertMayWithdraw(tx: Tx, row: RequestRow): Promise<void> {
  const refusal = withdrawalRefusal({
    setting: row.withdraw,
    status: row.status,
    isWithdrawn: row.withdrawn_by !== null,
    hasCompletedTask: await hasCompletedTask(tx, row.id),
    isOwn: row.relation === 'own',
  });
  switch (refusal) {
    case 'other':
      throw new AppError('request.read_only');
    case 'ended':
      throw new AppError('instance.ended');
    case 'never':
    case 'started':
      throw new AppError('request.too_far');
    default:
  }
}

/**
 * Withdraws a request: the model gets the message `withdraw` if it waits for one, otherwise the instance is cancelled. Its
 * open tasks leave the inboxes of their holders.
 */
export async function withdraw(tx: Tx, scope: StepScope, id: string, reason: string): Promise<void> {
  // Locked first, so that a task completed meanwhile is seen.
  const instance = await lockInstance(tx, id);
  const [row] = await readRequests(tx, scope.userId!, [id]);
  if (!instance || !row) throw new AppError('request.unknown');
  await assertMayWithdraw(tx, row);
  await markWithdrawn(tx, id, scope.userId!);
  await moveRecord(tx, instance, ['withdrawn']);
  await addHistory(tx, historyRow(scope, instance, 'withdrawn', { data: { reason } }));
  const message = { id: 'withdraw', name: WITHDRAW_MESSAGE, vars: { reason } };
  const delivered =
    (await deliverMessageTo(tx, scope, id, message)) ??
    (await deliver(tx, scope, instance, { kind: 'cancel', reason }, { eventId: 'withdraw' }));
  if (delivered.outcome !== 'done') throw new AppError('instance.ended');
}

/** Carries out a deferred withdrawal. */
export function withdrawalHandler({ db }: Pick<StepScope, 'db'>): DeferredActionKind {
  return {
    async execute(tx, { tenantId, userId, subjectId, payload }, now) {
      const timeZone = await readTimeZone(tx, tenantId);
      await withdraw(tx, { db, tenantId, timeZone, userId, now }, subjectId, String(payload.reason));
    },
    async undone(tx, { subjectId }) {
      await announceRequests(tx, [subjectId]);
    },
    async abandoned(tx, { subjectId, userId }, error) {
      const code = error instanceof AppError ? error.code : 'server.error';
      const data = { instanceId: subjectId, code };
      await enqueue(tx, 'live', { principals: [`c:${userId}`], type: 'request.refused', data });
      await announceRequests(tx, [subjectId]);
    },
  };
}
