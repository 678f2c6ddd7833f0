import { type ReactNode, useRef } from 'react';
import '../../widgets/settings-companies/index.ts';
import { useSplitAddress } from '../split-address.ts';

/** Company settings; the open company and the filters of the list are part of the address, so that links and Back work. */
export function CompaniesPage(): ReactNode {
  const element = useRef<HTMLElement>(null);
  const { id, query } = useSplitAddress(element, {
    opening: { event: 'verva-company-opened', idOf: ({ companyId }) => companyId },
    changed: 'verva-companies-changed',
  });
  return (
    <verva-settings-companies
      ref={element}
      company-id={id}
      query={query}
      audit-page="/settings/audit"
      className="fill"
    />
  );
}
