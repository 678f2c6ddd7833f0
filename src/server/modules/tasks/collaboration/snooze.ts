import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import type { snoozeTask } from '../../../../shared/contracts/task-collaboration.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import {
  addHistory,
  type Definition,
  deliver,
  historyRow,
  lockInstance,
  type StepScope,
  scopeOf,
} from '../../processes/index.ts';
import { assertOpen, lostRace, nameOf } from '../access/refusals.ts';
import { clockMayStop } from '../access/task-detail.ts';
import { actingOn, behalfOf, mayStopClock } from '../access/tasks.rules.ts';
import { type LoadedTask, loadTask } from '../access/tasks.store.ts';
import { type TaskCall, viewerOf } from '../access/visible-task.ts';
import { refreshInbox } from '../actions/complete-task.ts';
import { notifyOwnList } from '../actions/task-events.ts';
import { type Due, dueAfter, isInFuture, movedDue } from './snooze.rules.ts';
import { insertSnooze, readSnoozes, removeSnooze, type Snooze, setDue } from './snooze.store.ts';

/**
 * Hides the task from the caller's list until then (BEY-10). With `stopsClock`, due time and escalation move by the duration
 * of the snooze. An existing snooze of the caller is ended first. The task's instance must be locked.
 */
export async function snooze(
  call: TaskCall,
  task: LoadedTask,
  definition: Definition | undefined,
  body: BodyOf<typeof snoozeTask>,
): Promise<void> {
  const { tx, session, now } = call;
  const { caller, rights, row } = task;
  assertOpen(task);
  const acting = actingOn(rights, caller);
  const canStop = mayStopClock(rights, caller, {
    isAdmin: session.isAdmin,
    modelAllows: clockMayStop(task, definition),
  });
  if (!acting && !(body.stopsClock && canStop)) {
    const refusal = await lostRace({ tx, viewer: viewerOf(call) }, task);
    throw refusal.code === 'task.claimed_by_other' ? refusal : new AppError('access.denied');
  }
  if (body.stopsClock && !canStop) throw new AppError('snooze.clock_runs');
  const until = new Date(body.until);
  if (!isInFuture(until, now)) throw refuse('snooze.not_ahead');
  const { own, clock } = await readSnoozes(tx, row.id, caller.userId);
  if (own) await end(call, task, own);
  if (body.stopsClock && clock && clock.userId !== caller.userId) {
    if (clock.until > now) {
      throw new AppError('snooze.clock_stopped', { name: nameOf(task, clock.userId), time: clock.until.toISOString() });
    }
    await end(call, task, clock);
  }
  const due = await currentDue(call, task);
  const after = dueAfter(due, { until, stopsClock: body.stopsClock }, now, session.timeZone);
  if (typeof after === 'string') throw refuse(after);
  await insertSnooze(tx, {
    userId: caller.userId,
    taskId: row.id,
    until,
    stopsClock: body.stopsClock,
    since: now,
    dueBefore: body.stopsClock ? due.at : null,
    dueAfter: body.stopsClock ? after.due : null,
  });
  if (body.stopsClock) {
    await setDue(tx, row.id, after.due);
    await moveTimers(tx, scopeOf(call), task, until.getTime() - now.getTime());
    await note(call, task, 'clock.stopped', { until: until.toISOString() });
    await refreshInbox(tx, row.id);
  }
  await notifyOwnList(tx, row.id, caller.userId);
}

/** Ends the caller's snooze now. The owner and administrators can also restart a clock that another user stopped. */
export async function wake(call: TaskCall, task: LoadedTask): Promise<void> {
  const { tx, session } = call;
  const { caller, rights, row } = task;
  const { own, clock } = await readSnoozes(tx, row.id, caller.userId);
  if (own) await end(call, task, own);
  else if (clock && (session.isAdmin || rights.ownerId === caller.userId)) await end(call, task, clock);
  else return;
  await notifyOwnList(tx, row.id, (own ?? clock)!.userId);
}

/** Ends a snooze; a stopped clock runs again from now. */
async function end(call: TaskCall, task: LoadedTask, one: Snooze): Promise<void> {
  const { tx, session, now } = call;
  if (!(await removeSnooze(tx, one)) || !one.stopsClock || task.row.status !== 'open') return;
  const left = one.until.getTime() - now.getTime();
  if (left > 0) {
    const duration = now.getTime() - one.since.getTime();
    const due = movedDue({ at: one.dueBefore, isDay: task.row.due_is_day }, duration, session.timeZone);
    await setDue(tx, task.row.id, due, one.dueAfter);
    await moveTimers(tx, scopeOf(call), task, -left);
  }
  await note(call, task, 'clock.started', {});
  await refreshInbox(tx, task.row.id);
}

/** Moves the timers of the process at this task; the process receives an event as for any change. */
async function moveTimers(tx: Tx, scope: StepScope, task: LoadedTask, milliseconds: number): Promise<void> {
  // Read again: this transaction may have moved them before.
  const instance = await lockInstance(tx, task.instance.id);
  if (!instance) return;
  const event = { kind: 'timersMoved', item: Number(task.row.token), milliseconds } as const;
  await deliver(tx, scope, instance, event, { eventId: `clock:${uuid7()}` });
}

async function currentDue(call: TaskCall, task: LoadedTask): Promise<Due> {
  const now = await loadTask(call.tx, task.row.id, viewerOf(call));
  const at = now?.row.due_at;
  return { at: at instanceof Date ? at : null, isDay: task.row.due_is_day };
}

async function note(call: TaskCall, task: LoadedTask, kind: string, data: Record<string, unknown>): Promise<void> {
  const onBehalfOf = behalfOf(task.rights, actingOn(task.rights, task.caller));
  const parts = { taskId: task.row.id, node: task.row.node_id, data };
  await addHistory(call.tx, historyRow({ ...scopeOf(call), onBehalfOf }, task.instance, kind, parts));
}

function refuse(code: 'snooze.not_ahead' | 'snooze.after_due' | 'snooze.overdue_long'): AppError {
  return new AppError(code, {}, { errors: [{ pointer: '/until', code }] });
}
