import { type RefObject, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { DetailOf, VervaEvent } from '../shared/element/index.ts';

type Opening =
  | 'verva-company-opened'
  | 'verva-department-opened'
  | 'verva-dimension-opened'
  | 'verva-dropdown-opened'
  | 'verva-group-opened'
  | 'verva-user-opened';
type Searching =
  | 'verva-companies-changed'
  | 'verva-departments-changed'
  | 'verva-dimensions-changed'
  | 'verva-dropdowns-changed'
  | 'verva-groups-changed'
  | 'verva-tags-changed'
  | 'verva-users-changed';

interface SplitEvents<Opened extends Opening> {
  /** Asked before another one is opened; not for a list without details. */
  readonly opening?: { readonly event: Opened; readonly idOf: (detail: DetailOf<Opened>) => string | null };
  /** Emitted after a search or filter. */
  readonly changed: Searching;
}

interface SplitAddress {
  readonly id: string | undefined;
  /** What the list shows, as written in the address: `status=eq:active&q=…`, or empty. */
  readonly query: string;
}

function readAddress(search: string): SplitAddress {
  const query = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => !part.startsWith('id='))
    .join('&');
  return { id: new URLSearchParams(search).get('id') ?? undefined, query };
}

/** Keeps what an element with a list and a detail has open, and what its list shows, in the address: `?id=…&q=…`. */
export function useSplitAddress<Opened extends Opening>(
  element: RefObject<HTMLElement | null>,
  { opening, changed }: SplitEvents<Opened>,
): SplitAddress {
  const [path, navigate] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the events of a page never change
  useEffect(() => {
    const settings = element.current;
    if (!settings) return;
    // The address may have changed since the last rendering, by an event just before.
    const now = () => readAddress(window.location.search);
    const go = (query: string, id: string | undefined, options?: { readonly replace: true }) => {
      const parameters = [...(id === undefined ? [] : [`id=${encodeURIComponent(id)}`]), query].filter(Boolean);
      navigate(parameters.length > 0 ? `${path}?${parameters.join('&')}` : path, options);
    };
    const open = (event: VervaEvent<Opened>) => {
      // The address is the source of truth; the element receives it as an attribute.
      event.preventDefault();
      go(now().query, opening?.idOf(event.detail) ?? undefined);
    };
    // Back leaves the list and does not undo a search.
    const change = ({ detail }: VervaEvent<Searching>) => go(detail.query, now().id, { replace: true });
    const audit = (event: VervaEvent<'verva-audit-opened'>) => {
      event.preventDefault();
      navigate(`/settings/audit?${event.detail.query}`);
    };
    const users = (event: VervaEvent<'verva-users-listed'>) => {
      event.preventDefault();
      navigate(`/settings/users?${event.detail.query}`);
    };
    if (opening) settings.addEventListener(opening.event, open as EventListener);
    settings.addEventListener(changed, change as EventListener);
    settings.addEventListener('verva-audit-opened', audit as EventListener);
    settings.addEventListener('verva-users-listed', users as EventListener);
    return () => {
      if (opening) settings.removeEventListener(opening.event, open as EventListener);
      settings.removeEventListener(changed, change as EventListener);
      settings.removeEventListener('verva-audit-opened', audit as EventListener);
      settings.removeEventListener('verva-users-listed', users as EventListener);
    };
  }, [navigate, path]);
  return readAddress(search);
}
