import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { AppSetUp } from '../../shared/ui/second-factor/app-set-up.tsx';
import { NamePasskey } from '../../shared/ui/second-factor/name-passkey.tsx';
import { NewBackupCodes } from '../../shared/ui/second-factor/new-backup-codes.tsx';
import { ownSecurity } from '../../shared/ui/second-factor/own-security.ts';
import { securityMessages } from '../../shared/ui/second-factor/security.messages.ts';
import type { SecurityStore } from '../../shared/ui/second-factor/security.store.ts';
import { type SecurityProps, securityFault } from '../../shared/ui/second-factor/security-text.ts';
import { loginMessages } from '../login/login.messages.ts';
import { PublicLayout } from '../login/public-layout.tsx';
import { Waiting } from '../pages/waiting.tsx';
import { safeRedirect } from '../routes.ts';
import { Offer } from './offer.tsx';
import { secondFactorPageMessages } from './second-factor-page.messages.ts';

interface Props {
  readonly username: string;
}

interface PageProps extends Props {
  readonly create?: () => SecurityStore;
}

/**
 * `/second-factor`: offers a second factor to new users, after the set-up of an installation or an accepted invitation.
 * Users who have one, or whose account another service keeps, go on at once.
 */
export function SecondFactorPage({ username, create = ownSecurity }: PageProps): ReactNode {
  useSignals();
  const t = useMessages(securityMessages);
  const loginText = useMessages(loginMessages);
  const title = useMessages(secondFactorPageMessages)('title');
  const [, navigate] = useLocation();
  const search = useSearch();
  // As of the first render: leading on changes the address.
  const [redirect] = useState(() => safeRedirect(new URLSearchParams(search).get('redirect')));
  const [store] = useState(create);
  useEffect(() => void store.load(), [store]);
  useEffect(() => {
    document.title = `${title} · Verva`;
  }, [title]);
  const state = store.state.value;
  // An offer: what cannot be loaded must not keep the user from the work.
  const isDone =
    state.status === 'failed' ||
    (state.status === 'ready' &&
      state.step.kind === 'overview' &&
      (!state.known.isKeptHere || state.known.factors.length > 0));
  useEffect(() => {
    if (isDone) navigate(redirect, { replace: true });
  }, [isDone, redirect, navigate]);
  if (isDone || state.status !== 'ready') return <Waiting />;
  return (
    <PublicLayout t={loginText} help="sign-in">
      <h1>{title}</h1>
      <Fault store={store} t={t} />
      <Step store={store} t={t} username={username} onLater={() => navigate(redirect, { replace: true })} />
    </PublicLayout>
  );
}

function Fault({ store, t }: SecurityProps): ReactNode {
  useSignals();
  const fault = store.fault.value;
  return fault?.kind === 'error' ? <Banner tone="red">{securityFault(fault.error, t)}</Banner> : null;
}

function Step({ store, t, username, onLater }: SecurityProps & Props & { readonly onLater: () => void }): ReactNode {
  useSignals();
  const state = store.state.value;
  if (state.status !== 'ready') return null;
  switch (state.step.kind) {
    case 'setUp':
      return <AppSetUp store={store} t={t} username={username} secret={state.step.secret} />;
    case 'codes':
      return <NewBackupCodes t={t} codes={state.step.codes} onKept={() => store.show({ kind: 'overview' })} />;
    case 'naming':
      return <NamePasskey store={store} t={t} />;
    default:
      return <Offer store={store} onLater={onLater} />;
  }
}
