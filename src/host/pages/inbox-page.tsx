import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { translate } from '../../shared/locale/index.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { hostMessages } from '../host.messages.ts';
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
    const completed = () => showSnack({ text: translate(hostMessages, 'host.completed'), icon: Check });
    inbox.addEventListener('verva-task-opened', opened);
    inbox.addEventListener('verva-task-completed', completed);
    return () => {
      inbox.removeEventListener('verva-task-opened', opened);
      inbox.removeEventListener('verva-task-completed', completed);
    };
  }, [navigate]);

  return <verva-inbox ref={element} task-id={taskId} className="fill" />;
}
