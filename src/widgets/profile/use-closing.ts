import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useWidget } from '../../shared/element/index.ts';

/** Tells the page whether something typed would be lost, each time that changes; nothing is, once the form is gone. */
export function useUnsaved(isUnsaved: boolean): void {
  const widget = useWidget();
  // Before the next key is pressed: it may be the one that closes.
  useLayoutEffect(() => {
    if (!isUnsaved) return;
    widget.emit('verva-profile-edited', { unsaved: true });
    return () => void widget.emit('verva-profile-edited', { unsaved: false });
  }, [widget, isUnsaved]);
}

/** In a dialog the next keystroke belongs to the first field. */
export function useFirstField(form: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted) form.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [form, isWanted]);
}

/** The first field that is wrong, once it is marked. */
export function focusFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
}
