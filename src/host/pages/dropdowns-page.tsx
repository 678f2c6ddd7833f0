import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { VervaEvent } from '../../shared/element/index.ts';
import '../../widgets/dropdowns/index.ts';

/** Dropdown settings; the open dropdown is part of the address, so that links and Back work (RTE-04). */
export function DropdownsPage(): ReactNode {
  const [path, navigate] = useLocation();
  const id = new URLSearchParams(useSearch()).get('id') ?? undefined;
  const element = useRef<HTMLElement>(null);

  useEffect(() => {
    const settings = element.current;
    if (!settings) return;
    const opened = (event: VervaEvent<'verva-dropdown-opened'>) => {
      // The address is the source of truth; the element receives it as an attribute.
      event.preventDefault();
      const { dropdownId } = event.detail;
      navigate(dropdownId === null ? path : `${path}?id=${encodeURIComponent(dropdownId)}`);
    };
    settings.addEventListener('verva-dropdown-opened', opened);
    return () => settings.removeEventListener('verva-dropdown-opened', opened);
  }, [navigate, path]);

  return <verva-dropdowns ref={element} dropdown-id={id} className="fill" />;
}
