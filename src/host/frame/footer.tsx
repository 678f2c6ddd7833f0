import type { ReactNode } from 'react';
import type { Session } from '../../shared/contracts/session.contract.ts';

/** Year and brand, if switched on (LAY-09). */
export function Footer({ tenant }: Pick<Session, 'tenant'>): ReactNode {
  return (
    <footer className="page-foot">
      <span>© {tenant.today.slice(0, 4)} Verva</span>
      <span className="cut">{tenant.name}</span>
    </footer>
  );
}
