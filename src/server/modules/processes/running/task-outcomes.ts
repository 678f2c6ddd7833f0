import { DEFAULT_OUTCOMES, type FormBody, type FormOutcome, outcomesOf } from '../../../../shared/forms/index.ts';
import type { Definition } from '../engine/model.ts';

/** Returns the outcomes of the form. Without a form, those of the gateway after the task, else `complete`. */
export function taskOutcomes(
  { form_id, node_id }: { readonly form_id: string | null; readonly node_id: string },
  definition: Definition | undefined,
  form: FormBody | null,
): readonly FormOutcome[] {
  if (form) return outcomesOf(form);
  const { outcomes: modelled = [], outcomeNames = {} } = (form_id === null && definition?.nodes[node_id]?.task) || {};
  if (modelled.length === 0) return DEFAULT_OUTCOMES;
  return modelled.map((id, index) => ({
    id,
    label: { en: id, ...outcomeNames[id] },
    style: index === 0 ? 'primary' : 'neutral',
    comment: 'optional',
  }));
}
