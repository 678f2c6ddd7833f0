import type { FastifyInstance } from 'fastify';
import { deleteDraft, putDraft } from '../../../../shared/contracts/tasks.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { assertOpen } from '../access/refusals.ts';
import { actingOn } from '../access/tasks.rules.ts';
import { type TaskCall, visibleTask } from '../access/visible-task.ts';
import { readDraft, removeDraft, writeDraft } from '../forms/drafts.store.ts';

/** Drafts (TSK-19, BEY-07): one for each user and task, which other users cannot see. */
export function draftRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, putDraft, async (call) => {
    const task = await visibleTask(call, call.params.id);
    assertOpen(task);
    if (actingOn(task.rights, task.caller) === null) throw new AppError('access.denied');
    const { rev, base, values, unread = {}, comment, formVersion = task.row.form_number } = call.body;
    const { id: taskId, form_id: formId } = task.row;
    const kept = {
      taskId,
      formId,
      formVersion,
      rev,
      base,
      values,
      unread,
      comment: comment?.trim() || null,
      at: call.now,
    };
    const draft = await writeDraft(call.tx, kept);
    if (!draft) throw await conflict(call, taskId);
    await announce(call, taskId, draft.rev);
    return draft;
  });

  serve(app, context, deleteDraft, async (call) => {
    const task = await visibleTask(call, call.params.id);
    if (await removeDraft(call.tx, task.row.id)) await announce(call, task.row.id, 0);
    return null;
  });
}

/** Notifies the user's other windows. */
async function announce({ tx, session }: TaskCall, taskId: string, rev: number): Promise<void> {
  const data = { ownerKind: 'task', ownerId: taskId, rev };
  await enqueue(tx, 'live', { principals: [`u:${session.userId}`], type: 'draft.changed', data });
}

async function conflict({ tx }: TaskCall, taskId: string): Promise<AppError> {
  const theirs = await readDraft(tx, taskId);
  return new AppError('draft.conflict', { time: theirs?.updated ?? null }, { theirs });
}
