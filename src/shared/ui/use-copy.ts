import { type RefObject, useEffect, useRef, useState } from 'react';

/** `marked`: the browser did not copy; the text is selected instead, for the person's own keys. */
export type CopyState = 'idle' | 'copied' | 'marked';

/** Copies a text that stands in the element of `box`; where the browser refuses to, that element may come only then. */
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
      // Without a secure connection or a permission there is no clipboard.
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
