import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import '../../widgets/delegation-editor/index.ts';

/** The user's delegations; for all signed-in users. The view is part of the address. */
export function DelegationsPage(): ReactNode {
  const [path, navigate] = useLocation();
  const view = new URLSearchParams(useSearch()).get('view');
  const element = useRef<HTMLElement>(null);

  useEffect(() => {
    const page = element.current;
    if (!page) return;
    const opened = (event: VervaEvent<'verva-delegations-opened'>) => {
      // The address is the source of truth; the element receives it as attribute.
      event.preventDefault();
      const { view: next } = event.detail;
      navigate(next === 'own' ? path : `${path}?view=${next}`);
    };
    const task = (event: VervaEvent<'verva-task-opened'>) => {
      event.preventDefault();
      navigate(`/inbox?taskId=${encodeURIComponent(event.detail.taskId ?? '')}`);
    };
    page.addEventListener('verva-delegations-opened', opened);
    page.addEventListener('verva-task-opened', task);
    return () => {
      page.removeEventListener('verva-delegations-opened', opened);
      page.removeEventListener('verva-task-opened', task);
    };
  }, [path, navigate]);

  return (
    <verva-delegation-editor
      ref={element}
      view={view === 'incoming' || view === 'calendar' ? view : undefined}
      className="fill"
    />
  );
}
