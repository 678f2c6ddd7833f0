import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import type { Filter } from '../../../shared/contracts/filters.rules.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { FilterRows } from '../../../shared/ui/filters/filter-rows.tsx';
import styles from '../../../shared/ui/styles/filters.css?inline';
import type { ToolsProps } from '../tools-props.ts';
import { columnsOf, PRESETS } from './columns.ts';
import { panelMessages } from './panels.messages.ts';

const isIn = (filters: readonly Filter[], { column, operation, value }: Filter) =>
  filters.some((one) => one.column === column && one.operation === operation && one.value === value);

/** Frequent filters as toggle buttons, and below them all conditions that the list supports. */
export function FilterPanel({ store, t, onChange }: ToolsProps): ReactNode {
  useStyles(styles);
  useSignals();
  const words = useMessages(panelMessages);
  const { filters } = store.setup.value;
  const set = (now: readonly Filter[]) => {
    void store.arrange({ filters: now });
    onChange();
  };
  return (
    <div className="stack filter-panel">
      <div className="chips">
        {PRESETS.map(([name, filter]) => {
          const isOn = isIn(filters, filter);
          return (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={isOn}
              onClick={() => {
                const others = filters.filter(({ column }) => column !== filter.column);
                set(isOn ? others : [...others, filter]);
              }}
            >
              {words(`preset.${name}`)}
            </button>
          );
        })}
        <span className="grow" />
        {filters.length > 0 && (
          <button type="button" className="btn ghost small" onClick={() => set([])}>
            {t('inbox.filter.clear')}
          </button>
        )}
      </div>
      <FilterRows columns={columnsOf(store, words)} filters={filters} onChange={set} />
    </div>
  );
}
