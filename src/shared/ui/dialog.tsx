import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useMessages } from '../locale/use-messages.ts';
import { IconButton } from './button.tsx';
import { dialogMessages } from './dialog.messages.ts';
import '../element/parts-sheet.ts';

// What is around the dialog may have a class of that name too.
const FIRST =
  ':scope > .body :is(input, select, textarea, button):not(:disabled), :scope > footer button:not(:disabled)';

export interface DialogProps {
  readonly title: ReactNode;
  /** Asked to close by Escape, the cross or a press beside it. Leave it open when input would be lost. Without it the dialog stays until it is gone through. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  /** Right aligned: cancel, then the action. */
  readonly footer?: ReactNode;
}

/** A modal dialog while it is rendered. The browser keeps the focus inside and gives it back to the opener. */
export function Dialog({ title, onClose, children, footer }: DialogProps): ReactNode {
  const t = useMessages(dialogMessages);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: its end runs before the element leaves the document, and only then does the focus go back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser would begin at the cross, which stands first; people come to fill in or to decide.
    element?.querySelector<HTMLElement>(FIRST)?.focus();
    // A second Escape in a row closes it whatever we say; as long as it is rendered it is open.
    const stay = () => element?.isConnected && element.showModal();
    element?.addEventListener('close', stay);
    return () => {
      element?.removeEventListener('close', stay);
      element?.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by key what a press beside the dialog does
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={(event) => {
        if (event.target === dialog.current && isOutside(event, dialog.current)) onClose?.();
      }}
    >
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a part of the dialog, no landmark of the page */}
      <header role="none">
        <h2 className="t2 grow" id={id}>
          {title}
        </h2>
        {onClose && <IconButton icon={X} label={t('close')} onClick={onClose} />}
      </header>
      <div className="body">{children}</div>
      {footer && <footer role="none">{footer}</footer>}
    </dialog>
  );
}

function isOutside(point: { clientX: number; clientY: number }, element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return point.clientX < left || point.clientX > right || point.clientY < top || point.clientY > bottom;
}
