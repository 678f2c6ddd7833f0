import type { Tx } from '../../../platform/database.ts';
import { auditClient } from '../../../platform/element-client.ts';
import { type AttachmentRow, dropDetachedFiles } from '../../attachments/index.ts';
import { removeDraft } from '../../form-drafts/index.ts';
import { announceInbox, projectInbox, type Viewer } from '../../inbox/index.ts';
import {
  deliver,
  type EventBody,
  reassignDecisionsOfCase,
  rejection,
  type StepScope,
  type Vars,
} from '../../processes/index.ts';
import { changedTask } from '../access/changed-task.ts';
import type { AuthorisedTask } from '../access/four-eyes.ts';
import { lostRace } from '../access/refusals.ts';
import { endTask, type LoadedTask } from '../access/tasks.store.ts';
import type { Completion } from '../forms/submission.ts';
import { notifyWatchers } from './task-events.ts';

export interface CompletionContext {
  readonly tx: Tx;
  /** The files of the task. */
  readonly attachments: readonly AttachmentRow[];
  readonly viewer: Viewer;
  readonly scope: StepScope;
  /** Called when the process rejected the event, so that an incident can be written after this transaction is rolled back. */
  readonly onRejected: (event: EventBody) => void;
  /** Completed through a link in an e-mail, for the history. */
  readonly byMail?: true;
}

/** Completes the task and continues its process in one transaction. The instance must be locked. */
export async function completeTask(
  context: CompletionContext,
  task: AuthorisedTask,
  completion: Completion,
): Promise<{ readonly task: LoadedTask; readonly attachments: readonly AttachmentRow[] }> {
  const { tx, scope, viewer } = context;
  const { outcome, values, onBehalfOf, via, comment, client } = completion;
  const variables = { ...task.row.variables, ...values };
  const end = { by: viewer.userId, onBehalfOf, at: scope.now, outcome, variables };
  const change = await endTask(tx, task, end);
  if (!change) throw await lostRace(context, task);
  const attachments = await dropDetachedFiles(tx, context.attachments);
  const event = { kind: 'taskCompleted', item: Number(task.row.token), outcome, vars: values as Vars } as const;
  const delivered = await deliver(tx, { ...scope, onBehalfOf }, task.instance, event, {
    eventId: `task:${task.row.id}`,
    task: { id: task.row.id, nodeId: task.row.node_id, outcome, via, ...(comment ? { comment } : {}) },
    ...(context.byMail || client
      ? { data: { ...(context.byMail ? { byMail: true } : {}), ...(client ? { client } : {}) } }
      : {}),
  });
  if (delivered.outcome === 'rejected') {
    context.onRejected(event);
    throw rejection(delivered);
  }
  if (delivered.outcome !== 'done') throw await lostRace(context, task);
  await removeDraft(tx, { kind: 'task', id: task.row.id });
  if (client)
    await auditClient(tx, client, { userId: viewer.userId, verb: 'complete', entity: 'task', id: task.row.id });
  if (task.row.four_eyes === 'strict') await reassignDecisionsOfCase(tx, scope, task.row.instance_id);
  const ended = changedTask(task, change, { instance: delivered.instance });
  return { task: { ...ended, row: { ...ended.row, has_draft: false } }, attachments };
}

/** Updates inboxes and counts after a change of rights, and notifies open pages and watchers. Options of `projectInbox`. */
export async function refreshInbox(
  tx: Tx,
  taskId: string,
  options: Parameters<typeof projectInbox>[2] = {},
): Promise<void> {
  const principals = await projectInbox(tx, [taskId], options);
  await announceInbox(tx, { principals, changed: [taskId] });
  await notifyWatchers(tx, taskId, { type: 'task.changed', data: { taskId } }, principals);
}
