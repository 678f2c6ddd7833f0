import { useSignals } from '@preact/signals-react/runtime';
import { ListFilter, Search as SearchIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../shared/ui/icon.tsx';
import { type InboxFilters, type InboxStore, NO_FILTERS } from './inbox.store.ts';
import type { InboxText } from './inbox-text.ts';

interface Props {
  readonly store: InboxStore;
  readonly t: InboxText;
}

/** Typing pauses this long before the list is asked. */
const TYPING_PAUSE_MS = 250;

/** Search, filters and order, above the list. */
export function Tools({ store, t }: Props): ReactNode {
  useSignals();
  const [shown, setShown] = useState(false);
  const panel = useId();
  const active = store.activeFilters.value;
  return (
    <>
      <search className="list-tools">
        <Search store={store} t={t} />
        <button
          type="button"
          className={active > 0 ? 'btn icon soft' : 'btn icon'}
          aria-expanded={shown}
          aria-controls={panel}
          aria-label={active > 0 ? t('inbox.filtered', { count: active }) : t('inbox.filter')}
          title={t('inbox.filter')}
          onClick={() => setShown(!shown)}
        >
          <Icon of={ListFilter} />
        </button>
      </search>
      <div id={panel} className="filters-panel" hidden={!shown}>
        {shown && <FilterPanel store={store} t={t} />}
      </div>
    </>
  );
}

function Search({ store, t }: Props): ReactNode {
  useSignals();
  const applied = store.filters.value.q;
  const [text, setText] = useState(applied);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(applied), [applied]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const apply = (q: string) => {
    clearTimeout(timer.current);
    if (q !== store.filters.peek().q) void store.setFilters({ q });
  };
  return (
    <div className="control grow">
      <Icon of={SearchIcon} />
      <input
        type="search"
        aria-label={t('inbox.search')}
        placeholder={t('inbox.search')}
        value={text}
        maxLength={200}
        onChange={(event) => {
          const q = event.target.value;
          setText(q);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => apply(q), TYPING_PAUSE_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(text);
          if (event.key === 'Escape') {
            setText('');
            apply('');
          }
        }}
      />
    </div>
  );
}

function FilterPanel({ store, t }: Props): ReactNode {
  useSignals();
  const filters = store.filters.value;
  const set = (change: Partial<InboxFilters>) => void store.setFilters(change);
  return (
    <div className="form">
      <Choice
        label={t('inbox.filter.process')}
        value={filters.process ?? ''}
        options={[['', t('inbox.filter.any')], ...store.processes.value.map(({ key, name }) => [key, name] as const)]}
        onChange={(value) => set({ process: value || null })}
      />
      <Choice
        label={t('inbox.filter.due')}
        value={filters.due ?? ''}
        options={[
          ['', t('inbox.filter.any')],
          ['overdue', t('inbox.filter.overdue')],
          ['today', t('inbox.filter.today')],
          ['week', t('inbox.filter.week')],
        ]}
        onChange={(value) => set({ due: (value || null) as InboxFilters['due'] })}
      />
      <Choice
        label={t('inbox.filter.who')}
        value={filters.who ?? ''}
        options={[
          ['', t('inbox.filter.any')],
          ['mine', t('inbox.filter.mine')],
          ['free', t('inbox.filter.free')],
        ]}
        onChange={(value) => set({ who: (value || null) as InboxFilters['who'] })}
      />
      <Choice
        label={t('inbox.sort')}
        value={filters.sort}
        options={[
          ['due:asc', t('inbox.sort.due')],
          ['created:desc', t('inbox.sort.newest')],
          ['priority:desc', t('inbox.sort.priority')],
        ]}
        onChange={(value) => set({ sort: value as InboxFilters['sort'] })}
      />
      <div className="row c12">
        <button
          type="button"
          className="chip"
          aria-pressed={filters.unread}
          onClick={() => set({ unread: !filters.unread })}
        >
          {t('inbox.filter.unread')}
        </button>
        <span className="grow" />
        {store.activeFilters.value > 0 && (
          <button
            type="button"
            className="btn ghost small"
            onClick={() => set({ ...NO_FILTERS, q: filters.q, sort: filters.sort })}
          >
            {t('inbox.filter.clear')}
          </button>
        )}
      </div>
    </div>
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="field c6">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="control" value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
