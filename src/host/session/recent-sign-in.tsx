import { type ReactNode, useEffect } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { shownSession, signInWithProviderPopup, ssoProvider } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { recentSignInMessages } from '../../shared/ui/recent-sign-in.messages.ts';
import type { RecentSignInProps } from '../../shared/ui/recent-sign-in-dialog.tsx';
import { loginServices } from '../login/login-services.ts';
import { SignInAgain } from './sign-in-again.tsx';

/** Dialog for a request that needs a recent sign-in: the same user signs in again, and the request is repeated. */
export function RecentSignInDialog({ onDone }: RecentSignInProps): ReactNode {
  const t = useMessages(recentSignInMessages);
  const session = shownSession.peek();
  useEffect(() => {
    if (session === null) onDone(false);
  }, [session, onDone]);
  if (session === null) return null;
  return (
    <Dialog
      title={t('title')}
      onClose={() => onDone(false)}
      footer={
        <Button kind="ghost" onClick={() => onDone(false)}>
          {t('cancel')}
        </Button>
      }
    >
      <div className="again">
        <p>{t('text')}</p>
        <SignInAgain session={session} services={servicesOf(onDone)} onSignedIn={() => onDone(true)} />
      </div>
    </Dialog>
  );
}

function servicesOf(onDone: RecentSignInProps['onDone']) {
  const services = loginServices(async ({ idpName, username }) => {
    const outcome = await signInWithProviderPopup({ idpName, username: username ?? '', isAgain: true });
    if (outcome !== 'signed-in') throw new Error(outcome);
    onDone(true);
  });
  const idpName = ssoProvider();
  // Who came from a provider signs in there again, whatever the username suggests.
  return idpName === null ? services : { ...services, lookUp: async () => ({ loginMode: 'SSO', idpName }) };
}
