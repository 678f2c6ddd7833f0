import type { FastifyRequest } from 'fastify';
import type { ItemResult, MultiAction } from '../../../../shared/contracts/all-tasks.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import { problemOf } from '../../../platform/http/problems.ts';
import { addHistory, historyRow, loadDefinition, scopeOf } from '../../processes/index.ts';
import { assertOpen } from '../access/refusals.ts';
import { actingOn, behalfOf, mayAssign } from '../access/tasks.rules.ts';
import { findPerson, type LoadedTask, markRead } from '../access/tasks.store.ts';
import { type TaskCall, visibleTask } from '../access/visible-task.ts';
import { link } from '../actions/assign.ts';
import { refreshInbox } from '../actions/complete-task.ts';
import { executeTaskAction, type RejectedEvent } from '../actions/execute-action.ts';
import { delegate } from '../collaboration/delegate.ts';
import { snooze } from '../collaboration/snooze.ts';
import { changeTask, markUnread, type TaskChange } from './change-task.store.ts';
import { assertAction, changeOf } from './multi-action.rules.ts';

export interface MultiCall extends TaskCall {
  readonly request: FastifyRequest;
  /** Called when a process rejected an event. */
  readonly onEventRejected: (refused: RejectedEvent) => void;
}

/**
 * Executes an action on each of the tasks in its own savepoint: a refused task does not affect the others and its result has
 * the reason. Throws only for errors of the request as a whole.
 */
export async function actOnEach(
  call: MultiCall,
  taskIds: readonly string[],
  action: MultiAction,
): Promise<ItemResult[]> {
  assertAction(action);
  const needsTask = action.action === 'complete' || action.action === 'assign' || action.action === 'delegate';
  if (needsTask && call.session.scopes && !call.session.scopes.includes('task')) {
    throw new AppError('scope.missing', { needed: 'task' });
  }
  const change = changeOf(action, call.session.timeZone);
  const to =
    action.action === 'assign' || action.action === 'delegate' ? await personToAssign(call, action.userId!) : undefined;
  const results = new Map<string, ItemResult>();
  // Sorted, so that concurrent requests for the same tasks wait for each other and do not deadlock.
  for (const taskId of [...new Set(taskIds.map((id) => id.toLowerCase()))].sort()) {
    results.set(taskId, await actOnOne(call, taskId, action, change, to));
  }
  return taskIds.map((id) => ({ ...results.get(id.toLowerCase())!, taskId: id }));
}

async function actOnOne(
  call: MultiCall,
  taskId: string,
  action: MultiAction,
  change: TaskChange | undefined,
  to: string | undefined,
): Promise<ItemResult> {
  try {
    await call.tx.transaction().execute((tx) => execute({ ...call, tx }, taskId, action, change, to));
    return { taskId, ok: true };
  } catch (error) {
    const { code, title, params } = problemOf(error, call.request);
    return { taskId, ok: false, code, title, ...(params ? { params } : {}) };
  }
}

async function execute(
  call: MultiCall,
  taskId: string,
  action: MultiAction,
  change: TaskChange | undefined,
  to: string | undefined,
): Promise<void> {
  const { tx, session } = call;
  switch (action.action) {
    case 'claim':
    case 'release':
    case 'complete': {
      const { outcome, variables, comment } = action;
      const wanted = {
        action: action.action,
        ...(outcome === undefined ? {} : { outcome }),
        ...(variables === undefined ? {} : { variables }),
        ...(comment === undefined ? {} : { comment }),
      };
      await executeTaskAction(call, taskId, wanted, { onEventRejected: call.onEventRejected });
      return;
    }
  }
  const task = await visibleTask(call, taskId, action.action === 'snooze');
  if (change) return changeOne(call, task, change);
  if (action.action === 'assign') return link(call, task, { kind: 'assignee', userId: to! });
  if (action.action === 'delegate') {
    const { comment, returns = false } = action;
    return delegate(call, task, to!, { returns, ...(comment === undefined ? {} : { comment }) });
  }
  if (action.action === 'snooze') {
    const { process_key: key, process_number: number } = task.row;
    const { until, stopsClock = false } = action;
    return snooze(call, task, await loadDefinition(tx, scopeOf(call), key, number), { until: until!, stopsClock });
  }
  return action.action === 'read' ? markRead(tx, task.row.id, session.userId) : markUnread(tx, task.row.id);
}

async function changeOne(call: MultiCall, task: LoadedTask, change: TaskChange): Promise<void> {
  const { row, rights, caller } = task;
  assertOpen(task);
  if (!mayAssign(rights, caller, call.session.isAdmin)) throw new AppError('access.denied');
  if (!(await changeTask(call.tx, row.id, change))) throw new AppError('instance.locked');
  const onBehalfOf = behalfOf(rights, actingOn(rights, caller));
  const value = change.field === 'priority' ? change.priority : (change.at?.toISOString() ?? null);
  await addHistory(
    call.tx,
    historyRow({ ...scopeOf(call), onBehalfOf }, task.instance, `${change.field}.changed`, {
      taskId: row.id,
      node: row.node_id,
      data: { value },
    }),
  );
  await refreshInbox(call.tx, row.id);
}

/** Finds the user to assign. An unknown or disabled one is an error of the request, not of each task. */
async function personToAssign({ tx, session }: TaskCall, userId: string): Promise<string> {
  const person = await findPerson(tx, userId, session.userId);
  if (!person) throw new AppError('user.not_found');
  if (person.status !== 'active') throw new AppError('user.disabled', { name: person.name ?? person.username });
  return person.id;
}
