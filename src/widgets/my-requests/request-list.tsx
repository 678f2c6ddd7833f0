import { useSignals } from '@preact/signals-react/runtime';
import { ListFilter } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import type { Request } from '../../shared/contracts/requests.contract.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Count } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatusShape } from '../../shared/ui/status-shape.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { metaOf, nearDay, shapeOf } from './headline.ts';
import { type RequestsStore, STATES } from './requests.store.ts';
import type { RequestsText } from './requests-text.ts';

const FilterPanel = containedPart(() => import('./filter-panel.tsx'), 'FilterPanel');

interface Props {
  readonly store: RequestsStore;
  readonly openId: string | null;
  readonly onOpen: (id: string) => void;
  readonly t: RequestsText;
}

/** The user's requests by state, newest first. */
export function RequestList({ store, openId, onOpen, t }: Props): ReactNode {
  useSignals();
  const { value: list } = store.list;
  const { state, relation, q, filters } = store.filter.value;
  const [isFiltering, setFiltering] = useState(false);
  const panelId = useId();
  const isNarrowed = q !== '' || filters.length > 0;
  const filterLabel = filters.length > 0 ? t('filtered', { count: filters.length }) : t('filter');
  return (
    <section className="list-pane" part="list" aria-label={t('title')}>
      <div className="list-tools">
        <search className="grow">
          <SearchBox label={t('search')} value={q} onSearch={(text) => store.narrow({ q: text.trim() })} />
        </search>
        <button
          type="button"
          className={filters.length > 0 ? 'btn icon soft' : 'btn icon'}
          aria-expanded={isFiltering}
          aria-controls={panelId}
          aria-label={filterLabel}
          title={filterLabel}
          onClick={() => setFiltering(!isFiltering)}
        >
          <Icon of={ListFilter} />
        </button>
        {store.hasTeam.value && (
          <button
            type="button"
            className="chip"
            aria-pressed={relation === 'team'}
            onClick={() => store.narrow({ relation: relation === 'team' ? 'own' : 'team' })}
          >
            {t('team')}
          </button>
        )}
      </div>
      <section id={panelId} className="filters-panel" hidden={!isFiltering} aria-label={t('filter')}>
        <Suspense fallback={<Skeleton rows={1} label={t('loading')} />}>
          {isFiltering && <FilterPanel store={store} t={t} />}
        </Suspense>
      </section>
      <div className="list-tabs">
        <Tabs
          label={t('states')}
          idPrefix="requests"
          current={state}
          onChange={(next) => store.narrow({ state: next })}
          tabs={STATES.map((id) => ({ id, label: t(`state.${id}`) }))}
        />
      </div>
      <p className="sr" role="status">
        {list.status === 'ready' && isNarrowed ? t('found', { count: list.total }) : ''}
      </p>
      <div className="list" role="tabpanel" id={`requests-panel-${state}`} aria-labelledby={`requests-tab-${state}`}>
        {list.status === 'loading' && <Skeleton rows={6} label={t('loading')} />}
        {list.status === 'failed' && <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />}
        {list.status === 'ready' && list.items.length === 0 && (
          <EmptyState
            title={isNarrowed ? t('nothingFound') : t(`empty.${state}`)}
            text={isNarrowed || state !== 'open' ? undefined : t('empty.more')}
          >
            {isNarrowed && <Button onClick={() => store.narrow({ q: '', filters: [] })}>{t('filter.clear')}</Button>}
          </EmptyState>
        )}
        {list.status === 'ready' && list.items.length > 0 && (
          <>
            <h2>
              {t(`state.${state}`)} <Count value={list.total} quiet />
            </h2>
            <ul>
              {list.items.map((request) => (
                <li key={request.id}>
                  <Row request={request} isOpen={request.id === openId} onOpen={onOpen} t={t} />
                </li>
              ))}
            </ul>
            {list.next !== null && (
              <div className="list-foot">
                <Button kind="ghost" onClick={() => store.more().catch(showProblem)}>
                  {t('more')}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </section>
  );
}

interface RowProps {
  readonly request: Request;
  readonly isOpen: boolean;
  readonly onOpen: (id: string) => void;
  readonly t: RequestsText;
}

function Row({ request, isOpen, onOpen, t }: RowProps): ReactNode {
  const language = useLanguage();
  const { id, title, state, started, ended } = request;
  const meta = metaOf(request, t, language);
  return (
    <button
      type="button"
      className={`item ${state === 'needsYou' ? 'unread' : ''}`}
      data-request={id}
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onOpen(id)}
    >
      <StatusShape status={shapeOf(request)} />
      <span className="name cut" title={title}>
        {title}
      </span>
      <span className="due">{nearDay(ended ?? started)}</span>
      <span className="meta cut" title={meta}>
        {meta}
      </span>
    </button>
  );
}
