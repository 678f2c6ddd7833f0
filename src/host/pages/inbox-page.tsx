import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import { inTime } from '../../shared/ui/in-time.ts';
import { inboxAddress, readAddress } from './inbox-address.ts';
import '../../widgets/inbox/index.ts';

/** Long enough for the list to be there first, and over before somebody has chosen from it. */
const LIST_FIRST_MS = 1000;

/** The inbox; the open task, the saved view and what is filtered stand in the address, so that a link can be shared and Back works (RTE-02). */
export function InboxPage(): ReactNode {
  const [, navigate] = useLocation();
  const { taskId, list } = readAddress(useSearch());
  const element = useRef<HTMLElement>(null);
  // As the address was when the page was last drawn: what happens next goes on from there.
  const now = useRef({ taskId, list });
  now.current = { taskId, list };

  // The list shows without the code of a task, which is larger than its own.
  const isOpen = taskId !== undefined;
  const [, fail] = useState();
  useEffect(() => {
    const load = () => inTime(import('../../widgets/task-form/index.ts'));
    const failed = (error: unknown) =>
      fail(() => {
        throw error;
      });
    if (isOpen) return void load().catch(failed);
    // Nobody has asked for it yet: where it does not come, the list stays, and it is asked for again with a task.
    const later = setTimeout(() => load().catch(() => undefined), LIST_FIRST_MS);
    return () => clearTimeout(later);
  }, [isOpen]);

  useEffect(() => {
    const inbox = element.current;
    if (!inbox) return;
    const opened = (event: VervaEvent<'verva-task-opened'>) => {
      // The address decides what is open; it comes back as the attribute.
      event.preventDefault();
      const { taskId: id, manualId } = event.detail;
      // What is to be read is opened where manuals are read.
      if (manualId) return navigate(`/manuals?manualId=${manualId}&readingId=${id}`);
      navigate(inboxAddress(now.current.list, id));
    };
    const viewed = ({ detail }: VervaEvent<'verva-view-changed'>) => {
      navigate(inboxAddress(detail, now.current.taskId));
    };
    inbox.addEventListener('verva-task-opened', opened);
    inbox.addEventListener('verva-view-changed', viewed);
    return () => {
      inbox.removeEventListener('verva-task-opened', opened);
      inbox.removeEventListener('verva-view-changed', viewed);
    };
  }, [navigate]);

  return <verva-inbox ref={element} task-id={taskId} {...list} className="fill" />;
}
