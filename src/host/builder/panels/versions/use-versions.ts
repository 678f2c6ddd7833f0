import { useEffect, useState } from 'react';
import { call } from '../../../../shared/api/index.ts';
import { type FormVersion, getForm, listFormVersions } from '../../../../shared/contracts/forms.contract.ts';
import type { FormBody } from '../../../../shared/forms/index.ts';

export type Loaded<T> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly value: T };

/** Asks once, and again when `about` changes or `retry` is called. */
export function useLoaded<T>(
  about: string,
  load: (signal: AbortSignal) => Promise<T>,
): readonly [Loaded<T>, () => void] {
  const [state, setState] = useState<Loaded<T>>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for follows `about`
  useEffect(() => {
    const stop = new AbortController();
    setState({ status: 'loading' });
    load(stop.signal).then(
      (value) => !stop.signal.aborted && setState({ status: 'ready', value }),
      (error: unknown) => !stop.signal.aborted && setState({ status: 'failed', error }),
    );
    return () => stop.abort();
  }, [about, attempt]);
  return [state, () => setAttempt(attempt + 1)];
}

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
