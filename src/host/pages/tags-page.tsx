import { type ReactNode, useRef } from 'react';
import '../../widgets/settings-tags/index.ts';
import { useSplitAddress } from '../split-address.ts';

/** Tag settings; the filters of the list are part of the address, so that links and Back work. */
export function TagsPage(): ReactNode {
  const element = useRef<HTMLElement>(null);
  const { query } = useSplitAddress(element, { changed: 'verva-tags-changed' });
  return (
    <verva-settings-tags
      ref={element}
      query={query}
      audit-page="/settings/audit"
      users-page="/settings/users"
      className="fill"
    />
  );
}
