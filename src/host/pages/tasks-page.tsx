import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import '../../widgets/tasks/index.ts';
import '../../widgets/task-form/index.ts';

/** All tasks; what is asked and the open task stand in the address, so that a link can be shared and Back works (RTE-04). */
export function TasksPage(): ReactNode {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const parameters = new URLSearchParams(search);
  const taskId = parameters.get('taskId') ?? undefined;
  // As it stands in the address: conditions are read without decoding them twice.
  const query = search
    .split('&')
    .filter((part) => !part.startsWith('taskId='))
    .join('&');
  const element = useRef<HTMLElement>(null);

  useEffect(() => {
    const list = element.current;
    if (!list) return;
    const go = (asked: string, id: string | null, replace = false) => {
      const said = [asked, ...(id === null ? [] : [`taskId=${encodeURIComponent(id)}`])].filter(Boolean).join('&');
      navigate(said ? `${path}?${said}` : path, { replace });
    };
    const opened = (event: VervaEvent<'verva-task-opened'>) => {
      // The address decides what is open; it comes back as the attribute.
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
