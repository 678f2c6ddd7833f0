import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { checkSession, session, signInWithProviderPopup, signOut } from '../../shared/session/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { hostMessages } from '../host.messages.ts';
import { loginMessages } from '../login/login.messages.ts';
import { createLoginStore, type ProviderVisit } from '../login/login.store.ts';
import { LoginForms } from '../login/login-forms.tsx';
import { loginServices } from '../login/login-services.ts';

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
  const { id, name, phoneNumber } = ended.user;
  const store = useMemo(
    () => createLoginStore(loginServices(openWindow), { username: id, isFixed: true, opensWindow: true }),
    [id],
  );
  useEffect(() => {
    void store.begin();
    return store.stop;
  }, [store]);
  const { mode } = store.state.value;
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
        <div className="row row-12">
          <Avatar name={name} />
          <span className="strong cut">{name}</span>
        </div>
        {isUnreachable ? (
          <>
            <Banner tone="red">{words('login.offline')}</Banner>
            <Button kind="primary" wide onClick={() => void checkSession()}>
              {words('login.retry')}
            </Button>
          </>
        ) : (
          <LoginForms
            store={store}
            t={words}
            isFixed
            phone={phoneNumber}
            heading={(text) => (mode === 'login' || mode === 'attemptSSO' ? null : <h3 className="t3">{text}</h3>)}
          />
        )}
      </div>
    </Dialog>
  );
}
