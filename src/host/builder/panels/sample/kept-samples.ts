import type { FormBody, FormValues } from '../../../../shared/forms/index.ts';
import { today } from '../../../../shared/locale/index.ts';
import { uiStorage } from '../../../../shared/session/index.ts';
import { sampleValues } from './sample-values.ts';

const keyOf = (formId: string) => `verva_form_sample_${formId}`;

/** Sample values the author entered in the preview of a form, or null. */
function keptSample(formId: string): FormValues | null {
  const stored: unknown = uiStorage.get(keyOf(formId));
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as FormValues) : null;
}

const made = new WeakMap<FormBody, FormValues>();

/** Sample values for a draft: the author's own, otherwise generated. Returns the same object for the same draft. */
export function sampleFor(body: FormBody, languageId: string): FormValues {
  let values = made.get(body);
  if (!values) {
    values = keptSample(body.id) ?? sampleValues(body, today(), languageId);
    made.set(body, values);
  }
  return values;
}

/** One month. */
const KEPT_MINUTES = 30 * 24 * 60;

/** Stores the author's sample values; null returns to generated values. */
export function keepSample(body: FormBody, values: FormValues | null): void {
  if (values) {
    uiStorage.set(keyOf(body.id), withoutFiles(values), KEPT_MINUTES);
    made.set(body, values);
  } else {
    uiStorage.remove(keyOf(body.id));
    made.delete(body);
  }
}

/** Removes files, which exist only in memory (sample-files.ts). */
function withoutFiles<Values extends object>(values: Values): Values {
  const stored = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
    const entries: readonly unknown[] = Array.isArray(value) ? value : [];
    if (entries.some((entry) => isObject(entry) && 'fileName' in entry)) return [];
    return [[key, entries.some(isObject) ? entries.map((row) => (isObject(row) ? withoutFiles(row) : row)) : value]];
  });
  return Object.fromEntries(stored) as Values;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
