import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useMessages } from '../locale/use-messages.ts';
import { IconButton } from './button.tsx';
import { dialogMessages } from './dialog.messages.ts';
import './styles/parts-sheet.ts';

// Elements around the dialog can have the same class.
const FIRST =
  ':scope > .body :is(input, select, textarea, button):not(:disabled), :scope > footer button:not(:disabled)';

export interface DialogProps {
  readonly title: ReactNode;
  /**
   * Called for Escape, the close button or a press beside the dialog. Leave the dialog open if input would be lost.
   * Without it the user cannot dismiss the dialog.
   */
  readonly onClose?: () => void;
  readonly children: ReactNode;
  /** Right-aligned: cancel, then the action. */
  readonly footer?: ReactNode;
}

/** A modal dialog while it is rendered. The browser keeps the focus inside and returns it to the opener. */
export function Dialog({ title, onClose, children, footer }: DialogProps): ReactNode {
  const t = useMessages(dialogMessages);
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: its cleanup runs before the element leaves the document, so that the focus can return.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The browser would focus the close button, which comes first; users come to fill in or to decide.
    element?.querySelector<HTMLElement>(FIRST)?.focus();
    // A second Escape in a row always closes it; while rendered it is reopened.
    const stay = () => element?.isConnected && element.showModal();
    element?.addEventListener('close', stay);
    return () => {
      element?.removeEventListener('close', stay);
      element?.close();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard equivalent of clicking beside the dialog
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
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: a part of the dialog, not a landmark of the page */}
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
