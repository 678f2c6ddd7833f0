import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import '../../widgets/settings-departments/index.ts';
import type { VervaEvent } from '../../shared/element/index.ts';
import { useSplitAddress } from '../split-address.ts';

/** Department settings; the open department and the search are part of the address, so that links and Back work. */
export function DepartmentsPage(): ReactNode {
  const element = useRef<HTMLElement>(null);
  const [, navigate] = useLocation();
  const { id, query } = useSplitAddress(element, {
    opening: { event: 'verva-department-opened', idOf: ({ departmentId }) => departmentId },
    changed: 'verva-departments-changed',
  });
  useEffect(() => {
    const settings = element.current;
    const openUser = (event: VervaEvent<'verva-user-opened'>) => {
      event.preventDefault();
      if (event.detail.userId !== null) navigate(`/settings/users?id=${encodeURIComponent(event.detail.userId)}`);
    };
    settings?.addEventListener('verva-user-opened', openUser as EventListener);
    return () => settings?.removeEventListener('verva-user-opened', openUser as EventListener);
  }, [navigate]);
  return (
    <verva-settings-departments
      ref={element}
      department-id={id}
      query={query}
      audit-page="/settings/audit"
      className="fill"
    />
  );
}
