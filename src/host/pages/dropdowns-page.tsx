import { type ReactNode, useRef } from 'react';
import '../../widgets/settings-dropdowns/index.ts';
import { useSplitAddress } from '../split-address.ts';

/** Dropdown settings; the open dropdown and the search are part of the address, so that links and Back work. */
export function DropdownsPage(): ReactNode {
  const element = useRef<HTMLElement>(null);
  const { id, query } = useSplitAddress(element, {
    opening: { event: 'verva-dropdown-opened', idOf: ({ dropdownId }) => dropdownId },
    changed: 'verva-dropdowns-changed',
  });
  return (
    <verva-settings-dropdowns
      ref={element}
      dropdown-id={id}
      query={query}
      audit-page="/settings/audit"
      className="fill"
    />
  );
}
