import { type ReactNode, useRef } from 'react';
import '../../widgets/settings-users/index.ts';
import { useSplitAddress } from '../split-address.ts';

/** User settings; the open user and the filters of the list are part of the address, so that links and Back work. */
export function UsersPage(): ReactNode {
  const element = useRef<HTMLElement>(null);
  const { id, query } = useSplitAddress(element, {
    opening: { event: 'verva-user-opened', idOf: ({ userId }) => userId },
    changed: 'verva-users-changed',
  });
  return (
    <verva-settings-users ref={element} user-id={id} query={query} audit-page="/settings/audit" className="fill" />
  );
}
