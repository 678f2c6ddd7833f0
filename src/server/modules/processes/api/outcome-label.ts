import type { Texts } from '../../../../shared/contracts/shapes.contract.ts';
import { DEFAULT_OUTCOMES, outcomesOf } from '../../../../shared/forms/index.ts';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { dictionaryOf } from '../../config-texts/index.ts';
import { formVersion } from '../../forms/index.ts';

/** The form of a completed task, or null. */
export interface FormOfTask {
  readonly form_id: string | null;
  readonly form_number: number | null;
}

/** Its place in a process, for outcomes of the model. */
interface PlaceOfTask {
  readonly process_key?: string | null;
  readonly node_id?: string | null;
}

/** Returns the label of an outcome in the form of a task, or the translations of an outcome of the model; undefined: none. */
export async function outcomeLabel(
  tx: Tx,
  scope: { readonly db: DatabaseHandle; readonly tenantId: number },
  { form_id: formId, form_number: number, process_key: key, node_id: node }: FormOfTask & PlaceOfTask,
  outcome: string | undefined,
): Promise<Texts | undefined> {
  if (outcome === undefined) return undefined;
  const form = formId === null || number === null ? null : await formVersion(tx, scope, formId, number);
  const label = (form ? outcomesOf(form) : DEFAULT_OUTCOMES).find(({ id }) => id === outcome)?.label;
  if (label || form || !key || !node) return label;
  const names = (await dictionaryOf(tx, scope)).of('processes', key)?.[`outcome:${node}/${outcome}`];
  return names && { en: outcome, ...names };
}
