import type { FormBody } from '../../../shared/forms/index.ts';
import type { Caller } from '../../platform/caller.ts';
import { publishedForm } from '../forms/index.ts';
import { scopeOf } from '../processes/index.ts';

/** Returns a reader of published forms, which reads each once. An expression instead of an id has none. */
export function formsOf(call: Caller): (id: string) => Promise<FormBody | null> {
  const known = new Map<string, FormBody | null>();
  return async (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const form = id.startsWith('=') ? null : await publishedForm(call.tx, scopeOf(call), id);
    known.set(id, form?.body ?? null);
    return form?.body ?? null;
  };
}
