import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useMemo } from 'react';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { checkSession, session, signInWithProviderPopup, signOut } from '../../shared/session/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { hostMessages } from '../host.messages.ts';
import { loginMessages } from '../login/login.messages.ts';
import type { ProviderVisit } from '../login/login.store.ts';
import { loginServices } from '../login/login-services.ts';
import { SignInAgain } from './sign-in-again.tsx';

/** The identity provider opens in a pop-up, so that the work on this page is kept. */
async function openWindow({ idpName, username }: ProviderVisit): Promise<void> {
  const outcome = await signInWithProviderPopup({ idpName, username: username ?? '' });
  if (outcome !== 'signed-in') throw new Error(outcome);
}

/** Dialog after the session has ended: the same user signs in again and continues. */
export function SessionOver({ session: ended }: { readonly session: Session }): ReactNode {
  useSignals();
  const t = useMessages(hostMessages);
  const words = useMessages(loginMessages);
  const services = useMemo(() => loginServices(openWindow), []);
  const isUnreachable = session.value.status === 'unreachable';

  return (
    <Dialog
      title={t('host.signIn')}
      footer={
        <Button kind="ghost" onClick={() => void signOut()}>
          {t('host.logout')}
        </Button>
      }
    >
      <div className="again">
        <p>{t('host.sessionOver')}</p>
        {isUnreachable ? (
          <>
            <Banner tone="red">{words('login.offline')}</Banner>
            <Button kind="primary" wide onClick={() => void checkSession()}>
              {words('login.retry')}
            </Button>
          </>
        ) : (
          <SignInAgain session={ended} services={services} />
        )}
      </div>
    </Dialog>
  );
}
