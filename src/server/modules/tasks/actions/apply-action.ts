import type { Deferred } from '../../../../shared/contracts/deferred-actions.contract.ts';
import type { TaskAction } from '../../../../shared/contracts/tasks.contract.ts';
import type { ElementClient } from '../../../platform/element-client.ts';
import { AppError } from '../../../platform/errors.ts';
import { type AttachmentRow, attachFiles } from '../../attachments/index.ts';
import { addHistory, historyRow } from '../../processes/index.ts';
import { changedTask, linksWithAssignee } from '../access/changed-task.ts';
import { assertMayDecide, authoriseActing } from '../access/four-eyes.ts';
import { assertOpen, claimedByOther, lostRace } from '../access/refusals.ts';
import { type Acting, actingOn, behalfOf, isLinked, type LinkRow, mayRelease } from '../access/tasks.rules.ts';
import { assignTask, type LoadedTask, saveVariables } from '../access/tasks.store.ts';
import {
  assertNoForm,
  type Completion,
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

/** A task after an action, with its files if the action read them. */
export interface ActionResult {
  readonly task: LoadedTask;
  readonly attachments?: readonly AttachmentRow[];
  /** The deferred completion, if there is an undo window. */
  readonly held?: Deferred['held'];
  /** The accepted values of the form, if the action completes the task. */
  readonly values?: Completion['values'];
}

/** Executes a task action. To complete the task, its instance must be locked. */
export async function applyTaskAction(
  context: ActionContext,
  task: LoadedTask,
  action: TaskAction,
): Promise<ActionResult> {
  const acting = assertMayAct(task);
  switch (action.action) {
    case 'complete':
      return complete(context, task, acting, action);
    case 'save':
      await assertMayDecide(context.tx, context.scope, task);
      return save(context, task, acting, action);
    case 'claim':
      return { task: await claim(context, task, acting) };
    case 'release':
      return { task: await release(context, task, acting) };
  }
}

async function complete(
  context: ActionContext,
  task: LoadedTask,
  acting: Acting,
  action: TaskAction,
): Promise<ActionResult> {
  const { tx, scope, form, client, undoUntil } = context;
  const authorised = await authoriseActing(tx, scope, task, acting);
  const completion = { ...prepareCompletion(context, task, acting, action), ...(client ? { client } : {}) };
  const attachments = form
    ? await attachFiles(tx, context.attachments, form, completion.values, 'all')
    : context.attachments;
  const { values } = completion;
  if (!undoUntil) return { ...(await completeTask({ ...context, attachments }, authorised, completion)), values };
  return { ...(await deferCompletion(context, authorised, completion, undoUntil)), attachments, values };
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
async function save(
  context: ActionContext,
  task: LoadedTask,
  acting: Acting,
  action: TaskAction,
): Promise<ActionResult> {
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
  const change = await saveVariables(tx, task.row.id, values);
  if (!change) throw await lostRace(context, task);
  const { form, attachments } = context;
  const settled = form ? await attachFiles(tx, attachments, form, values, 'sent') : attachments;
  const comment = action.comment?.trim();
  await note(context, task, acting, 'saved', { ...(comment ? { comment } : {}), changed: Object.keys(values).sort() });
  return { task: changedTask(task, change), attachments: settled };
}

/** Claims the task, through a delegation for the delegator: it stays theirs when the delegation ends. */
async function claim(context: ActionContext, task: LoadedTask, acting: Acting): Promise<LoadedTask> {
  if (acting.via === 'assignee' || task.rights.assigneeId !== null) return task;
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
  return changedTask(task, taken, { links: linksWithAssignee(task.rights.links, to, rule, scope.now) });
}

async function release(context: ActionContext, task: LoadedTask, acting: Acting): Promise<LoadedTask> {
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
  return changedTask(task, released, { links: linksWithAssignee(task.rights.links, null, rule, scope.now) });
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
