import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import '../../widgets/my-requests/index.ts';

/** My requests; the open request is part of the address, so that links and Back work (CAT-02). */
export function RequestsPage(): ReactNode {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const element = useRef<HTMLElement>(null);
  const id = /^\/requests\/([^/]+)$/.exec(path)?.[1];
  const state = new URLSearchParams(search).get('state') ?? undefined;

  useEffect(() => {
    const requests = element.current;
    if (!requests) return;
    const opened = (event: VervaEvent<'verva-request-opened'>) => {
      // The address is the source of truth; the element receives it as an attribute.
      event.preventDefault();
      const { instanceId } = event.detail;
      navigate(`/requests${instanceId === null ? '' : `/${instanceId}`}${window.location.search}`);
    };
    const task = (event: VervaEvent<'verva-task-opened'>) => {
      event.preventDefault();
      const { taskId } = event.detail;
      if (taskId) navigate(`/inbox?taskId=${taskId}`);
    };
    requests.addEventListener('verva-request-opened', opened);
    requests.addEventListener('verva-task-opened', task);
    return () => {
      requests.removeEventListener('verva-request-opened', opened);
      requests.removeEventListener('verva-task-opened', task);
    };
  }, [navigate]);

  return (
    <verva-my-requests
      ref={element}
      request-id={id}
      state={state === 'needsYou' || state === 'finished' ? state : undefined}
      className="fill"
    />
  );
}
