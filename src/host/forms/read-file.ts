import { type FormBody, isDrawable } from '../../shared/forms/index.ts';

/** What a file gave: a definition of this product, also a faulty one, or why there is none. */
type ReadForm = { readonly status: 'read'; readonly body: FormBody } | { readonly status: 'notJson' | 'unknown' };

export function readForm(text: string): ReadForm {
  try {
    const json: unknown = JSON.parse(text);
    return isDrawable(json) ? { status: 'read', body: json } : { status: 'unknown' };
  } catch {
    return { status: 'notJson' };
  }
}
