import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import { initialOf } from './start-address.ts';
import '../../widgets/catalogue/index.ts';
import '../../widgets/start-form/index.ts';

const BASE = '/start';

/** What the user may start, and at `/start/{itemId}` the form of one item. */
export function StartPage(): ReactNode {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const item = path.startsWith(`${BASE}/`) ? decodeURIComponent(path.slice(BASE.length + 1)) : undefined;
  const [element, setElement] = useState<HTMLElement | null>(null);

  useEffect(() => {
    if (!element) return;
    const chosen = (event: VervaEvent<'verva-start-chosen'>) => {
      // The address is the source of truth; the element receives it as an attribute.
      event.preventDefault();
      const { item: id } = event.detail;
      navigate(id === null ? BASE : `${BASE}/${encodeURIComponent(id)}`);
    };
    const opened = (event: VervaEvent<'verva-request-opened'>) => {
      event.preventDefault();
      navigate(`/requests/${event.detail.instanceId}`);
    };
    const linked = (event: VervaEvent<'verva-open-application'>) => {
      event.preventDefault();
      navigate(event.detail.path);
    };
    element.addEventListener('verva-open-application', linked);
    element.addEventListener('verva-start-chosen', chosen);
    element.addEventListener('verva-request-opened', opened);
    return () => {
      element.removeEventListener('verva-open-application', linked);
      element.removeEventListener('verva-start-chosen', chosen);
      element.removeEventListener('verva-request-opened', opened);
    };
  }, [element, navigate]);

  return item === undefined ? (
    <verva-catalogue ref={setElement} className="fill" />
  ) : (
    <verva-start-form ref={setElement} item={item} initial={initialOf(search)} requests className="fill" />
  );
}
