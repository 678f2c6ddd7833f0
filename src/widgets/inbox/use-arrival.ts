import { effect } from '@preact/signals-core';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useWidget } from '../../shared/element/index.ts';
import type { InboxStore } from './inbox.store.ts';
import type { ListHandle } from './virtual-list.tsx';

/**
 * With `takesFocus` the list has the focus after loading or navigating to the inbox, so that its keys work at once; unless
 * a task is open, or the user has moved the focus, clicked or pressed Tab meanwhile: what opens then gives the focus back to
 * where it was. After a mouse or a reload the focus ring shows with the first key. Returns the function that returns the
 * focus to the list.
 */
export function useArrival(
  store: InboxStore,
  list: RefObject<ListHandle | null>,
  open: string | null,
  takesFocus: boolean,
): (row?: string) => void {
  const { root } = useWidget();
  const latest = useRef(open);
  latest.current = open;

  const arrive = useCallback(
    (row?: string, from?: Element | null) => {
      const { activeElement: active } = document;
      // What cannot be reached by Tab, such as the page's heading, was focused by the application; a link led here.
      const isLink = active !== null && active === from && active.matches('a[href]');
      const isFree = isLink || !active || ((active as HTMLElement).tabIndex < 0 && !active.shadowRoot);
      if (!takesFocus || latest.current !== null || !isFree || root.activeElement) return;
      const split = root.querySelector('.split');
      if (!active?.matches(':focus-visible')) split?.setAttribute('data-quiet', '');
      root.addEventListener('keydown', () => split?.removeAttribute('data-quiet'), { once: true });
      if (row) list.current?.focus(row);
      else if (list.current) list.current.move(1);
      else root.querySelector<HTMLElement>('.list')?.focus();
    },
    [root, list, takesFocus],
  );

  useEffect(() => {
    const before = document.activeElement;
    let frame = 0;
    const acted = new AbortController();
    const giveUp = { signal: acted.signal, capture: true };
    addEventListener('pointerdown', () => acted.abort(), giveUp);
    addEventListener('keydown', ({ key }) => key === 'Tab' && acted.abort(), giveUp);
    const stop = effect(() => {
      const { status } = store.list.value;
      // The rows render first.
      if (status === 'ready') {
        frame ||= requestAnimationFrame(() => {
          if (!acted.signal.aborted) arrive(undefined, before);
          acted.abort();
        });
      }
    });
    return () => {
      stop();
      acted.abort();
      cancelAnimationFrame(frame);
    };
  }, [store, arrive]);
  return arrive;
}
