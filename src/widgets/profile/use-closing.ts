import { useLayoutEffect } from 'react';
import { useWidget } from '../../shared/element/index.ts';

/** Announces to the page whether there are unsaved changes, whenever that changes; none after the form is removed. */
export function useUnsaved(isUnsaved: boolean): void {
  const widget = useWidget();
  // Before the next key press, which could close the dialog.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    widget.emit('verva-profile-edited', { unsaved: true });
    return () => void widget.emit('verva-profile-edited', { unsaved: false });
  }, [widget, isUnsaved]);
}

/** Focuses the first invalid field, once it is marked. */
export function focusFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
