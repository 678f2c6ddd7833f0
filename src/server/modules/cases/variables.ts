import type { FormBody } from '../../../shared/forms/index.ts';
import type { KnownProcess } from './case-types.rules.ts';
import type { CaseTypeFields } from './case-types.store.ts';
import { keysOf, missingVariables } from './variables.rules.ts';

/** Maximum number of variables that a kind of case reports. */
const REPORTED_MAX = 20;

/** Returns the variables that the process of a kind reads and that nothing sets; none while a form is missing. */
export async function missingIn(
  { startForm, defaults }: CaseTypeFields,
  { definition, startForm: ofProcess }: KnownProcess,
  formOf: (id: string) => Promise<FormBody | null>,
): Promise<string[]> {
  if (!definition) return [];
  const formId = startForm ?? ofProcess;
  const form = formId === null ? null : await formOf(formId);
  if (formId !== null && form === null) return [];
  const forms = new Map<string, FormBody | null>();
  for (const { task } of Object.values(definition.nodes)) {
    if (task?.form !== undefined) forms.set(task.form, await formOf(task.form));
  }
  const keysOfForm = (id: string) => {
    const body = forms.get(id);
    return body ? keysOf(body) : null;
  };
  const known = [...Object.keys(defaults), ...(form ? keysOf(form) : [])];
  return missingVariables(definition, known, keysOfForm).slice(0, REPORTED_MAX);
}
