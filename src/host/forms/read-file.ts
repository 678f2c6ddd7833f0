import { type FormBody, isDrawable } from '../../shared/forms/index.ts';

/** Result of reading a file: a definition, possibly invalid, or the reason there is none. */
type ReadForm = { readonly status: 'read'; readonly body: FormBody } | { readonly status: 'notJson' | 'unknown' };

export function readForm(text: string): ReadForm {
  try {
    const json: unknown = JSON.parse(text);
    return isDrawable(json) ? { status: 'read', body: json } : { status: 'unknown' };
  } catch {
    return { status: 'notJson' };
  }
}
