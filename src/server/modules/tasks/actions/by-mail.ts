import type { Outcome } from '../../../../shared/contracts/tasks.contract.ts';
import { type FormBody, outcomesOf, submitForm } from '../../../../shared/forms/index.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Viewer } from '../../inbox/index.ts';
import {
  type DecisionRefusal,
  type Definition,
  type EventBody,
  loadDefinition,
  type StepScope,
} from '../../processes/index.ts';
import { decisionRefusal, refuse } from '../access/four-eyes.ts';
import { outcomesFor, variablesOf } from '../access/task-detail.ts';
import { type Acting, actingOn } from '../access/tasks.rules.ts';
import { type LoadedTask, loadTask } from '../access/tasks.store.ts';
import { formOf } from '../access/visible-task.ts';
import { applyTaskAction, assertMayAct } from './apply-action.ts';
import { noteRefused } from './execute-action.ts';

/** In whose name and language a mail speaks of tasks. */
export interface MailScope {
  readonly context: Pick<AppContext, 'db' | 'log'>;
  readonly tenantId: number;
  readonly viewer: Viewer;
  readonly languageId: string;
  readonly now: Date;
}

/** A task as a mail can show it, and what can be decided of it by one click. */
export interface MailedTask {
  readonly task: LoadedTask;
  readonly definition: Definition | undefined;
  readonly form: FormBody | null;
  /** How the person may act now; null: not at all. */
  readonly acting: Acting | null;
  readonly offered: readonly Outcome[];
  /** Why the person may not decide it. */
  readonly refusal: DecisionRefusal | null;
  /** Those of `offered` that need nothing that a mail cannot give; a reason it can. */
  readonly outcomes: readonly Outcome[];
}

/** Reads a task for a mail to somebody, or for the link of one; undefined when there is none. `lock` as of `loadTask`. */
export async function readMailedTask(
  tx: Tx,
  scope: MailScope,
  taskId: string,
  lock = false,
): Promise<MailedTask | undefined> {
  const task = await loadTask(tx, taskId, scope.viewer, lock);
  if (!task) return undefined;
  const acting = task.row.status === 'open' ? actingOn(task.rights, task.caller) : null;
  const definition = await loadDefinition(tx, stepScope(scope), task.row.process_key, task.row.process_number);
  const { tenantId, context } = scope;
  const form = await formOf({ tx, session: { tenantId }, context }, task);
  const offered = outcomesFor(task, definition, form);
  const refusal = acting ? await decisionRefusal(tx, stepScope(scope), task) : null;
  const outcomes = acting && !refusal ? decidable(task, offered, form, scope) : [];
  return { task, definition, form, acting, offered, refusal, outcomes };
}

/** Says why somebody cannot do an open task of theirs, with the codes of `POST /api/tasks/{id}`. */
export function assertMailedTask({ task, refusal }: MailedTask): Acting {
  const acting = assertMayAct(task);
  refuse(refusal);
  return acting;
}

/** Completes the task by the rules of signed-in completing; throws what these throw. Returns what to do once the transaction was rolled back. */
export async function completeByMail(
  tx: Tx,
  scope: MailScope,
  { task, definition, form }: MailedTask,
  { outcome, comment }: { readonly outcome: string; readonly comment?: string | undefined },
  afterRollback: (note: () => Promise<void>) => void,
): Promise<void> {
  const step = stepScope(scope);
  const onRejected = (event: EventBody) =>
    afterRollback(() => noteRefused(scope.context, step, { instanceId: task.row.instance_id, event }));
  const { viewer, languageId } = scope;
  await applyTaskAction(
    {
      tx,
      viewer,
      scope: step,
      definition,
      form,
      files: new Map(),
      references: new Map(),
      languageId,
      onRejected,
      byMail: true,
    },
    task,
    {
      action: 'complete',
      outcome,
      ...(comment ? { comment } : {}),
    },
  );
}

function stepScope({ context, tenantId, viewer, now }: MailScope): StepScope {
  return { db: context.db, tenantId, timeZone: viewer.timeZone, userId: viewer.userId, now };
}

/**
 * Confidential tasks are never decided by mail, nor outcomes whose form says `byMail: false`. Of the others those whose
 * form is in order as it is, or does not ask for that (`validate: false`).
 */
function decidable(task: LoadedTask, outcomes: Outcome[], form: FormBody | null, scope: MailScope): Outcome[] {
  if (task.row.confidential !== null || (task.row.form_id !== null && !form)) return [];
  if (!form) return outcomes;
  const refused = new Set(outcomesOf(form).flatMap(({ id, byMail }) => (byMail === false ? [id] : [])));
  const { languageId, viewer } = scope;
  const current = variablesOf(task);
  const isInOrder = (checks: 'all' | 'shape') =>
    submitForm(form, {}, { languageId, today: viewer.today, current, checks }).errors.length === 0;
  return outcomes.filter(({ id, validate }) => !refused.has(id) && isInOrder(validate ? 'all' : 'shape'));
}
