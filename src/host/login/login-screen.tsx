import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useLocation } from 'wouter';
import { useMessages } from '../../shared/locale/index.ts';
import { session, startSso } from '../../shared/session/index.ts';
import { loginMessages } from './login.messages.ts';
import { createLoginStore } from './login.store.ts';
import { LoginForms } from './login-forms.tsx';
import { loginServices } from './login-services.ts';
import { PublicLayout } from './public-layout.tsx';
import { forgetResetLink, resetLink } from './reset-link.ts';
import { SsoFault } from './sso-fault.tsx';

interface Props {
  /** Identity provider named by the address. */
  readonly provider: string | undefined;
  /** Called after sign-in. */
  readonly redirect: string;
  /** Single sign-on returned an error. */
  readonly hasProviderFailed: boolean;
  /** Called when an invited user chooses the first password. */
  readonly onInvited: () => void;
}

/** Sign-in: username first, then the user's sign-in method. */
export function LoginScreen({ provider, redirect, hasProviderFailed, onInvited }: Props): ReactNode {
  useSignals();
  const t = useMessages(loginMessages);
  const [, navigate] = useLocation();
  // Uses the address as it was when the screen opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is created once
  const store = useMemo(
    () =>
      createLoginStore(
        loginServices(({ idpName, username }) => startSso({ idpName, username: username ?? '', redirect })),
        { ...resetLink(), ...(provider && { provider }), hasProviderFailed },
      ),
    [],
  );
  useEffect(() => {
    forgetResetLink();
    void store.begin();
    return store.stop;
  }, [store]);
  useEffect(() => {
    document.title = `${t('login.title')} · Verva`;
  }, [t]);

  const { mode } = store.state.value;
  const { status } = session.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mode
  useEffect(() => {
    if (mode === 'forceNewPassword') onInvited();
  }, [mode]);
  useEffect(() => {
    // The password was accepted, but the user's data could not be loaded (LOG-20).
    if (mode === 'loginSuccess' && (status === 'unreachable' || status === 'signed-out')) {
      navigate('/401', { replace: true });
    }
  }, [mode, status, navigate]);

  return (
    <PublicLayout t={t} help="sign-in">
      <SsoFault />
      <LoginForms store={store} t={t} heading={(text) => <h1>{text}</h1>} />
    </PublicLayout>
  );
}
