import type { Deferred } from '../../../../shared/contracts/deferred-actions.contract.ts';
import type { TaskAction } from '../../../../shared/contracts/tasks.contract.ts';
import type { ElementClient } from '../../../platform/element-client.ts';
import { AppError } from '../../../platform/errors.ts';
import { attachFiles } from '../../attachments/index.ts';
import { addHistory, historyRow } from '../../processes/index.ts';
import { assertMayDecide, authoriseActing } from '../access/four-eyes.ts';
import { assertOpen, claimedByOther, lostRace } from '../access/refusals.ts';
import { type Acting, actingOn, behalfOf, isLinked, type LinkRow, mayRelease } from '../access/tasks.rules.ts';
import { assignTask, type LoadedTask, saveVariables } from '../access/tasks.store.ts';
import {
  assertNoForm,
  prepareCompletion,
  readValues,
  refuseUnknown,
  type SubmissionContext,
} from '../forms/submission.ts';
import { type CompletionContext, completeTask, refreshInbox } from './complete-task.ts';
import { deferCompletion } from './defer-completion.ts';

export interface ActionContext extends SubmissionContext, CompletionContext {
  /** End of the undo window of a completion; undefined completes at once. */
  readonly undoUntil?: Date | undefined;
  /** The element through which the caller acts. */
  readonly client?: ElementClient | undefined;
}

/**
 * Executes a task action. To complete the task, its instance must be locked. Returns the deferred completion if there is an
 * undo window.
 */
export async function applyTaskAction(
  context: ActionContext,
  task: LoadedTask,
  action: TaskAction,
): Promise<Deferred['held'] | undefined> {
  const acting = assertMayAct(task);
  switch (action.action) {
    case 'complete': {
      const authorised = await authoriseActing(context.tx, context.scope, task, acting);
      const { client } = context;
      const completion = { ...prepareCompletion(context, task, acting, action), ...(client ? { client } : {}) };
      if (context.form)
        await attachFiles(context.tx, { kind: 'task', id: task.row.id }, context.form, completion.values, 'all');
      if (context.undoUntil) return deferCompletion(context, authorised, completion, context.undoUntil);
      await completeTask(context, authorised, completion);
      break;
    }
    case 'save':
      await assertMayDecide(context.tx, context.scope, task);
      await save(context, task, acting, action);
      break;
    case 'claim':
      await claim(context, task, acting);
      break;
    case 'release':
      await release(context, task, acting);
      break;
  }
}

/** Returns the caller's right to act. Throws with the assignee when another user has claimed the task, and refuses readers. */
export function assertMayAct(task: LoadedTask): Acting {
  const { rights, caller } = task;
  assertOpen(task);
  const acting = actingOn(rights, caller);
  if (acting) return acting;
  if (rights.assigneeId !== null && isLinked(rights, caller)) {
    throw claimedByOther(task);
  }
  throw new AppError('access.denied');
}

/** Saves the values of the form without completing the task: types are checked, completeness is not. */
async function save(context: ActionContext, task: LoadedTask, acting: Acting, action: TaskAction): Promise<void> {
  const { tx } = context;
  if (action.outcome !== undefined) {
    throw new AppError(
      'outcome.unknown',
      { outcome: action.outcome },
      { errors: [{ pointer: '/outcome', code: 'outcome.unknown' }] },
    );
  }
  let values: Record<string, unknown> = {};
  if (context.form) {
    const sent = Object.keys(action.variables ?? {});
    const all = readValues(context, task, context.form, action, 'shape');
    values = Object.fromEntries(Object.entries(all).filter(([name]) => sent.includes(name)));
  } else {
    assertNoForm(task);
    refuseUnknown(action.variables);
  }
  if (!(await saveVariables(tx, task.row.id, values))) throw await lostRace(context, task);
  if (context.form) await attachFiles(tx, { kind: 'task', id: task.row.id }, context.form, values, 'sent');
  const comment = action.comment?.trim();
  await note(context, task, acting, 'saved', { ...(comment ? { comment } : {}), changed: Object.keys(values).sort() });
}

/** Claims the task, through a delegation for the delegator: it stays theirs when the delegation ends. */
async function claim(context: ActionContext, task: LoadedTask, acting: Acting): Promise<void> {
  if (acting.via === 'assignee' || task.rights.assigneeId !== null) return;
  const { tx, viewer, scope } = context;
  // A user who may not decide would only block the other candidates.
  await assertMayDecide(tx, scope, task);
  const to = acting.via === 'delegation' ? acting.userId : viewer.userId;
  const rule: LinkRow['rule'] = {
    source: acting.via === 'delegation' ? 'delegation' : 'person',
    by: viewer.userId,
    how: 'claimed',
  };
  const taken = await assignTask(tx, { taskId: task.row.id, to, from: null, rule, at: scope.now });
  if (!taken) throw await lostRace(context, task);
  await note(context, task, acting, 'claimed', { via: acting.via });
  await refreshInbox(tx, task.row.id);
}

async function release(context: ActionContext, task: LoadedTask, acting: Acting): Promise<void> {
  const { tx, scope } = context;
  if (task.rights.assigneeId === null) throw new AppError('task.not_claimed');
  if (!mayRelease(task.rights, task.caller)) throw new AppError('access.denied');
  const rule: LinkRow['rule'] = { source: 'person', by: context.viewer.userId };
  const released = await assignTask(tx, {
    taskId: task.row.id,
    to: null,
    from: task.rights.assigneeId,
    rule,
    at: scope.now,
  });
  if (!released) throw await lostRace(context, task);
  await note(context, task, acting, 'released', {});
  await refreshInbox(tx, task.row.id);
}

async function note(
  context: ActionContext,
  task: LoadedTask,
  acting: Acting,
  kind: string,
  data: Record<string, unknown>,
): Promise<void> {
  const onBehalfOf = behalfOf(task.rights, acting);
  await addHistory(
    context.tx,
    historyRow({ ...context.scope, onBehalfOf }, task.instance, kind, {
      taskId: task.row.id,
      node: task.row.node_id,
      data,
    }),
  );
}
