import type { Outcome } from '../../../../shared/contracts/tasks.contract.ts';
import { type FormBody, outcomesOf, submitForm } from '../../../../shared/forms/index.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { attachmentsOf } from '../../attachments/index.ts';
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
import { type Acting, actingOn, mustReturn } from '../access/tasks.rules.ts';
import { type LoadedTask, loadTask } from '../access/tasks.store.ts';
import { formOf } from '../access/visible-task.ts';
import { applyTaskAction, assertMayAct } from './apply-action.ts';
import { recordRejection } from './execute-action.ts';

/** Recipient and language of an e-mail about tasks. */
export interface EmailScope {
  readonly context: Pick<AppContext, 'db' | 'log'>;
  readonly tenantId: number;
  readonly viewer: Viewer;
  readonly languageId: string;
  readonly now: Date;
}

/** A task in an e-mail, and the outcomes that one click can choose. */
export interface EmailTask {
  readonly task: LoadedTask;
  readonly definition: Definition | undefined;
  readonly form: FormBody | null;
  /** The user's current right to act; null without one. */
  readonly acting: Acting | null;
  readonly offered: readonly Outcome[];
  /** Why the user may not decide the task. */
  readonly refusal: DecisionRefusal | null;
  /** Those of `offered` that need no input except a reason. */
  readonly outcomes: readonly Outcome[];
}

/** Reads a task for an e-mail or for a link of one; undefined when it does not exist. `lock` as in `loadTask`. */
export async function readEmailTask(
  tx: Tx,
  scope: EmailScope,
  taskId: string,
  lock = false,
): Promise<EmailTask | undefined> {
  const task = await loadTask(tx, taskId, scope.viewer, lock);
  if (!task) return undefined;
  const acting = task.row.status === 'open' ? actingOn(task.rights, task.caller) : null;
  const definition = await loadDefinition(tx, stepScope(scope), task.row.process_key, task.row.process_number);
  const { tenantId, context } = scope;
  const form = await formOf({ tx, session: { tenantId }, context }, task);
  const offered = outcomesFor(task, definition, form);
  const refusal = acting ? await decisionRefusal(tx, stepScope(scope), task) : null;
  const mayDecide = acting && !refusal && !mustReturn(task.rights);
  const outcomes = mayDecide ? outcomesByMail(task, offered, form, scope) : [];
  return { task, definition, form, acting, offered, refusal, outcomes };
}

/** Returns the user's right to act. Throws the codes of `POST /api/tasks/{id}`. */
export function assertMayActByEmail({ task, refusal }: EmailTask): Acting {
  const acting = assertMayAct(task);
  refuse(refusal);
  return acting;
}

/** Completes the task by the rules for signed-in users; throws the same errors. `afterRollback` receives what to run after a rollback. */
export async function completeByMail(
  tx: Tx,
  scope: EmailScope,
  { task, definition, form }: EmailTask,
  { outcome, comment }: { readonly outcome: string; readonly comment?: string | undefined },
  afterRollback: (note: () => Promise<void>) => void,
): Promise<void> {
  const step = stepScope(scope);
  const onRejected = (event: EventBody) =>
    afterRollback(() => recordRejection(scope.context, step, { instanceId: task.row.instance_id, event }));
  const { viewer, languageId } = scope;
  await applyTaskAction(
    {
      tx,
      viewer,
      scope: step,
      definition,
      form,
      files: new Map(),
      attachments: await attachmentsOf(tx, 'task', task.row.id),
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

function stepScope({ context, tenantId, viewer, now }: EmailScope): StepScope {
  return { db: context.db, tenantId, timeZone: viewer.timeZone, userId: viewer.userId, now };
}

/**
 * Returns the outcomes that can be chosen by e-mail: none for confidential tasks, none with `byMail: false`. The form must
 * be valid with its current values, or not be validated for the outcome (`validate: false`).
 */
function outcomesByMail(task: LoadedTask, outcomes: Outcome[], form: FormBody | null, scope: EmailScope): Outcome[] {
  if (task.row.confidential !== null || (task.row.form_id !== null && !form)) return [];
  if (!form) return outcomes;
  const refused = new Set(outcomesOf(form).flatMap(({ id, byMail }) => (byMail === false ? [id] : [])));
  const { languageId, viewer } = scope;
  const current = variablesOf(task);
  const isInOrder = (checks: 'all' | 'shape') =>
    submitForm(form, {}, { languageId, today: viewer.today, current, checks }).errors.length === 0;
  return outcomes.filter(({ id, validate }) => !refused.has(id) && isInOrder(validate ? 'all' : 'shape'));
}
