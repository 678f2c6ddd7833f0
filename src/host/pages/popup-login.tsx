import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useMessages } from '../../shared/locale/index.ts';
import {
  askForRecentSignIn,
  SSO_USER_KEY,
  session,
  ssoProvider,
  startSso,
  uiStorage,
} from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { trialOf } from '../issuers/trial/trial-channel.ts';
import type { TrialWindowProps } from '../issuers/trial/trial-window.tsx';
import { loginAfter } from '../login/sso-fault.tsx';
import { ChooseTenant } from '../session/choose-tenant.tsx';
import { takeAnswer } from './callback.tsx';
import { type HandOver, handOver } from './hand-over.ts';
import { popupMessages } from './popup.messages.ts';
import { Unreachable } from './unreachable.tsx';
import { Waiting } from './waiting.tsx';

const TrialWindow = containedPart<'TrialWindow', TrialWindowProps>(
  () => import('../issuers/trial/trial-window.tsx'),
  'TrialWindow',
);

const PATH = '/popup-login';

/**
 * `/popup-login?origin=&nonce=`: pop-up that signs in for the window that opened it, an embedding page or the application,
 * and hands over a token. `sso` and `username` name the identity provider; without them, the application's session or its
 * sign-in is used. With `again` the user of a session signs in again, too; with `try` it is the window of a trial in the settings.
 * Identity providers redirect back here too.
 */
export function PopupLogin(): ReactNode {
  const [trial] = useState(() => trialOf(new URLSearchParams(location.search)));
  if (trial === null) return <SignInWindow />;
  return (
    <Suspense fallback={<Waiting />}>
      <TrialWindow id={trial} />
    </Suspense>
  );
}

function SignInWindow(): ReactNode {
  useSignals();
  const [, navigate] = useLocation();
  const search = useSearch();
  const state = session.value;
  const { status } = state;
  const [end, setEnd] = useState<HandOver | null>(null);

  useEffect(() => {
    const query = new URLSearchParams(search);
    const go = (path: string) => navigate(path, { replace: true });
    if (query.has('state')) {
      void takeAnswer().then(go);
      return;
    }
    if (status === 'starting' || status === 'unreachable' || status === 'choosing') return;
    const { origin = '', nonce = '', sso, username = '', again } = Object.fromEntries(query);
    const back = `${PATH}?${new URLSearchParams({ origin, nonce })}`;
    const now = session.peek();
    const isAgain = again !== undefined;
    const known = (isAgain && uiStorage.get<string>(SSO_USER_KEY)) || '';
    const idpName = sso ?? (isAgain ? ssoProvider() : null);
    if (now.status === 'signed-in' && !isAgain) {
      void handOver({ origin, nonce }, now.session).then(setEnd, () => setEnd('lost'));
    } else if (idpName !== null) {
      startSso({ idpName, username: username || known, redirect: back, isAgain }).catch(() =>
        go(loginAfter('unreachable', back)),
      );
    } else if (now.status === 'signed-in') {
      void askForRecentSignIn().then((isSignedIn) => (isSignedIn ? go(back) : window.close()));
    } else {
      go(`/login?redirect=${encodeURIComponent(back)}`);
    }
  }, [search, status, navigate]);

  if (status === 'unreachable') return <Unreachable />;
  if (state.status === 'choosing') return <ChooseTenant tenants={state.tenants} />;
  if (status !== 'signed-in' || end === null || end === 'ended') return <Waiting />;
  const origin = new URLSearchParams(search).get('origin') ?? '';
  return <PopupEnd end={end} origin={origin} tenant={state.status === 'signed-in' ? state.session.tenant.name : ''} />;
}

interface EndProps {
  readonly end: Exclude<HandOver, 'ended'>;
  readonly origin: string;
  readonly tenant: string;
}

/** Content of the pop-up: briefly, until the opening page has its token and closes it, or permanently without one. */
function PopupEnd({ end, origin, tenant }: EndProps): ReactNode {
  const t = useMessages(popupMessages);
  useEffect(() => {
    document.title = `${t(`popup.${end}`)} · Verva`;
  }, [t, end]);
  const text = end === 'refused' ? t('popup.refused.text', { origin, tenant }) : t(`popup.${end}.text`);
  return (
    <main className="alone">
      <h1 className="sr">{t(`popup.${end}`)}</h1>
      <EmptyState mark={end === 'done' ? 'done' : 'failed'} title={t(`popup.${end}`)} text={text}>
        <div className="row">
          {end !== 'done' && (
            <a className="btn primary" href="/inbox" target="_blank" rel="noopener">
              {t('popup.open')}
            </a>
          )}
          <Button onClick={() => window.close()}>{t('popup.close')}</Button>
        </div>
      </EmptyState>
    </main>
  );
}
