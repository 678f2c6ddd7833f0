import type { FormBody, FormValues } from '../../../../shared/forms/index.ts';
import { today } from '../../../../shared/locale/index.ts';
import { uiStorage } from '../../../../shared/session/index.ts';
import { sampleValues } from './sample-values.ts';

const keyOf = (formId: string) => `verva_form_sample_${formId}`;

/** What the author typed into the preview of a form; null: nothing yet. */
function keptSample(formId: string): FormValues | null {
  const kept: unknown = uiStorage.get(keyOf(formId));
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as FormValues) : null;
}

const made = new WeakMap<FormBody, FormValues>();

/** The values with which a draft is tried out: the author's own, else made up ones. The same object for the same draft. */
export function sampleFor(body: FormBody, languageId: string): FormValues {
  let values = made.get(body);
  if (!values) {
    values = keptSample(body.id) ?? sampleValues(body, today(), languageId);
    made.set(body, values);
  }
  return values;
}
