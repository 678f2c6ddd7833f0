import type { Values } from '../../../../shared/contracts/shapes.contract.ts';
import { referencesIn, submitForm } from '../../../../shared/forms/index.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { publishedForm } from '../../forms/index.ts';
import { findReferences } from '../../references/index.ts';
import { clockOf, type StepScope } from '../definitions/scope.ts';
import { compileFeel, FeelError, runFeel } from '../engine/feel.ts';
import type { Definition, Vars } from '../engine/model.ts';

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

/**
 * Returns the start variables that the start form accepts, validated like a task submission. Without a start form there
 * are no rules for them, so only the provider may send any. Throws form.invalid, form.not_found and
 * process.variables_not_allowed.
 */
export async function acceptVariables(
  tx: Tx,
  scope: StepScope,
  session: CallerSession,
  definition: Pick<Definition, 'startForm'>,
  sent: Values,
): Promise<Vars> {
  const formId = startFormOf(definition, scope);
  if (formId === null) {
    if (Object.keys(sent).length > 0 && !session.isProvider) throw new AppError('process.variables_not_allowed');
    return sent as Vars;
  }
  const form = await publishedForm(tx, scope, formId);
  if (!form) throw new AppError('form.not_found');
  const { languageId } = session;
  const { values, errors } = submitForm(form.body, sent, {
    languageId,
    today: dayOf(scope.now, scope.timeZone),
    current: {},
    // Files belong to tasks and records. Before the start there is neither.
    files: new Map(),
    references: await findReferences(tx, session, referencesIn(form.body, sent), languageId),
  });
  if (errors.length > 0) throw new AppError('form.invalid', {}, { errors: [...errors] });
  return { ...values } as Vars;
}
