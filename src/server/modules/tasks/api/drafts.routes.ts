import type { FastifyInstance } from 'fastify';
import { deleteDraft, putDraft } from '../../../../shared/contracts/tasks.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { discardDraft, saveDraft } from '../../form-drafts/index.ts';
import { assertOpen } from '../access/refusals.ts';
import { actingOn } from '../access/tasks.rules.ts';
import { visibleTask } from '../access/visible-task.ts';

/** Drafts (TSK-19, BEY-07): one for each user and task, which other users cannot see. */
export function draftRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, putDraft, async (call) => {
    const task = await visibleTask(call, call.params.id);
    assertOpen(task);
    if (actingOn(task.rights, task.caller) === null) throw new AppError('access.denied');
    const { rev, base, values, unread = {}, comment, formVersion = task.row.form_number } = call.body;
    const { id: taskId, form_id: formId } = task.row;
    const owner = { kind: 'task', id: taskId } as const;
    return saveDraft(call, { owner, formId, formVersion, rev, base, values, unread, comment: comment?.trim() || null });
  });

  serve(app, context, deleteDraft, async (call) => {
    const task = await visibleTask(call, call.params.id);
    await discardDraft(call, { kind: 'task', id: task.row.id });
    return null;
  });
}
