import { ArrowUp } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { SCROLL_TO_TOP_AFTER } from '../../shared/contracts/constants.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import type { HostText } from '../host-text.ts';

/** What is filled in or edited: the user does not look for its beginning, and the room is needed. */
const FORMS = 'form, .form-view, .detail, .fb';

/**
 * A button of the toolbar, where it covers nothing. Appears after 300 px of scrolling, of the page or of a list inside an
 * element, but not of a form (LAY-08).
 */
export function ScrollToTop({
  scroller,
  t,
}: {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly t: HostText;
}): ReactNode {
  const [scrolled, setScrolled] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const main = scroller.current;
    if (!main) return;
    const onScroll = (event: Event) => {
      // Inside a shadow root only the composed path contains the scrolled element.
      const path = event.composedPath();
      const [target] = path;
      if (!(target instanceof HTMLElement)) return;
      if (target.scrollTop > SCROLL_TO_TOP_AFTER)
        setScrolled((before) => (before === target || isForm(path) ? before : target));
      else setScrolled((before) => (before === target ? null : before));
    };
    // Scroll events do not bubble, but can be captured, also from shadow roots.
    const roots: (HTMLElement | ShadowRoot)[] = [main];
    main.addEventListener('scroll', onScroll, { capture: true, passive: true });
    const attach = () => {
      for (const element of main.querySelectorAll('*')) {
        const root = element.shadowRoot;
        if (!root || roots.includes(root)) continue;
        roots.push(root);
        root.addEventListener('scroll', onScroll, { capture: true, passive: true });
      }
    };
    attach();
    const observer = new MutationObserver(attach);
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      for (const root of roots) root.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [scroller]);
  useEffect(() => {
    if (!scrolled) return;
    // A list that was removed, or is covered by a task on mobile, cannot be scrolled.
    const observer = new ResizeObserver(() => scrolled.clientHeight === 0 && setScrolled(null));
    observer.observe(scrolled);
    return () => observer.disconnect();
  }, [scrolled]);
  return (
    <IconButton
      icon={ArrowUp}
      className={scrolled ? 'to-top' : 'to-top idle'}
      label={t('host.top')}
      onClick={() => {
        const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        scrolled?.scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
      }}
    />
  );
}

/** Whether what was scrolled is in a form, or contains one. */
function isForm([target, ...around]: readonly EventTarget[]): boolean {
  return (
    (target instanceof Element && contains(target)) ||
    [target, ...around].some((one) => one instanceof Element && one.matches(FORMS))
  );
}

function contains(root: Element | ShadowRoot): boolean {
  return (
    root.querySelector(FORMS) !== null ||
    [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && contains(shadowRoot))
  );
}
