import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import { inboxAddress, readAddress } from './inbox-address.ts';
import { useTaskForm } from './use-task-form.ts';
import '../../widgets/inbox/index.ts';

/** The inbox; the open task, saved view and filters are part of the address, so that links and Back work (RTE-02). */
export function InboxPage(): ReactNode {
  const [, navigate] = useLocation();
  const { taskId, list } = readAddress(useSearch());
  const element = useRef<HTMLElement>(null);
  // The address at the last render; updates start from it.
  const now = useRef({ taskId, list });
  now.current = { taskId, list };

  useTaskForm(taskId !== undefined);

  useEffect(() => {
    const inbox = element.current;
    if (!inbox) return;
    const opened = (event: VervaEvent<'verva-task-opened'>) => {
      // The address is the source of truth; the element receives it as an attribute.
      event.preventDefault();
      const { taskId: id, manualId } = event.detail;
      // Reading tasks open in the manual reader.
      if (manualId) return navigate(`/manuals?manualId=${manualId}&readingId=${id}`);
      navigate(inboxAddress(now.current.list, id));
    };
    const viewed = ({ detail }: VervaEvent<'verva-view-changed'>) => {
      navigate(inboxAddress(detail, now.current.taskId));
    };
    inbox.addEventListener('verva-task-opened', opened);
    const started = (event: VervaEvent<'verva-start-chosen'>) => {
      event.preventDefault();
      const { item } = event.detail;
      navigate(item === null ? '/start' : `/start/${encodeURIComponent(item)}`);
    };
    inbox.addEventListener('verva-view-changed', viewed);
    inbox.addEventListener('verva-start-chosen', started);
    return () => {
      inbox.removeEventListener('verva-task-opened', opened);
      inbox.removeEventListener('verva-view-changed', viewed);
      inbox.removeEventListener('verva-start-chosen', started);
    };
  }, [navigate]);

  return <verva-inbox ref={element} task-id={taskId} starts {...list} className="fill" />;
}
