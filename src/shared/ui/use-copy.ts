import { type RefObject, useEffect, useRef, useState } from 'react';

/** `marked`: the browser refused to copy; the text is selected instead, for copying by keyboard. */
export type CopyState = 'idle' | 'copied' | 'marked';

/** Copies the text of the element in `box`; where the browser refuses, that element can render afterwards. */
export function useCopy<E extends HTMLElement>(
  text: string,
): {
  readonly box: RefObject<E | null>;
  readonly state: CopyState;
  readonly copy: () => Promise<void>;
} {
  const box = useRef<E>(null);
  const [state, setState] = useState<CopyState>('idle');
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      // Without a secure connection or permission there is no clipboard.
      mark(box.current);
      setState('marked');
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
