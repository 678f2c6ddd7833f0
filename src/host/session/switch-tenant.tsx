import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { chooseTenant } from '../../shared/session/index.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import type { HostText } from '../host-text.ts';
import { confirmLeaving } from '../unsaved-changes/unsaved-changes.ts';
import { TenantList } from './tenant-list.tsx';

interface Props {
  readonly session: Session;
  readonly onClose: () => void;
  readonly t: HostText;
}

/** Switches the organisation in this tab; other tabs keep theirs. */
export function SwitchTenant({ session, onClose, t }: Props): ReactNode {
  const [, navigate] = useLocation();
  const choose = async (tenant: string) => {
    onClose();
    if (tenant === session.tenant.tenantId || !(await confirmLeaving())) return;
    // Open input belongs to the current organisation.
    navigate('/inbox', { replace: true });
    await chooseTenant(tenant);
  };
  return (
    <Dialog title={t('host.tenant.switch')} onClose={onClose}>
      <TenantList
        tenants={session.tenants}
        current={session.tenant.tenantId}
        onChoose={(tenant) => void choose(tenant)}
        t={t}
      />
    </Dialog>
  );
}
