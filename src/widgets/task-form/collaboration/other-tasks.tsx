import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import type { ReplyOf } from '../../../shared/contracts/endpoint.ts';
import { activeTasks } from '../../../shared/contracts/tasks.contract.ts';
import { useWidget } from '../../../shared/element/index.ts';
import { formatDayAndTime, useMessages } from '../../../shared/locale/index.ts';
import { panelMessages } from './panels.messages.ts';

interface Props {
  readonly taskId: string;
  readonly version: number;
  /** Called where the page leaves opening to the element. */
  readonly onOpen: (taskId: string) => void;
}

/**
 * Other open tasks of the same case (TSK-11). For a task that the user cannot open, only name and assignee are shown.
 */
export function OtherTasks({ taskId, version, onOpen }: Props): ReactNode {
  const t = useMessages(panelMessages);
  const widget = useWidget();
  const [tasks, setTasks] = useState<ReplyOf<typeof activeTasks>>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed task may have created others
  useEffect(() => {
    const stop = new AbortController();
    call(activeTasks, { params: { id: taskId }, signal: stop.signal }).then(setTasks, () => {
      // The history next to it reports connection errors.
    });
    return () => stop.abort();
  }, [taskId, version]);
  if (tasks.length === 0) return null;
  return (
    <section className="section" aria-label={t('others')}>
      <h2 className="t3">{t('others')}</h2>
      <ul className="others">
        {tasks.map(({ id, name, assignee, due, mayOpen }) => (
          <li key={id}>
            {mayOpen ? (
              <button
                type="button"
                className="link cut"
                onClick={() => widget.ask('verva-task-opened', { taskId: id }) && onOpen(id)}
              >
                {name}
              </button>
            ) : (
              <span className="cut">{name}</span>
            )}
            <span className="xs muted">
              {assignee ? t('others.assignee', { name: assignee.name }) : t('others.unassigned')}
              {due && <span className="dot" />}
              {due && t('others.due', { date: formatDayAndTime(due) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
