import type { Texts } from '../../../../shared/contracts/shapes.contract.ts';
import { DEFAULT_OUTCOMES, outcomesOf } from '../../../../shared/forms/index.ts';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { formVersion } from '../../forms/index.ts';

/** The form of a completed task, or null. */
export interface FormOfTask {
  readonly form_id: string | null;
  readonly form_number: number | null;
}

/** Returns the label of an outcome in the form of a task, or undefined. */
export async function outcomeLabel(
  tx: Tx,
  scope: { readonly db: DatabaseHandle; readonly tenantId: number },
  { form_id: formId, form_number: number }: FormOfTask,
  outcome: string | undefined,
): Promise<Texts | undefined> {
  if (outcome === undefined) return undefined;
  const form = formId === null || number === null ? null : await formVersion(tx, scope, formId, number);
  const outcomes = form ? outcomesOf(form) : DEFAULT_OUTCOMES;
  return outcomes.find(({ id }) => id === outcome)?.label;
}
