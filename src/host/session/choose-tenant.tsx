import { type ReactNode, useEffect } from 'react';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { chooseTenant, signOut } from '../../shared/session/index.ts';
import { hostMessages } from '../host.messages.ts';
import { loginMessages } from '../login/login.messages.ts';
import { PublicLayout } from '../login/public-layout.tsx';
import { TenantList } from './tenant-list.tsx';

/** A user with several organisations chooses one (LOG-23). */
export function ChooseTenant({ tenants }: { readonly tenants: Session['tenants'] }): ReactNode {
  const t = useMessages(hostMessages);
  const loginText = useMessages(loginMessages);
  useEffect(() => {
    document.title = `${t('host.tenant.choose')} · Verva`;
  }, [t]);
  return (
    <PublicLayout t={loginText} help="sign-in">
      <h1>{t('host.tenant.choose')}</h1>
      <TenantList tenants={tenants} onChoose={(tenant) => void chooseTenant(tenant)} t={t} />
      <div className="ways">
        <button type="button" className="link s" onClick={() => void signOut()}>
          {t('host.logout')}
        </button>
      </div>
    </PublicLayout>
  );
}
