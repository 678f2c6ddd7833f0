import { type RefObject, useEffect } from 'react';

/** Focuses the first field in a dialog. */
export function useFirstField(form: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) form.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [form, isWanted]);
}
