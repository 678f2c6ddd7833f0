import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { timeZone } from '../../shared/locale/index.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import { type DueGroup, dueGroup } from './due.rules.ts';
import { type InboxStore, NO_FILTERS } from './inbox.store.ts';
import type { InboxText } from './inbox-text.ts';
import { TaskRow } from './task-row.tsx';

interface Props {
  readonly store: InboxStore;
  readonly t: InboxText;
  readonly open: string | null;
  readonly onOpen: (taskId: string) => void;
}

const GROUPS: readonly DueGroup[] = ['overdue', 'today', 'week', 'later', 'none'];

/** The rows, in groups by due time when they are ordered by it. */
export function TaskList({ store, t, open, onOpen }: Props): ReactNode {
  useSignals();
  const zone = timeZone.value;
  const state = store.list.value;
  const filters = store.filters.value;

  switch (state.status) {
    case 'loading':
      return (
        <div className="list" aria-busy="true">
          <Skeleton rows={8} label={t('inbox.loading')} />
        </div>
      );
    case 'failed':
      return (
        <div className="list">
          <EmptyState mark="failed" title={t('inbox.failed')}>
            <button type="button" className="btn" onClick={() => void store.load()}>
              {t('inbox.retry')}
            </button>
          </EmptyState>
        </div>
      );
    case 'ready':
  }

  const now = new Date();
  const row = (task: Task) => (
    <TaskRow key={task.id} task={task} now={now} zone={zone} t={t} current={task.id === open} onOpen={onOpen} />
  );
  const filtered = store.activeFilters.value > 0 || filters.q.trim() !== '';
  return (
    <section
      className="list"
      aria-label={t('inbox.list')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      {state.tasks.length === 0 && <Nothing store={store} t={t} filtered={filtered} query={filters.q.trim()} />}
      {filters.sort === 'due:asc' ? (
        GROUPS.map((group) => {
          const tasks = state.tasks.filter((task) => dueGroup(task, now, zone) === group);
          if (tasks.length === 0) return null;
          return (
            <section key={group} aria-label={t(`inbox.group.${group}`)}>
              <h2>
                {t(`inbox.group.${group}`)}
                <span className="quiet-count">
                  {tasks.length}
                  {state.next !== null && group === dueGroup(state.tasks.at(-1) as Task, now, zone) ? '+' : ''}
                </span>
              </h2>
              <ul>{tasks.map(row)}</ul>
            </section>
          );
        })
      ) : (
        <ul>{state.tasks.map(row)}</ul>
      )}
      {state.next !== null && <More store={store} t={t} state={state.more} />}
    </section>
  );
}

function Nothing({
  store,
  t,
  filtered,
  query,
}: {
  readonly store: InboxStore;
  readonly t: InboxText;
  readonly filtered: boolean;
  readonly query: string;
}): ReactNode {
  if (!filtered) return <EmptyState title={t('inbox.empty')} text={t('inbox.emptyMore')} />;
  return (
    <EmptyState title={query ? t('inbox.noResults', { query }) : t('inbox.noMatch')}>
      <button type="button" className="btn" onClick={() => void store.setFilters(NO_FILTERS)}>
        {t('inbox.filter.clear')}
      </button>
    </EmptyState>
  );
}

function More({
  store,
  t,
  state,
}: {
  readonly store: InboxStore;
  readonly t: InboxText;
  readonly state: 'idle' | 'loading' | 'failed';
}): ReactNode {
  const foot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!foot.current || state !== 'idle') return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) void store.loadMore();
    });
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [store, state]);
  return (
    <div className="list-foot" ref={foot}>
      {state === 'loading' ? (
        <Spinner label={t('inbox.loading')} />
      ) : (
        <button type="button" className="btn ghost small" onClick={() => void store.loadMore()}>
          {state === 'failed' ? t('inbox.retry') : t('inbox.more')}
        </button>
      )}
    </div>
  );
}
