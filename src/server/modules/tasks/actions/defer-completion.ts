import type { Deferred } from '../../../../shared/contracts/deferred-actions.contract.ts';
import type { Draft } from '../../../../shared/contracts/tasks.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { readTimeZone } from '../../../platform/time-zone.ts';
import { attachmentsOf } from '../../attachments/index.ts';
import { type DeferredAction, type DeferredActionKind, deferAction } from '../../deferred-actions/index.ts';
import { readDraft, writeDraft } from '../../form-drafts/index.ts';
import { projectInbox, type Viewer } from '../../inbox/index.ts';
import { addHistory, deliver, type EventBody, historyRow, type StepScope } from '../../processes/index.ts';
import { changedTask } from '../access/changed-task.ts';
import { type AuthorisedTask, authoriseCompletion } from '../access/four-eyes.ts';
import { lostRace } from '../access/refusals.ts';
import { variablesOf } from '../access/task-detail.ts';
import { type LoadedTask, loadTask, reopenTask, reserveTask } from '../access/tasks.store.ts';
import type { Completion } from '../forms/submission.ts';
import { type CompletionContext, completeTask, refreshInbox } from './complete-task.ts';

/** The kind of a deferred completion in the registry of app.ts. */
export const COMPLETION = 'task.complete';

/**
 * Defers a completion until it can no longer be undone (BEY-06). Everything was checked before. Until then the task is in
 * no inbox, and other users who try to complete it learn who is completing it.
 */
export async function deferCompletion(
  context: CompletionContext,
  task: AuthorisedTask,
  completion: Completion,
  until: Date,
): Promise<{ readonly task: LoadedTask; readonly held: Deferred['held'] }> {
  const { tx, viewer } = context;
  const put = await deferAction(tx, { kind: COMPLETION, subjectId: task.row.id, payload: { completion }, until });
  const change = put && (await reserveTask(tx, task, { id: put.held.id, by: viewer.userId, until }));
  if (!change) throw await lostRace(context, task);
  await refreshInbox(tx, task.row.id);
  return { task: changedTask(task, change), held: put.held };
}

/** Handles a deferred completion: executes it on behalf of the user who requested it, undoes it, or gives it up. */
export function completionHandler({ db }: { readonly db: DatabaseHandle }): DeferredActionKind {
  return {
    async execute(tx, action, now) {
      const { scope, viewer, task } = await load(tx, db, action, now);
      if (!(await reopenTask(tx, action.subjectId, action.id))) throw await lostRace({ tx, viewer }, task);
      // Back in the inboxes for this transaction, so that pages that show the task are notified that it has ended.
      await projectInbox(tx, [action.subjectId], { isReturned: true });
      const { completion } = action.payload as { completion: Completion };
      // Another user may have decided in the case since the request, or the requester may have changed.
      const authorised = await authoriseCompletion(tx, scope, task, completion.onBehalfOf);
      const attachments = await attachmentsOf(tx, 'task', action.subjectId);
      await completeTask({ tx, scope, viewer, attachments, onRejected: () => {} }, authorised, completion);
    },

    async undone(tx, action, now) {
      if (!(await reopenTask(tx, action.subjectId, action.id))) return;
      const { scope, task } = await load(tx, db, action, now);
      await keepAsDraft(tx, task, action, now);
      await note(tx, scope, task, 'undone', {});
      await refreshInbox(tx, action.subjectId, { isReturned: true });
    },

    async abandoned(tx, action, error, now) {
      const code = error instanceof AppError ? error.code : 'server.error';
      if (await reopenTask(tx, action.subjectId, action.id)) {
        const { scope, task } = await load(tx, db, action, now);
        await keepAsDraft(tx, task, action, now);
        await note(tx, scope, task, 'refused', { code });
        await recordIncident(tx, scope, task, action, code);
        await refreshInbox(tx, action.subjectId, { isReturned: true });
      }
      const data = { taskId: action.subjectId, code };
      await enqueue(tx, 'live', { principals: [`u:${action.userId}`], type: 'task.refused', data });
    },
  };
}

interface Loaded {
  readonly scope: StepScope;
  readonly viewer: Viewer;
  readonly task: LoadedTask;
}

/** Loads the task with its instance locked, and the caller data of the user who requested the completion. */
async function load(tx: Tx, db: DatabaseHandle, action: DeferredAction, now: Date): Promise<Loaded> {
  const { tenantId, userId, subjectId } = action;
  const timeZone = await readTimeZone(tx, tenantId);
  const viewer = { userId, timeZone, today: dayOf(now, timeZone), now };
  const task = await loadTask(tx, subjectId, viewer, true);
  if (!task) throw new AppError('task.not_found');
  return { scope: { db, tenantId, timeZone, userId, now }, viewer, task };
}

/** Saves the values of an undone completion as a draft, available on all devices of the user. */
async function keepAsDraft(tx: Tx, task: LoadedTask, action: DeferredAction, now: Date): Promise<void> {
  const { completion } = action.payload as { completion: Completion };
  if (Object.keys(completion.values).length === 0 && !completion.comment) return;
  const before = await readDraft(tx, { kind: 'task', id: task.row.id });
  await writeDraft(tx, {
    owner: { kind: 'task', id: task.row.id },
    formId: task.row.form_id,
    formVersion: task.row.form_number,
    rev: before?.rev ?? 0,
    base: before?.base ?? variablesOf(task),
    values: completion.values as Draft['values'],
    unread: {},
    comment: completion.comment ?? null,
    at: now,
  });
}

function note(tx: Tx, scope: StepScope, task: LoadedTask, kind: string, data: Record<string, unknown>): Promise<void> {
  return addHistory(tx, historyRow(scope, task.instance, kind, { taskId: task.row.id, node: task.row.node_id, data }));
}

/** Writes one incident for a process with an endless loop, as an immediate completion does. */
async function recordIncident(
  tx: Tx,
  scope: StepScope,
  task: LoadedTask,
  action: DeferredAction,
  code: string,
): Promise<void> {
  if (!code.startsWith('process.')) return;
  const { completion } = action.payload as { completion: Completion };
  const event: EventBody = {
    kind: 'taskCompleted',
    item: Number(task.row.token),
    outcome: completion.outcome,
    vars: completion.values as never,
  };
  await deliver(tx, scope, task.instance, event, { eventId: `rejected:${action.id}`, keepRejection: true });
}
