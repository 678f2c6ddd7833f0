import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { formVersion } from '../forms/index.ts';
import { pinForm } from '../inbox/index.ts';
import { loadDefinition, type StepScope } from '../processes/index.ts';
import { act } from './act.ts';
import { loadTask } from './tasks.store.ts';

export interface Completion {
  readonly outcome?: string;
  readonly variables?: Record<string, unknown>;
  readonly comment?: string;
}

/**
 * Completes a task as the person of the scope, in the caller's tenant transaction, by the rules of the API: right to
 * act, form, outcome. `today` is the day that the form's dates are checked against. For data that is loaded with its past.
 */
export async function completeAs(
  tx: Tx,
  scope: StepScope & { readonly userId: string },
  today: string,
  taskId: string,
  completion: Completion,
): Promise<void> {
  const asker = { userId: scope.userId, timeZone: scope.timeZone, today };
  const task = await loadTask(tx, taskId, asker, true);
  if (!task) throw new AppError('task.not_found');
  const { form_id, form_number, process_key, process_number } = task.row;
  const number = form_id === null ? null : (form_number ?? (await pinForm(tx, taskId)));
  const form = form_id === null || number === null ? null : await formVersion(tx, scope, form_id, number);
  const definition = await loadDefinition(tx, scope, process_key, process_number);
  const context = { tx, asker, scope, definition, form, languageId: 'en', onRejected: () => undefined };
  await act(context, task, { action: 'complete', ...completion });
}
