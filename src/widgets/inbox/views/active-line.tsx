import { useSignals } from '@preact/signals-react/runtime';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { splitParts } from '../../../shared/contracts/filters.rules.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { describeFilter } from '../../../shared/ui/filters/describe.ts';
import { filterMessages } from '../../../shared/ui/filters/filters.messages.ts';
import { usePersonNames } from '../../../shared/ui/filters/person-names.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import filterStyles from '../../../shared/ui/styles/filters.css?inline';
import styles from '../../../shared/ui/styles/views.css?inline';
import { columnsOf } from '../panels/columns.ts';
import { panelMessages } from '../panels/panels.messages.ts';
import type { ToolsProps } from '../tools-props.ts';
import { viewMessages } from './views.messages.ts';

/** Name of the view, whether it was changed, and active filters. */
export function ActiveLine({
  store,
  t,
  onChange,
  withFilters,
}: ToolsProps & { readonly withFilters: boolean }): ReactNode {
  useStyles(filterStyles);
  useStyles(styles);
  useSignals();
  const words = useMessages(viewMessages);
  const columnWords = useMessages(panelMessages);
  const filterWords = useMessages(filterMessages);
  const view = store.view.value;
  const fault = store.viewFault.value;
  const { filters } = store.setup.value;
  const columns = columnsOf(store, columnWords);
  const people = filters.filter(({ column }) =>
    columns.some(({ field, type }) => field === column && type === 'person'),
  );
  const nameOf = usePersonNames(people.flatMap(({ value }) => splitParts(value)));
  return (
    <div className="active-line">
      {fault && (
        <p className="s tone-red" role="alert">
          {words('view.missing')}
        </p>
      )}
      {view && (
        <div className="row view-name">
          <span className="cut strong">{view.name}</span>
          {store.isChanged.value && <span className="xs muted nowrap">{words('view.changed')}</span>}
          <span className="grow" />
          {store.isChanged.value && (
            <Button
              kind="ghost"
              small
              onClick={() => {
                void store.arrange(store.base.peek());
                onChange();
              }}
            >
              {words('view.reset')}
            </Button>
          )}
          <IconButton
            icon={X}
            small
            label={words('view.leave', { name: view.name })}
            onClick={() => {
              void store.choose(null);
              onChange();
            }}
          />
        </div>
      )}
      {withFilters && filters.length > 0 && (
        <ul className="chips" aria-label={t('inbox.filtered', { count: filters.length })}>
          {filters.map((filter, index) => {
            const column = columns.find(({ field }) => field === filter.column);
            const text = column ? describeFilter(filter, column, filterWords, nameOf) : filter.column;
            return (
              <li key={`${filter.column} ${filter.operation} ${filter.value}`}>
                <button
                  type="button"
                  className="chip on"
                  aria-label={words('filter.remove', { filter: text })}
                  title={text}
                  onClick={() => {
                    void store.arrange({ filters: filters.filter((_, other) => other !== index) });
                    onChange();
                  }}
                >
                  <span className="cut">{text}</span>
                  <Icon of={X} size="s" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
