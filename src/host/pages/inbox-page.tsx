import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import '../../widgets/inbox/index.ts';
import '../../widgets/task-form/index.ts';

/** The inbox; the open task stands in the address, so that a link can be shared and Back works (RTE-02). */
export function InboxPage(): ReactNode {
  const [, navigate] = useLocation();
  const taskId = new URLSearchParams(useSearch()).get('taskId') ?? undefined;
  const element = useRef<HTMLElement>(null);

  useEffect(() => {
    const inbox = element.current;
    if (!inbox) return;
    const opened = (event: Event) => {
      // The address decides what is open; it comes back as the attribute.
      event.preventDefault();
      const { taskId: id } = (event as CustomEvent<{ taskId: string | null }>).detail;
      navigate(id === null ? '/inbox' : `/inbox?taskId=${encodeURIComponent(id)}`);
    };
    inbox.addEventListener('verva-task-opened', opened);
    return () => inbox.removeEventListener('verva-task-opened', opened);
  }, [navigate]);

  return <verva-inbox ref={element} task-id={taskId} className="fill" />;
}
