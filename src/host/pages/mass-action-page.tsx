import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import '../../widgets/mass-action/index.ts';

/** Mass action (RTE-03); the shown run is part of the address, so that it survives a reload and can be shared. */
export function MassActionPage(): ReactNode {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const element = useRef<HTMLElement>(null);

  useEffect(() => {
    const page = element.current;
    if (!page) return;
    const opened = (event: VervaEvent<'verva-mass-action-opened'>) => {
      // The address is the source of truth; the element receives it as attributes.
      event.preventDefault();
      const { runId, view } = event.detail;
      const asked = new URLSearchParams();
      if (view === 'runs') asked.set('view', 'runs');
      if (runId !== null) asked.set('run', runId);
      const text = asked.toString();
      navigate(text ? `${path}?${text}` : path);
    };
    const task = (event: VervaEvent<'verva-task-opened'>) => {
      event.preventDefault();
      const { taskId } = event.detail;
      navigate(taskId === null ? '/inbox' : `/inbox?taskId=${encodeURIComponent(taskId)}`);
    };
    page.addEventListener('verva-mass-action-opened', opened);
    page.addEventListener('verva-task-opened', task);
    return () => {
      page.removeEventListener('verva-mass-action-opened', opened);
      page.removeEventListener('verva-task-opened', task);
    };
  }, [path, navigate]);

  return (
    <verva-mass-action
      ref={element}
      run-id={query.get('run') ?? undefined}
      view={query.get('view') === 'runs' ? 'runs' : undefined}
      className="fill"
    />
  );
}
