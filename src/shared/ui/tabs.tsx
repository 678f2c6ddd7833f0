import { type ReactNode, useRef } from 'react';
import { Count } from './badge.tsx';
import { moveFocus } from './move-focus.ts';
import './styles/parts-sheet.ts';

interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: number;
  /** Status mark after the label. */
  readonly mark?: ReactNode;
}

export interface TabsProps<Id extends string> {
  /** Label of the tab list for screen readers. */
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly current: Id;
  readonly onChange: (id: Id) => void;
  /** Prefix of the ids `<prefix>-tab-<id>` and `<prefix>-panel-<id>`; the caller renders the panel. */
  readonly idPrefix: string;
}

/** Tabs within a page: arrow keys move and switch. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, idPrefix }: TabsProps<Id>): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={list}
      className="tabs sub"
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
        const moved = moveFocus(event, buttons, 'horizontal');
        const tab = moved && tabs[buttons.indexOf(moved)];
        if (tab) onChange(tab.id);
      }}
    >
      {tabs.map(({ id, label: text, count, mark }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`${idPrefix}-tab-${id}`}
          aria-controls={`${idPrefix}-panel-${id}`}
          aria-selected={id === current}
          tabIndex={id === current ? 0 : -1}
          className="tab"
          onClick={() => onChange(id)}
        >
          {text}
          {count !== undefined && <Count value={count} quiet />}
          {mark}
        </button>
      ))}
    </div>
  );
}
