import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStyles } from '../element/use-styles.ts';
import { useMessages } from '../locale/use-messages.ts';
import { IconButton } from './button.tsx';
import { dialogMessages } from './dialog.messages.ts';
import { Icon } from './icon.tsx';
import { keepClear } from './keep-clear.ts';
import { dismissSnack, type Snack } from './snackbar.ts';
import styles from './styles/snack.css?inline';
import { useMobile } from './use-media.ts';

const PLACE_MS = 300;

/** A snackbar in the top layer. It covers no action that stays in place while the page scrolls. */
export function SnackCard({ snack }: { readonly snack: Snack }): ReactNode {
  const t = useMessages(dialogMessages);
  const mobile = useMobile();
  const box = useRef<HTMLDivElement>(null);
  const label = useId();
  const [paused, setPaused] = useState(false);
  useTimeout(() => dismissSnack(snack.id), snack.timeout, paused);
  useStyles(styles);

  const { top = mobile, left = false, right = !mobile } = snack.position ?? {};
  useLayoutEffect(() => {
    const card = box.current;
    if (!card) return;
    card.showPopover();
    const place = () => keepClear(card);
    place();
    // The next task, with its outcomes, loads while the card is shown.
    const timer = setInterval(place, PLACE_MS);
    return () => clearInterval(timer);
  }, []);
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
        {(snack.action || snack.next) && snack.timeout > 0 ? (
          <Ring ms={snack.timeout} />
        ) : (
          snack.icon && <Icon of={snack.icon} />
        )}
        <span className="grow" id={label}>
          {snack.text}
        </span>
        {[snack.action, snack.next].map(
          (action) =>
            action && (
              <button
                key={action.label}
                type="button"
                className="btn"
                aria-describedby={label}
                onClick={() => {
                  dismissSnack(snack.id);
                  action.onSelect();
                }}
              >
                {action.label}
              </button>
            ),
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
