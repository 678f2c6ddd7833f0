import type { TaskAction } from '../../../../shared/contracts/tasks.contract.ts';
import { type FormBody, referencesIn } from '../../../../shared/forms/index.ts';
import type { AppContext } from '../../../platform/context.ts';
import { clientOf } from '../../../platform/element-client.ts';
import { AppError } from '../../../platform/errors.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import {
  type Definition,
  deliver,
  type EventBody,
  loadDefinition,
  type StepScope,
  scopeOf,
} from '../../processes/index.ts';
import { findReferences } from '../../references/index.ts';
import type { LoadedTask } from '../access/tasks.store.ts';
import { formOf, type TaskCall, viewerOf, visibleTask } from '../access/visible-task.ts';
import { type ActionResult, applyTaskAction } from './apply-action.ts';
import { type SentFile, withFiles } from './task-files.ts';

/** An event of a task that the process rejected; written as an incident after the transaction is rolled back. */
export interface RejectedEvent {
  readonly instanceId: string;
  readonly event: EventBody;
}

export interface ActionOptions {
  readonly onEventRejected: (refused: RejectedEvent) => void;
  /** Checks the task before anything is changed; throws to refuse the action. */
  readonly assertFits?: (task: LoadedTask) => void | Promise<void>;
  /** Files sent with the action. */
  readonly files?: readonly SentFile[];
  /** End of the undo window of a completion; undefined completes at once. */
  readonly undoUntil?: Date | undefined;
}

/**
 * Executes a task action by the rules of POST /api/tasks/{id}. Returns the task after the action, and the deferred
 * completion if there is one. Reads the task once; the result follows from it and the changed columns. Throws the errors
 * of the endpoint; the transaction must be rolled back then.
 */
export async function executeTaskAction(
  call: TaskCall,
  id: string,
  action: TaskAction,
  { onEventRejected, assertFits, files: sent = [], undoUntil }: ActionOptions,
): Promise<ActionResult & { readonly definition: Definition | undefined; readonly form: FormBody | null }> {
  const task = await visibleTask(call, id, action.action === 'complete');
  await assertFits?.(task);
  const scope = scopeOf(call);
  const definition = await loadDefinition(call.tx, scope, task.row.process_key, task.row.process_number);
  const needsForm = task.row.status === 'open' && (action.action === 'complete' || action.action === 'save');
  const form = needsForm ? await formOf(call, task) : null;
  assertVersion(task, form, action);
  const { languageId } = call.session;
  const onRejected = (event: EventBody) => onEventRejected({ instanceId: task.row.instance_id, event });
  const { action: full, files, attachments } = await withFiles(call, task, form, action, sent);
  const references = await findReferences(
    call.tx,
    call.session,
    form ? referencesIn(form, full.variables) : [],
    languageId,
  );
  const authorised = { viewer: viewerOf(call), scope, definition, form, files, attachments, references, languageId };
  const client = clientOf(call.session);
  return {
    ...(await applyTaskAction({ tx: call.tx, ...authorised, onRejected, undoUntil, client }, task, full)),
    definition,
    form,
  };
}

/** Refuses values for another version of the form: the user must first see how they were migrated. */
function assertVersion({ row }: LoadedTask, form: FormBody | null, { formVersion }: TaskAction): void {
  const hasVersion = form !== null && typeof formVersion === 'number' && row.form_number !== null;
  if (hasVersion && formVersion !== row.form_number) throw new AppError('form.version_changed');
}

/** Writes one incident for an instance with an endless loop in its model, for those who can correct it. The task stays open. */
export async function recordRejection(
  context: Pick<AppContext, 'db' | 'log'>,
  scope: StepScope,
  { instanceId, event }: RejectedEvent,
): Promise<void> {
  const { tenantId, userId } = scope;
  try {
    await context.db.tenantTransaction({ tenantId, userId }, (tx) =>
      deliver(tx, scope, instanceId, event, { eventId: `rejected:${uuid7()}`, keepRejection: true }),
    );
  } catch (error) {
    // The response has been sent; only the incident is missing, and the next attempt writes it.
    context.log.error({ err: error, instanceId }, 'storing the incident of a rejected event failed');
  }
}
