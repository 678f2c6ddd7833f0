import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, type Ref, Suspense, useEffect, useState } from 'react';
import type { DueGroup } from '../../shared/locale/days.due.ts';
import { timeZone } from '../../shared/locale/index.ts';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import type { InboxStore } from './inbox.store.ts';
import type { InboxText } from './inbox-text.ts';
import type { ToolsProps } from './tools-props.ts';
import { type ListHandle, VirtualList } from './virtual-list.tsx';

interface Props {
  readonly store: InboxStore;
  readonly t: InboxText;
  readonly open: string | null;
  readonly onOpen: (taskId: string) => void;
  readonly onStart?: ToolsProps['onStart'];
  readonly handle: Ref<ListHandle>;
}

const Favourites = containedPart(() => import('./favourites.tsx'), 'Favourites');

const MINUTE_MS = 60_000;

/** The rows, or the reason why there are none. */
export function TaskList({ store, t, open, onOpen, onStart = null, handle }: Props): ReactNode {
  useSignals();
  const state = store.list.value;
  const minute = useClock(store);

  switch (state.status) {
    case 'loading':
      return (
        <div className="list" aria-busy="true">
          <Skeleton rows={8} label={t('inbox.loading')} />
        </div>
      );
    case 'failed': {
      const isBroad = state.code === 'filter.too_broad';
      return (
        <div className="list">
          <EmptyState mark="failed" title={isBroad ? t('inbox.tooBroad') : t('inbox.failed')}>
            <button type="button" className="btn" onClick={() => void (isBroad ? clear(store) : store.load())}>
              {isBroad ? t('inbox.filter.clear') : t('inbox.retry')}
            </button>
          </EmptyState>
        </div>
      );
    }
    case 'ready':
  }
  if (state.isWhole && state.pages.every(({ count }) => count === 0)) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      <section className="list" aria-label={t('inbox.list')} tabIndex={0}>
        <Nothing store={store} t={t} onStart={onStart} />
      </section>
    );
  }
  return (
    <VirtualList
      store={store}
      t={t}
      pages={state.pages}
      isWhole={state.isWhole}
      open={open}
      onOpen={onOpen}
      headingOf={(group) => headingOf(store, t, group)}
      handle={handle}
      minute={minute}
    >
      {!state.isWhole && <More store={store} t={t} />}
    </VirtualList>
  );
}

/** Counts minutes, because relative due times depend on the clock and the organisation's time zone. */
function useClock(store: InboxStore): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => {
    const tick = () => {
      store.regroup();
      setTicks((before) => before + 1);
    };
    const timer = setInterval(tick, MINUTE_MS);
    const off = timeZone.subscribe(tick);
    return () => {
      clearInterval(timer);
      off();
    };
  }, [store]);
  return ticks;
}

function headingOf(store: InboxStore, t: InboxText, group: string): string {
  switch (store.setup.peek().group) {
    case 'due':
      return t(`inbox.group.${group as DueGroup}`);
    case 'priority':
      return t(`inbox.priority.${group as 'high' | 'normal' | 'low'}`);
    case 'process': {
      const named = store.processes.value.find(({ key }) => key === group)?.title;
      const known = store.loaded().find(({ process }) => process?.key === group)?.process?.name;
      return named ?? known ?? (group || t('inbox.group.noProcess'));
    }
    case 'onBehalfOf': {
      const person = store.loaded().find(({ viaUser }) => viaUser?.key === group)?.viaUser;
      return group === '' ? t('inbox.group.own') : t('inbox.behalf', { name: person?.name ?? '' });
    }
    case 'none':
      return '';
  }
}

function clear(store: InboxStore): Promise<void> {
  if (store.q.peek() === '') return store.arrange({ filters: [] });
  store.setup.value = { ...store.setup.peek(), filters: [] };
  return store.search('');
}

interface NothingProps {
  readonly store: InboxStore;
  readonly t: InboxText;
  readonly onStart: ToolsProps['onStart'];
}

function Nothing({ store, t, onStart }: NothingProps): ReactNode {
  useSignals();
  const query = store.q.value.trim();
  if (store.setup.value.filters.length === 0 && query === '') {
    return (
      <EmptyState title={t('inbox.empty')} text={t('inbox.emptyMore')}>
        {onStart && (
          <>
            <button type="button" className="btn" onClick={() => onStart(null)}>
              {t('inbox.start')}
            </button>
            <Suspense>
              <Favourites label={t('inbox.favourites')} onStart={onStart} />
            </Suspense>
          </>
        )}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={query ? t('inbox.noResults', { query }) : t('inbox.noMatch')}>
      <button type="button" className="btn" onClick={() => void clear(store)}>
        {t('inbox.filter.clear')}
      </button>
    </EmptyState>
  );
}

function More({ store, t }: { readonly store: InboxStore; readonly t: InboxText }): ReactNode {
  useSignals();
  return (
    <div className="list-foot">
      {store.more.value === 'failed' ? (
        <button type="button" className="btn ghost small" onClick={() => void store.loadMore()}>
          {t('inbox.retry')}
        </button>
      ) : (
        <Spinner label={t('inbox.loading')} />
      )}
    </div>
  );
}
