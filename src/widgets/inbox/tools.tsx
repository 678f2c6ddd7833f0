import { useSignals } from '@preact/signals-react/runtime';
import { ArrowUpDown, Bookmark, CirclePlus, ListFilter, type LucideIcon } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import type { ToolsProps } from './tools-props.ts';

const FilterPanel = containedPart(() => import('./panels/filter-panel.tsx'), 'FilterPanel');
const SortPanel = containedPart(() => import('./views/sort-panel.tsx'), 'SortPanel');
const ViewsPanel = containedPart(() => import('./views/views-panel.tsx'), 'ViewsPanel');
const ActiveLine = containedPart(() => import('./views/active-line.tsx'), 'ActiveLine');

type Panel = 'filter' | 'sort' | 'views';

/** Search, filters, sort order and saved views above the list. Each panel is loaded when opened. */
export function Tools(props: ToolsProps): ReactNode {
  useSignals();
  const { store, t } = props;
  const [panel, setPanel] = useState<Panel | null>(null);
  const id = useId();
  const active = store.setup.value.filters.length;
  const toggle = (one: Panel) => ({
    isOpen: panel === one,
    panelId: id,
    onClick: () => setPanel(panel === one ? null : one),
  });
  const hasLine = store.view.value !== null || store.viewFault.value !== null || (active > 0 && panel !== 'filter');
  return (
    <>
      <div className="list-tools">
        <search>
          <SearchBox
            label={t('inbox.search')}
            value={store.q.value}
            shortcut="/"
            onSearch={(q) => {
              void store.search(q);
              props.onChange();
            }}
          />
          <ToolButton
            icon={ListFilter}
            label={active > 0 ? t('inbox.filtered', { count: active }) : t('inbox.filter')}
            isOn={active > 0}
            {...toggle('filter')}
          />
        </search>
        <ToolButton icon={ArrowUpDown} label={t('inbox.arrange')} {...toggle('sort')} />
        <ToolButton icon={Bookmark} label={t('inbox.views')} isOn={store.view.value !== null} {...toggle('views')} />
        {props.onStart && (
          <button
            type="button"
            className="btn icon"
            aria-label={t('inbox.start')}
            title={t('inbox.start')}
            onClick={() => props.onStart?.(null)}
          >
            <Icon of={CirclePlus} />
          </button>
        )}
      </div>
      <section
        id={id}
        className="filters-panel"
        hidden={panel === null}
        aria-label={panel === 'views' ? t('inbox.views') : panel === 'sort' ? t('inbox.arrange') : t('inbox.filter')}
      >
        <Suspense fallback={<Spinner label={t('inbox.loading')} />}>
          {panel === 'filter' && <FilterPanel {...props} />}
          {panel === 'sort' && <SortPanel {...props} />}
          {panel === 'views' && <ViewsPanel {...props} onDone={() => setPanel(null)} />}
        </Suspense>
      </section>
      {hasLine && (
        <Suspense>
          <ActiveLine {...props} withFilters={panel !== 'filter'} />
        </Suspense>
      )}
    </>
  );
}

interface ToolButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly isOn?: boolean;
  readonly isOpen: boolean;
  readonly panelId: string;
  readonly onClick: () => void;
}

function ToolButton({ icon, label, isOn = false, isOpen, panelId, onClick }: ToolButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={isOn ? 'btn icon soft' : 'btn icon'}
      aria-expanded={isOpen}
      aria-controls={panelId}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon of={icon} />
    </button>
  );
}
