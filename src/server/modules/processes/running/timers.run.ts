import type { Tx } from '../../../platform/database.ts';
import type { StepScope } from '../definitions/scope.ts';
import type { EventBody } from '../engine/model.ts';
import { rearmTimer, TimerError, type TimerSub } from '../engine/timers.ts';
import { deliver } from './deliver.ts';
import { lockInstance } from './instances.store.ts';
import { startAt } from './messages.ts';
import { armStart, type DueTimer, readTimer, takeTimer } from './timers.store.ts';

/**
 * Fires a due timer. Two dispatchers may send the same one: the instance is locked, and the transaction that deletes the
 * row fires it. A missing row was cancelled, moved or fired.
 */
export async function fireTimer(tx: Tx, scope: StepScope, timerId: string): Promise<void> {
  const timer = await readTimer(tx, timerId);
  if (!timer || timer.fireAt > scope.now) return;
  if (timer.instanceId === null) return fireStart(tx, scope, timer);
  const instance = await lockInstance(tx, timer.instanceId);
  if (!(await takeTimer(tx, timer.id, timer.fireAt)) || !instance) return;
  const event: EventBody = {
    kind: 'timerFired',
    item: Number(timer.token),
    node: timer.nodeId,
    ...(timer.left === null ? {} : { left: timer.left }),
  };
  const eventId = `timer:${timer.token}:${timer.nodeId}:${timer.fireAt.toISOString()}`;
  await deliver(tx, scope, instance, event, { eventId, keepRejection: true });
}

/** Fires a timer start event. The next time is counted from the planned one. Missed times start one instance together. */
async function fireStart(tx: Tx, scope: StepScope, timer: DueTimer): Promise<void> {
  if (!(await takeTimer(tx, timer.id, timer.fireAt))) return;
  if (timer.every !== null) {
    const sub = {
      on: 'timer',
      due: timer.fireAt.toISOString(),
      every: timer.every,
      ...(timer.left === null ? {} : { left: timer.left }),
    } as const;
    const next = nextStart(sub, scope);
    if (next) await armStart(tx, timer, next);
  }
  const { processKey, processNumber, nodeId } = timer;
  await startAt(
    tx,
    scope,
    { processKey: processKey!, processNumber, nodeId },
    {},
    { planned: timer.fireAt.toISOString() },
  );
}

/** Returns the next start, or undefined after the last one or when it is out of range. */
function nextStart(sub: TimerSub, scope: StepScope): TimerSub | undefined {
  try {
    return rearmTimer(sub, scope.now.toISOString(), scope.timeZone);
  } catch (error) {
    if (!(error instanceof TimerError)) throw error;
    return undefined;
  }
}
