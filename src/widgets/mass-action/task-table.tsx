import { useSignals } from '@preact/signals-react/runtime';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { formatDayAndTime, formatNearDay, formatNumber } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import type { Choosing, TaskList } from './choosing.store.ts';
import type { MassText } from './mass-action-text.ts';

interface Props {
  readonly choosing: Choosing;
  readonly t: MassText;
}

/** Tasks of a kind with checkboxes. Shift selects the range since the last click. */
export function TaskTable({ choosing, t }: Props): ReactNode {
  useSignals();
  const last = useRef<string | null>(null);
  const list = choosing.list.value;
  if (list.status === 'loading') return <Skeleton rows={6} label={t('loading')} />;
  if (list.status === 'failed') {
    return (
      <EmptyState mark="failed" title={t('failed')} text={problemText(list.error)}>
        <Button onClick={() => void choosing.load()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  if (list.tasks.length === 0) return <EmptyState title={t('none')} text={t('noneMore')} />;
  const tick = (task: Task, on: boolean, range: boolean) => {
    if (range && last.current !== null) choosing.tickTo(last.current, task.id, on);
    else choosing.tick([task.id], on);
    last.current = task.id;
  };
  return (
    <>
      <Choice choosing={choosing} list={list} t={t} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="mass-scroll" aria-label={t('tasks')} tabIndex={0}>
        <table className="tbl mass-table">
          <thead>
            <tr>
              <th scope="col" className="pick">
                <PickAll choosing={choosing} list={list} t={t} />
              </th>
              <th scope="col" className="key">
                {t('column.businessKey')}
              </th>
              <th scope="col">{t('column.name')}</th>
              <th scope="col" className="who">
                {t('column.assignee')}
              </th>
              <Sortable field="due" choosing={choosing} t={t} />
              <Sortable field="created" choosing={choosing} t={t} />
            </tr>
          </thead>
          <tbody>
            {list.tasks.map((task) => {
              const on = choosing.isChosen(task.id);
              return (
                <tr key={task.id} aria-selected={on}>
                  <td className="pick">
                    <input
                      type="checkbox"
                      className="check"
                      aria-label={t('pick', { task: [task.businessKey, task.name].filter(Boolean).join(' ') })}
                      checked={on}
                      onChange={(event) =>
                        tick(task, event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)
                      }
                    />
                  </td>
                  <td className="key second">{task.businessKey}</td>
                  <td className="name" title={task.name}>
                    {task.name}
                  </td>
                  <td className="who">
                    {task.via === 'delegation' && task.viaUser
                      ? t('behalf', { name: task.viaUser.name })
                      : (task.assignee?.name ?? <span className="muted">{t('unassigned')}</span>)}
                  </td>
                  <td className="when">{task.due ? formatDue(task) : <span className="muted">{t('noDue')}</span>}</td>
                  <td className="when" title={formatDayAndTime(task.created)}>
                    {formatDayAndTime(task.created)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {list.next !== null && (
        <div className="list-foot">
          <Button small busy={list.more === 'loading'} onClick={() => void choosing.loadMore()}>
            {list.more === 'failed' ? t('retry') : t('more')}
          </Button>
          {list.more === 'failed' && (
            <span className="s second" role="alert">
              {t('moreFailed')}
            </span>
          )}
        </div>
      )}
    </>
  );
}

function formatDue({ due, dueDate }: Task): string {
  return dueDate ? formatNearDay(dueDate) : formatDayAndTime(due as string);
}

type Ready = Extract<TaskList, { status: 'ready' }>;

function PickAll({ choosing, list, t }: Props & { readonly list: Ready }): ReactNode {
  useSignals();
  const ids = list.tasks.map(({ id }) => id);
  const ticked = ids.filter((id) => choosing.isChosen(id)).length;
  const box = useRef<HTMLInputElement>(null);
  const some = ticked > 0 && ticked < ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = some;
  }, [some]);
  return (
    <input
      ref={box}
      type="checkbox"
      className="check"
      aria-label={t('pickAll', { count: ids.length })}
      checked={ticked === ids.length}
      onChange={(event) => (event.target.checked ? choosing.tick(ids, true) : choosing.tickNone())}
    />
  );
}

/** Number of selected tasks, with an offer to select all matches when not all are shown. */
function Choice({ choosing, list, t }: Props & { readonly list: Ready }): ReactNode {
  useSignals();
  const chosen = choosing.chosen.value;
  const total = formatNumber(list.total);
  const shown = list.tasks.length;
  if (chosen.all) {
    return (
      <div className="mass-choice" role="status">
        <span>{list.isAtLeast ? t('allMatchMore', { count: total }) : t('allMatch', { count: list.total })}</span>
        <Button kind="ghost" small onClick={choosing.tickNone}>
          {t('takeNone')}
        </Button>
      </div>
    );
  }
  const isEverythingShown = list.tasks.every(({ id }) => chosen.ids.has(id));
  if (!isEverythingShown || list.next === null) return null;
  return (
    <div className="mass-choice" role="status">
      <span>{t('allShown', { count: shown })}</span>
      <Button kind="ghost" small onClick={choosing.tickAll}>
        {t(list.isAtLeast ? 'takeAllMore' : 'takeAll', { count: total })}
      </Button>
    </div>
  );
}

function Sortable({ field, choosing, t }: Props & { readonly field: 'due' | 'created' }): ReactNode {
  useSignals();
  const [now, direction] = choosing.sort.value.split(':');
  const mine = now === field;
  const down = direction === 'desc';
  return (
    <th scope="col" className="when" aria-sort={mine ? (down ? 'descending' : 'ascending') : undefined}>
      <button type="button" onClick={() => void choosing.ask({ sort: `${field}:${mine && !down ? 'desc' : 'asc'}` })}>
        <span className="cut">{t(`column.${field}`)}</span>
        {mine && <Icon of={down ? ArrowDown : ArrowUp} />}
      </button>
    </th>
  );
}
