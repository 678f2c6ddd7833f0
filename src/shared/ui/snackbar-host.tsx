import { useSignals } from '@preact/signals-react/runtime';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useMessages } from '../locale/use-messages.ts';
import { pageWideSignal } from '../page/page-wide.ts';
import { IconButton } from './button.tsx';
import { dialogMessages } from './dialog.messages.ts';
import { Icon } from './icon.tsx';
import { dismissSnack, type Snack, snacks } from './snackbar.ts';
import { useMobile } from './use-media.ts';

const hosts = pageWideSignal<readonly object[]>('snackbar-hosts', []);

/** Shows the page's snackbars. Every element has one; the first one on the page is active. */
export function SnackbarHost(): ReactNode {
  useSignals();
  const host = useHost();
  const [snack] = hosts.value[0] === host ? snacks.value : [];
  return (
    <>
      <div className="sr" role="status" aria-live="polite">
        {snack?.text}
      </div>
      {snack && <SnackCard key={snack.id} snack={snack} />}
    </>
  );
}

function useHost(): object {
  const [host] = useState({});
  useEffect(() => {
    hosts.value = [...hosts.peek(), host];
    return () => {
      hosts.value = hosts.peek().filter((other) => other !== host);
    };
  }, [host]);
  return host;
}

function SnackCard({ snack }: { readonly snack: Snack }): ReactNode {
  const t = useMessages(dialogMessages);
  const mobile = useMobile();
  const box = useRef<HTMLDivElement>(null);
  const label = useId();
  const [paused, setPaused] = useState(false);
  useTimeout(() => dismissSnack(snack.id), snack.timeout, paused);
  useEffect(() => box.current?.showPopover(), []);

  const { top = mobile, left = false, right = !mobile } = snack.position ?? {};
  const place = `${top ? 'top' : ''} ${left ? 'left' : right ? 'right' : 'centre'}`;
  const look = `${snack.color ?? ''} ${snack.rounded ? 'rounded' : ''} ${snack.multiLine ? 'multi-line' : ''}`;
  return (
    // A landmark for screen reader users; the text has been announced above.
    <div
      ref={box}
      role="log"
      aria-live="off"
      popover="manual"
      className={`snacks ${place}`}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div className={`snack ${look} ${paused ? 'paused' : ''}`}>
        {snack.action && snack.timeout > 0 ? <Ring ms={snack.timeout} /> : snack.icon && <Icon of={snack.icon} />}
        <span className="grow" id={label}>
          {snack.text}
        </span>
        {snack.action && (
          <button
            type="button"
            className="btn"
            aria-describedby={label}
            onClick={() => {
              dismissSnack(snack.id);
              snack.action?.onSelect();
            }}
          >
            {snack.action.label}
          </button>
        )}
        {snack.timeout === 0 && <IconButton icon={X} label={t('close')} onClick={() => dismissSnack(snack.id)} />}
      </div>
    </div>
  );
}

/** Calls `onEnd` after this many unpaused milliseconds; never for 0. */
function useTimeout(onEnd: () => void, ms: number, paused: boolean): void {
  const left = useRef(ms);
  const latest = useRef(onEnd);
  latest.current = onEnd;
  useEffect(() => {
    if (paused || ms === 0) return;
    const since = performance.now();
    const timer = setTimeout(() => latest.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [paused, ms]);
}

function Ring({ ms }: { readonly ms: number }): ReactNode {
  return (
    <svg className="ring" viewBox="0 0 20 20" fill="none" strokeWidth="2.5" aria-hidden="true">
      <circle cx="10" cy="10" r="8" stroke="currentColor" opacity=".3" />
      <circle className="left" cx="10" cy="10" r="8" stroke="currentColor" style={{ animationDuration: `${ms}ms` }} />
    </svg>
  );
}
