import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../../shared/ui/icon.tsx';
import { moveFocus } from '../../../shared/ui/move-focus.ts';
import { useBuilder } from '../builder-context.ts';
import { commandsOf } from '../commands.ts';

const EDGE = 8;

/** Context menu with all actions for the selection. */
export function NodeMenu(): ReactNode {
  useSignals();
  const { view } = useBuilder();
  const at = view.menu.value;
  return at ? <Opened key={`${at.x} ${at.y}`} {...at} /> : null;
}

function Opened({ x, y }: { readonly x: number; readonly y: number }): ReactNode {
  const builder = useBuilder();
  const { view, t } = builder;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    box.showPopover();
    const { width, height } = box.getBoundingClientRect();
    box.style.left = `${Math.max(EDGE, Math.min(x, innerWidth - width - EDGE))}px`;
    box.style.top = `${Math.max(EDGE, Math.min(y, innerHeight - height - EDGE))}px`;
    box.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  }, [x, y]);
  const close = () => {
    view.menu.value = null;
    view.focus.value += 1;
  };
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={t('keys.menu')}
      popover="auto"
      className="menu fb-menu"
      onKeyDown={(event) => {
        event.stopPropagation();
        const entries = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
        if (moveFocus(event, entries, 'vertical')) return;
        if (event.key !== 'Escape' && event.key !== 'Tab') return;
        event.preventDefault();
        close();
      }}
      onToggle={(event) => {
        if (event.newState === 'closed' && view.menu.peek()?.x === x && view.menu.peek()?.y === y)
          view.menu.value = null;
      }}
    >
      {commandsOf(builder).map(({ id, label, icon, keys, begins, danger, run }) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          aria-label={label}
          aria-keyshortcuts={keys && ariaKeys(keys)}
          tabIndex={-1}
          className={`${danger ? 'tone-red' : ''} ${begins ? 'begins' : ''}`}
          onClick={() => {
            view.menu.value = null;
            view.focus.value += 1;
            run();
          }}
        >
          <Icon of={icon} />
          <span className="grow">{label}</span>
          {keys && <kbd>{keys}</kbd>}
        </button>
      ))}
    </div>
  );
}

const ARROWS: Readonly<Record<string, string>> = {
  '↑': 'ArrowUp',
  '↓': 'ArrowDown',
  '←': 'ArrowLeft',
  '→': 'ArrowRight',
};

function ariaKeys(keys: string): string {
  return keys.replace('Ctrl', 'Control').replace(/[↑↓←→]/, (arrow) => ARROWS[arrow] ?? arrow);
}
