import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import '../../widgets/tasks/index.ts';
import '../../widgets/task-form/index.ts';

/** All tasks; the filters and the open task are part of the address, so that links and Back work (RTE-04). */
export function TasksPage(): ReactNode {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const parameters = new URLSearchParams(search);
  const taskId = parameters.get('taskId') ?? undefined;
  // Raw, because the filters decode their values themselves.
  const query = search
    .split('&')
    .filter((part) => !part.startsWith('taskId='))
    .join('&');
  const element = useRef<HTMLElement>(null);

  useEffect(() => {
    const list = element.current;
    if (!list) return;
    const go = (asked: string, id: string | null, replace = false) => {
      const parameters = [asked, ...(id === null ? [] : [`taskId=${encodeURIComponent(id)}`])]
        .filter(Boolean)
        .join('&');
      navigate(parameters ? `${path}?${parameters}` : path, { replace });
    };
    const opened = (event: VervaEvent<'verva-task-opened'>) => {
      // The address is the source of truth; the element receives it as an attribute.
      event.preventDefault();
      go(query, event.detail.taskId);
    };
    const changed = ({ detail }: VervaEvent<'verva-tasks-changed'>) => go(detail.query, taskId ?? null);
    list.addEventListener('verva-task-opened', opened);
    list.addEventListener('verva-tasks-changed', changed);
    return () => {
      list.removeEventListener('verva-task-opened', opened);
      list.removeEventListener('verva-tasks-changed', changed);
    };
  }, [path, navigate, query, taskId]);

  return <verva-tasks ref={element} task-id={taskId} query={query} className="fill" />;
}
