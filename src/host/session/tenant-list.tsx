import { Building2, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { lastTenant } from '../../shared/session/index.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import type { HostText } from '../host-text.ts';

interface Props {
  readonly tenants: Session['tenants'];
  /** The current organisation. */
  readonly current?: string;
  readonly onChoose: (tenant: string) => void;
  readonly t: HostText;
}

/** Organisations of an account, most recently used first. */
export function TenantList({ tenants, current, onChoose, t }: Props): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const last = current ?? lastTenant();
  const first = tenants.filter(({ tenantId }) => tenantId === last);
  const rest = tenants.filter(({ tenantId }) => tenantId !== last);
  return (
    <ul className="tenants" ref={list}>
      {[...first, ...rest].map(({ tenantId, name }) => (
        <li key={tenantId}>
          <button type="button" aria-current={tenantId === current || undefined} onClick={() => onChoose(tenantId)}>
            <Icon of={Building2} size="l" />
            <span className="stack grow">
              <span className="strong">{name}</span>
              {tenantId === last && (
                <span className="xs muted">{current ? t('host.tenant.current') : t('host.tenant.last')}</span>
              )}
            </span>
            <Icon of={ChevronRight} />
          </button>
        </li>
      ))}
    </ul>
  );
}
