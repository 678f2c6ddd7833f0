import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useStyles } from '../element/use-styles.ts';
import { placeBeside } from './place.ts';
import styles from './styles/popover.css?inline';
import './styles/parts-sheet.ts';

interface Opener {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'dialog';
  readonly 'aria-expanded': boolean;
  readonly popoverTarget: string;
}

interface Props {
  /** Label of the box for screen readers. */
  readonly label: string;
  readonly align?: 'start' | 'end';
  /** Renders the button. */
  readonly trigger: (opener: Opener) => ReactNode;
  /** Content of the box; rendered only while open. */
  readonly children: (close: () => void) => ReactNode;
}

/** A small form that opens from a button in the browser's top layer; Escape and a press outside close it. */
export function Popover({ label, align = 'start', trigger, children }: Props): ReactNode {
  useStyles(styles);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => {
    if (!open || !button.current || !box.current) return;
    placeBeside(button.current, box.current, align);
    box.current.querySelector<HTMLElement>('select, input, button')?.focus();
  }, [open, align]);
  return (
    <>
      {trigger({ ref: button, 'aria-haspopup': 'dialog', 'aria-expanded': open, popoverTarget: id })}
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="menu box"
        onToggle={(event) => {
          // Toggle events of nested boxes arrive here too.
          if (event.target === box.current) setOpen(event.newState === 'open');
        }}
      >
        {open && <div className="box-body">{children(() => box.current?.hidePopover())}</div>}
      </div>
    </>
  );
}
