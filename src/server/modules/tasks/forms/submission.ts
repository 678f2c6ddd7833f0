import type { TaskAction } from '../../../../shared/contracts/tasks.contract.ts';
import {
  type FormBody,
  type FoundReferences,
  type KnownFiles,
  outcomesOf,
  type SubmitContext,
  submitForm,
} from '../../../../shared/forms/index.ts';
import type { ElementClient } from '../../../platform/element-client.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Viewer } from '../../inbox/index.ts';
import type { Definition } from '../../processes/index.ts';
import { nameOf } from '../access/refusals.ts';
import { outcomesFor, variablesOf } from '../access/task-detail.ts';
import { type Acting, behalfOf, mustReturn } from '../access/tasks.rules.ts';
import type { LoadedTask } from '../access/tasks.store.ts';

/** Data for validating a submission. */
export interface SubmissionContext {
  readonly viewer: Viewer;
  readonly definition: Definition | undefined;
  readonly form: FormBody | null;
  readonly languageId: string;
  /** Files that values of the form may name. */
  readonly files: KnownFiles;
  /** Records referenced by the values that the caller may see. */
  readonly references: FoundReferences;
}

/** A completion that passed every check. It does not depend on the request, so that it can be deferred. */
export interface Completion {
  readonly outcome: string;
  /** Values of the visible fields, with computed ones computed on the server. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly via: Acting['via'];
  readonly onBehalfOf: string | null;
  readonly comment?: string;
  /** The element client through which it was completed. */
  readonly client?: ElementClient;
}

/** Checks outcome, comment and form values of a completion by a user who may act. */
export function prepareCompletion(
  context: SubmissionContext,
  task: LoadedTask,
  acting: Acting,
  action: TaskAction,
): Completion {
  if (mustReturn(task.rights)) throw new AppError('task.returns', { name: nameOf(task, task.rights.ownerId) });
  const outcome = chooseOutcome(context, task, action);
  const comment = action.comment?.trim();
  return {
    outcome,
    values: submitted(context, task, action, outcome),
    via: acting.via,
    onBehalfOf: behalfOf(task.rights, acting),
    ...(comment ? { comment } : {}),
  };
}

function chooseOutcome(context: SubmissionContext, task: LoadedTask, action: TaskAction): string {
  const outcomes = outcomesFor(task, context.definition, context.form);
  const only = outcomes.length === 1 ? outcomes[0]!.id : undefined;
  const id = action.outcome ?? only;
  if (id === undefined)
    throw new AppError('outcome.required', {}, { errors: [{ pointer: '/outcome', code: 'outcome.required' }] });
  const outcome = outcomes.find((one) => one.id === id);
  if (!outcome) {
    const params = { outcome: id };
    throw new AppError('outcome.unknown', params, {
      errors: [{ pointer: '/outcome', code: 'outcome.unknown', params }],
    });
  }
  if (outcome.comment === 'required' && !action.comment?.trim()) {
    throw new AppError('comment.required', {}, { errors: [{ pointer: '/comment', code: 'comment.required' }] });
  }
  return id;
}

/** Returns the accepted values: hidden fields are dropped, computed fields are computed here. */
function submitted(
  context: SubmissionContext,
  task: LoadedTask,
  action: TaskAction,
  outcome: string,
): Record<string, unknown> {
  if (!context.form) {
    assertNoForm(task);
    refuseUnknown(action.variables);
    return {};
  }
  const validate = outcomesOf(context.form).find(({ id }) => id === outcome)?.validate ?? true;
  return readValues(context, task, context.form, action, validate ? 'all' : 'shape');
}

export function readValues(
  context: SubmissionContext,
  task: LoadedTask,
  form: FormBody,
  action: TaskAction,
  checks: NonNullable<SubmitContext['checks']>,
): Record<string, unknown> {
  const { languageId, viewer } = context;
  const current = variablesOf(task);
  const { values, errors } = submitForm(form, action.variables ?? {}, {
    languageId,
    today: viewer.today,
    current,
    checks,
    files: context.files,
    references: context.references,
  });
  if (errors.length > 0) throw new AppError('form.invalid', {}, { errors: [...errors] });
  return { ...values };
}

/** Throws for a task with an unpublished form; it must not be treated as a task without a form. */
export function assertNoForm(task: LoadedTask): void {
  if (task.row.form_id !== null) throw new AppError('form.not_found');
}

export function refuseUnknown(variables: Record<string, unknown> | undefined): void {
  const names = Object.keys(variables ?? {});
  if (names.length === 0) return;
  const errors = names.map((name) => ({
    pointer: `/variables/${pointerPart(name)}`,
    code: 'field.unknown' as const,
    params: { attribute: name },
  }));
  throw new AppError('form.invalid', {}, { errors });
}

function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
