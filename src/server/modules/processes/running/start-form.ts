import type { Values } from '../../../../shared/contracts/shapes.contract.ts';
import { type FormBody, type KnownFiles, referencesIn, submitForm } from '../../../../shared/forms/index.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { publishedForm } from '../../forms/index.ts';
import { findReferences } from '../../references/index.ts';
import { clockOf, type StepScope } from '../definitions/scope.ts';
import { compileFeel, FeelError, runFeel } from '../engine/feel.ts';
import type { Definition, Vars } from '../engine/model.ts';
import type { CaseDetails } from './instances.store.ts';

/**
 * Returns the id of the start form, or null without one. Expressions have no variables yet. An expression without a
 * result is the empty id, which no form has, so that it does not count as a start without a form.
 */
export function startFormOf(definition: Pick<Definition, 'startForm'>, scope: StepScope): string | null {
  const { startForm } = definition;
  if (startForm === undefined) return null;
  if (!startForm.startsWith('=')) return startForm;
  const clock = clockOf(scope);
  try {
    const id = runFeel(compileFeel(startForm.slice(1)), () => undefined, clock);
    return typeof id === 'string' && !id.includes('\u0000') ? id : '';
  } catch (error) {
    if (!(error instanceof FeelError)) throw error;
    return '';
  }
}

/** Start variables that the start form accepted, and the version that was filled in. */
export interface AcceptedStart {
  readonly variables: Vars;
  readonly form: (CaseDetails['form'] & { readonly body: FormBody }) | null;
}

/**
 * Returns the start variables that the start form accepts, validated like a task submission. Without a start form there
 * are no rules for them, so only the provider may send any. Read-only fields keep their initial values. `files` are those that values may name. Throws form.invalid,
 * form.not_found and process.variables_not_allowed.
 */
export async function acceptVariables(
  tx: Tx,
  scope: StepScope,
  session: CallerSession,
  { formId, initial = {} }: { readonly formId: string | null; readonly initial?: Vars | undefined },
  sent: Values,
  files: KnownFiles = new Map(),
): Promise<AcceptedStart> {
  if (formId === null) {
    if (Object.keys(sent).length > 0 && !session.isProvider) throw new AppError('process.variables_not_allowed');
    return { variables: sent as Vars, form: null };
  }
  const form = await publishedForm(tx, scope, formId);
  if (!form) throw new AppError('form.not_found');
  const { body, number } = form;
  const { languageId } = session;
  const { values, errors } = submitForm(body, sent, {
    languageId,
    today: dayOf(scope.now, scope.timeZone),
    current: initial,
    files,
    references: await findReferences(tx, session, referencesIn(body, sent), languageId),
  });
  if (errors.length > 0) throw new AppError('form.invalid', {}, { errors: [...errors] });
  const variables = { ...values } as Vars;
  return { variables, form: { id: formId, number, values: variables, body } };
}
