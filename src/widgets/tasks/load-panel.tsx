import { useSignals } from '@preact/signals-react/runtime';
import { UserRoundX, Users, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { TaskLoad } from '../../shared/contracts/all-tasks.contract.ts';
import type { Filter } from '../../shared/contracts/filters.rules.ts';
import { dayOf } from '../../shared/locale/days.ts';
import { formatDay } from '../../shared/locale/index.ts';
import { timeZone } from '../../shared/locale/language.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { rememberPerson } from '../../shared/ui/filters/person-names.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

type Counts = TaskLoad['unassigned'];

interface Props {
  readonly store: TasksStore;
  readonly t: TasksText;
  readonly onClose: () => void;
}

/** Workload: number and age of open tasks per assignee; a click shows those tasks. */
export function LoadPanel({ store, t, onClose }: Props): ReactNode {
  useSignals();
  useEffect(() => void store.loadLoad(), [store]);
  const load = store.taskLoad.value;
  return (
    <aside className="load-panel" aria-label={t('load.title')}>
      <header>
        <h2 className="t3 grow">{t('load.title')}</h2>
        <IconButton icon={X} small label={t('close')} onClick={onClose} />
      </header>
      {load === null && <Skeleton rows={6} label={t('loading')} />}
      {load === 'failed' && (
        <EmptyState mark="failed" title={t('failed')}>
          <Button onClick={() => void store.loadLoad()}>{t('retry')}</Button>
        </EmptyState>
      )}
      {load !== null && load !== 'failed' && <Loads load={load} store={store} t={t} />}
    </aside>
  );
}

function Loads({ load, store, t }: { readonly load: TaskLoad; readonly store: TasksStore; readonly t: TasksText }) {
  const open: Filter = { column: 'status', operation: 'eq', value: 'open' };
  const show = (filter: Filter) => void store.ask({ filters: [open, filter], sort: 'due:asc', q: '' });
  const most = Math.max(1, ...[...load.people, ...load.groups, load.unassigned].map((one) => one.open));
  const common = { t, most, countedTo: load.countedTo };
  if (load.people.length + load.groups.length === 0 && load.unassigned.open === 0) {
    return <p className="s muted">{t('load.none')}</p>;
  }
  return (
    <div className="stack">
      <h3 className="label">{t('load.people')}</h3>
      <ul>
        {load.unassigned.open > 0 && (
          <LoadRow
            {...common}
            name={t('unassigned')}
            picture={<Icon of={UserRoundX} />}
            counts={load.unassigned}
            onShow={() => show({ column: 'assignee', operation: 'eq', value: '' })}
          />
        )}
        {load.people.map(({ user, finished, ...counts }) => (
          <LoadRow
            key={user.key}
            {...common}
            name={user.name}
            picture={<Avatar name={user.name} picture={user.avatar} />}
            counts={counts}
            finished={finished}
            onShow={() => {
              rememberPerson(user);
              show({ column: 'assignee', operation: 'eq', value: user.id });
            }}
          />
        ))}
      </ul>
      {load.hasMore && <p className="xs muted">{t('load.more')}</p>}
      {load.groups.length > 0 && (
        <>
          <h3 className="label">{t('load.groups')}</h3>
          <ul>
            {load.groups.map(({ id, name, ...counts }) => (
              <LoadRow
                key={id}
                {...common}
                name={name}
                picture={<Icon of={Users} />}
                counts={counts}
                onShow={() => show({ column: 'group', operation: 'eq', value: id })}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface LoadRowProps {
  readonly name: string;
  readonly picture: ReactNode;
  readonly counts: Counts;
  readonly finished?: number;
  readonly most: number;
  readonly countedTo: number;
  readonly t: TasksText;
  readonly onShow: () => void;
}

function LoadRow({ name, picture, counts, finished, most, countedTo, t, onShow }: LoadRowProps): ReactNode {
  const { open, overdue, dueToday, oldest } = counts;
  const facts = [
    `${t('load.open', { count: open })}${open >= countedTo ? '+' : ''}`,
    ...(dueToday > 0 ? [t('load.today', { count: dueToday })] : []),
    ...(oldest ? [t('load.oldest', { date: formatDay(dayOf(oldest, timeZone.value)) })] : []),
    ...(finished ? [t('load.finished', { count: finished })] : []),
  ];
  return (
    <li>
      <button type="button" className="load-row" title={t('load.show', { name })} onClick={onShow}>
        {picture}
        <span className="stack grow">
          <span className="row row-6">
            <span className="cut grow strong">{name}</span>
            {overdue > 0 && <span className="tone-red nowrap">{t('load.overdue', { count: overdue })}</span>}
          </span>
          <span className="load-bar" aria-hidden="true">
            <span className="late" style={{ width: `${(100 * overdue) / most}%` }} />
            <span style={{ width: `${(100 * (open - overdue)) / most}%` }} />
          </span>
          <span className="xs muted">{facts.join(' · ')}</span>
        </span>
      </button>
    </li>
  );
}
