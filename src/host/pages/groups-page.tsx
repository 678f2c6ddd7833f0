import { type ReactNode, useRef } from 'react';
import '../../widgets/settings-groups/index.ts';
import { useSplitAddress } from '../split-address.ts';

/** Group settings; the open group and the search are part of the address, so that links and Back work. */
export function GroupsPage(): ReactNode {
  const element = useRef<HTMLElement>(null);
  const { id, query } = useSplitAddress(element, {
    opening: { event: 'verva-group-opened', idOf: ({ groupId }) => groupId },
    changed: 'verva-groups-changed',
  });
  return (
    <verva-settings-groups ref={element} group-id={id} query={query} audit-page="/settings/audit" className="fill" />
  );
}
