import type { LanguageId } from '../../shared/contracts/constants.ts';
import { takeTyped } from '../../shared/form-view/read-typed.ts';
import type { FieldValue, FormModel } from '../../shared/forms/index.ts';

/** Returns the values of the attribute `initial`; none if it is not a JSON object. */
export function readInitial(text: string | undefined): Readonly<Record<string, unknown>> {
  if (!text) return {};
  try {
    const values: unknown = JSON.parse(text);
    return typeof values === 'object' && values !== null && !Array.isArray(values) ? { ...values } : {};
  } catch {
    // The page's mistake must not keep the user from the form.
    return {};
  }
}

/** Fills fields as if the user had typed the values: only those that can be edited. Texts are read as typed. */
export function putInitial(model: FormModel, values: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(values)) {
    const field = model.states.get(key);
    if (field?.kind !== 'field' || field.readOnly.peek()) continue;
    if (typeof value === 'string') takeTyped(field, value, model.languageId.peek() as LanguageId);
    else if (typeof value === 'number' || typeof value === 'boolean') field.set(value as FieldValue);
  }
}
