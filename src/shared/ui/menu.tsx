import { Check, type LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { Icon } from './icon.tsx';
import { moveFocus } from './move-focus.ts';
import { placeBeside } from './place.ts';

interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Not available now; `label` or a hint says why. */
  readonly blocked?: boolean;
  readonly danger?: boolean;
  /** Part of a radio group, and whether it is selected. */
  readonly checked?: boolean;
  /** The first item of a group: preceded by a separator. */
  readonly begins?: boolean;
  readonly onSelect: () => void;
}

/** Props of a menu's button; spread them. */
interface MenuTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string;
  /** Informs the browser that a press on this button is not outside the menu. */
  readonly popoverTarget: string;
  readonly onClick: (event: MouseEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface MenuProps {
  /** Label of the menu for screen readers. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
  /** Renders the button. */
  readonly trigger: (button: MenuTrigger) => ReactNode;
}

/** A menu of actions that opens from a button in the browser's top layer, so that no page clips or covers it. */
export function Menu({ label, items, align = 'start', trigger }: MenuProps): ReactNode {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const show = (last = false) => {
    const box = list.current;
    if (!box || !button.current || button.current.ariaDisabled === 'true') return;
    box.showPopover();
    placeBeside(button.current, box, align);
    entries()
      .at(last ? -1 : 0)
      ?.focus();
  };
  const close = () => {
    list.current?.hidePopover();
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (moveFocus(event, entries(), 'vertical')) return;
    if (event.key === 'Tab') close();
    else if (event.key.length === 1 && event.key !== ' ') {
      const letter = event.key.toLowerCase();
      entries()
        .find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letter))
        ?.focus();
    }
  };

  return (
    <>
      {trigger({
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
        popoverTarget: id,
        onClick: (event) => {
          // The browser would open it as well, but unpositioned and without the focus.
          event.preventDefault();
          if (list.current?.matches(':popover-open')) close();
          else show();
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          show(event.key === 'ArrowUp');
        },
      })}
      <div
        ref={list}
        id={id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        className="menu"
        onKeyDown={onKeyDown}
        onBeforeToggle={(event) => {
          if (event.newState !== 'closed') return;
          if (list.current?.matches(':focus-within')) button.current?.focus();
        }}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {items.map(({ id: key, label: text, icon, blocked, danger, checked, begins, onSelect }) => (
          // biome-ignore lint/a11y/useAriaPropsSupportedByRole: checked is only set with menuitemradio
          <button
            key={key}
            type="button"
            role={checked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={checked}
            aria-disabled={blocked || undefined}
            tabIndex={-1}
            className={`${danger ? 'tone-red' : ''} ${begins ? 'begins' : ''}`}
            onClick={() => {
              if (blocked) return;
              close();
              onSelect();
            }}
          >
            {icon && <Icon of={icon} />}
            <span className="grow">{text}</span>
            {checked && <Icon of={Check} size="s" />}
          </button>
        ))}
      </div>
    </>
  );
}
