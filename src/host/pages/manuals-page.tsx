import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import '../../widgets/manual-reader/index.ts';

/** Manuals: to read, all, confirmed. The list and the open manual are part of the address (RTE-08). */
export function ManualsPage(): ReactNode {
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const element = useRef<HTMLElement>(null);

  useEffect(() => {
    const page = element.current;
    if (!page) return;
    const opened = (event: VervaEvent<'verva-manual-opened'>) => {
      // The address is the source of truth; the element receives it as attributes.
      event.preventDefault();
      const { view, manualId, readingId, number } = event.detail;
      const asked = new URLSearchParams();
      if (view !== 'to-read') asked.set('view', view);
      if (manualId !== null) asked.set('manualId', manualId);
      if (readingId !== null) asked.set('readingId', readingId);
      if (number !== null) asked.set('number', String(number));
      const text = asked.toString();
      navigate(text ? `${path}?${text}` : path);
    };
    page.addEventListener('verva-manual-opened', opened);
    return () => page.removeEventListener('verva-manual-opened', opened);
  }, [path, navigate]);

  const number = Number(query.get('number')) || undefined;
  const view = query.get('view');
  return (
    <verva-manual-reader
      ref={element}
      manual-id={query.get('manualId') ?? undefined}
      reading-id={query.get('readingId') ?? undefined}
      number={number}
      view={view === 'all' || view === 'confirmed' ? view : undefined}
      className="fill"
    />
  );
}
