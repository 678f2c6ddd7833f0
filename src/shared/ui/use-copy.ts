import { signal } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { type RefObject, useEffect, useRef } from 'react';

/** `marked`: the browser refused to copy; the text is selected instead, for copying by keyboard. */
export type CopyState = 'idle' | 'copied' | 'marked';

/** The last copy of the page: the clipboard holds one text, and one text is selected. */
const last = signal<{ readonly box: object; readonly text: string; readonly state: CopyState } | null>(null);

/**
 * Copies the text of the element in `box`; where the browser refuses, that element can render afterwards. The state is
 * `idle` again when the text changes or another one is copied.
 */
export function useCopy<E extends HTMLElement>(
  text: string,
): {
  readonly box: RefObject<E | null>;
  readonly state: CopyState;
  readonly copy: () => Promise<void>;
} {
  const box = useRef<E>(null);
  useSignals();
  const state = last.value?.box === box && last.value.text === text ? last.value.state : 'idle';
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      last.value = { box, text, state: 'copied' };
    } catch {
      // Without a secure connection or permission there is no clipboard.
      mark(box.current);
      last.value = { box, text, state: 'marked' };
    }
  }
  useEffect(() => {
    if (state === 'marked') mark(box.current);
  }, [state]);
  return { box, state, copy };
}

function mark(element: HTMLElement | null): void {
  if (element) getSelection()?.selectAllChildren(element);
}
