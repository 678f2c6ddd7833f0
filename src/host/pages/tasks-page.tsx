import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import { useTaskForm } from './use-task-form.ts';
import '../../widgets/tasks/index.ts';

/** The list's part of the address as written, because the filters decode their values themselves, and the open task. */
function readAddress(search: string): { query: string; taskId: string | undefined } {
  const query = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => !part.startsWith('taskId='))
    .join('&');
  return { query, taskId: new URLSearchParams(search).get('taskId') ?? undefined };
}

/** All tasks; the filters, the view, the panel and the open task are part of the address, so that links and Back work (RTE-04). */
export function TasksPage(): ReactNode {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { query, taskId } = readAddress(search);
  const element = useRef<HTMLElement>(null);
  useTaskForm(taskId !== undefined);

  useEffect(() => {
    const list = element.current;
    if (!list) return;
    // The address may have changed since the last rendering, by an event just before.
    const now = () => readAddress(window.location.search);
    const go = (query: string, id: string | undefined) => {
      const parameters = [query, ...(id === undefined ? [] : [`taskId=${encodeURIComponent(id)}`])]
        .filter(Boolean)
        .join('&');
      navigate(parameters ? `${path}?${parameters}` : path);
    };
    const opened = (event: VervaEvent<'verva-task-opened'>) => {
      // The address is the source of truth; the element receives it as an attribute.
      event.preventDefault();
      go(now().query, event.detail.taskId ?? undefined);
    };
    const changed = ({ detail }: VervaEvent<'verva-tasks-changed'>) => go(detail.query, now().taskId);
    list.addEventListener('verva-task-opened', opened);
    list.addEventListener('verva-tasks-changed', changed);
    return () => {
      list.removeEventListener('verva-task-opened', opened);
      list.removeEventListener('verva-tasks-changed', changed);
    };
  }, [path, navigate]);

  return <verva-tasks ref={element} task-id={taskId} query={query} className="fill" />;
}
