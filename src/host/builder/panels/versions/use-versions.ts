import { call } from '../../../../shared/api/index.ts';
import { type FormVersion, getForm, listFormVersions } from '../../../../shared/contracts/forms.contract.ts';
import type { FormBody } from '../../../../shared/forms/index.ts';
import { useLoaded } from '../../../../shared/lists/use-loaded.ts';

export function useVersions(formId: string, published: number | null) {
  return useLoaded<readonly FormVersion[]>(`${formId} ${published}`, (signal) =>
    call(listFormVersions, { params: { id: formId }, signal }),
  );
}

/** The body of a version; null for no version. */
export function useVersionBody(formId: string, number: number | null) {
  return useLoaded<FormBody | null>(`${formId} ${number}`, async (signal) => {
    if (number === null) return null;
    const form = await call(getForm, { params: { id: formId }, query: { version: number }, signal });
    return form.body as unknown as FormBody;
  });
}
