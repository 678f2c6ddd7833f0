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
  /** The identity provider that the address names. */
  readonly provider: string | undefined;
  /** Where to go afterwards. */
  readonly redirect: string;
  /** Single sign-on came back with an error. */
  readonly hasProviderFailed: boolean;
}

/** The door: username first, then what this person signs in with. */
export function LoginScreen({ provider, redirect, hasProviderFailed }: Props): ReactNode {
  useSignals();
  const t = useMessages(loginMessages);
  const [, navigate] = useLocation();
  // The address counts as it was when the screen opened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a store has one beginning
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
  useEffect(() => {
    // The password was right, and still nobody knows who this is (LOG-20).
    if (mode === 'loginSuccess' && (status === 'unreachable' || status === 'signed-out')) {
      navigate('/401', { replace: true });
    }
  }, [mode, status, navigate]);

  return (
    <PublicLayout t={t}>
      <SsoFault />
      <LoginForms store={store} t={t} heading={(text) => <h1>{text}</h1>} />
    </PublicLayout>
  );
}
