import type { Deferred } from '../../../../shared/contracts/deferred-actions.contract.ts';
import type { TaskAction } from '../../../../shared/contracts/tasks.contract.ts';
import { type FormBody, referencesIn } from '../../../../shared/forms/index.ts';
import type { AppContext } from '../../../platform/context.ts';
import { clientOf } from '../../../platform/element-client.ts';
import { AppError } from '../../../platform/errors.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { deliver, type EventBody, loadDefinition, type StepScope, scopeOf } from '../../processes/index.ts';
import { findReferences } from '../../references/index.ts';
import type { LoadedTask } from '../access/tasks.store.ts';
import { formOf, type TaskCall, viewerOf, visibleTask } from '../access/visible-task.ts';
import { applyTaskAction } from './apply-action.ts';
import { type SentFile, withFiles } from './task-files.ts';

/** A process that refused what follows from a task; noted once the transaction that asked for it is rolled back. */
export interface Refused {
  readonly instanceId: string;
  readonly event: EventBody;
}

export interface ActionOptions {
  readonly onRefused: (refused: Refused) => void;
  /** Refuses the task by throwing, before anything is done with it. */
  readonly assertFits?: (task: LoadedTask) => void;
  /** Files that came with it. */
  readonly files?: readonly SentFile[];
  /** Until when completing waits so that it can be undone; undefined: it is carried out at once. */
  readonly holdUntil?: Date | undefined;
}

/**
 * Carries out what somebody does with one task, by the rules of POST /api/tasks/{id}. Gives the task as it was found,
 * and what is held. Throws what the endpoint answers; then the transaction must be rolled back.
 */
export async function executeTaskAction(
  call: TaskCall,
  id: string,
  action: TaskAction,
  { onRefused, assertFits, files: sent = [], holdUntil }: ActionOptions,
): Promise<{ task: LoadedTask; held: Deferred['held'] | undefined }> {
  const task = await visibleTask(call, id, action.action === 'complete');
  assertFits?.(task);
  const scope = scopeOf(call);
  const definition = await loadDefinition(call.tx, scope, task.row.process_key, task.row.process_number);
  const needsForm = task.row.status === 'open' && (action.action === 'complete' || action.action === 'save');
  const form = needsForm ? await formOf(call, task) : null;
  assertVersion(task, form, action);
  const { languageId } = call.session;
  const onRejected = (event: EventBody) => onRefused({ instanceId: task.row.instance_id, event });
  const { action: full, files } = await withFiles(call, task, form, action, sent);
  const references = await findReferences(
    call.tx,
    call.session,
    form ? referencesIn(form, full.variables) : [],
    languageId,
  );
  const judged = { viewer: viewerOf(call), scope, definition, form, files, references, languageId };
  return {
    task,
    held: await applyTaskAction(
      { tx: call.tx, ...judged, onRejected, holdUntil, client: clientOf(call.session) },
      task,
      full,
    ),
  };
}

/** Answers to another version of the form are not taken: the person sees first what became of them. */
function assertVersion({ row }: LoadedTask, form: FormBody | null, { formVersion }: TaskAction): void {
  const isSaid = form !== null && typeof formVersion === 'number' && row.form_number !== null;
  if (isSaid && formVersion !== row.form_number) throw new AppError('form.version_changed');
}

/** Leaves one incident at an instance whose model goes round for ever, for those who can correct it. The task stays open. */
export async function noteRefused(
  context: Pick<AppContext, 'db' | 'log'>,
  scope: StepScope,
  { instanceId, event }: Refused,
): Promise<void> {
  const { tenantId, userId } = scope;
  try {
    await context.db.tenantTransaction({ tenantId, userId }, (tx) =>
      deliver(tx, scope, instanceId, event, { eventId: `rejected:${uuid7()}`, keepRejection: true }),
    );
  } catch (error) {
    // The person has had the answer; what is lost is the note, and the next try writes it again.
    context.log.error({ err: error, instanceId }, 'incident of a refused event');
  }
}
