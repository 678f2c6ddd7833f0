import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useState } from 'react';
import { codeOf } from '../../shared/api/api-error.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { checkSession, session, signOut } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { hostMessages } from '../host.messages.ts';
import { usePageTitle } from '../page-title.ts';

function textOf(refused: unknown) {
  if (refused === undefined) return 'host.unreachable.text';
  switch (codeOf(refused)) {
    case 'session.second_factor':
      return 'host.secondFactor.text';
    case 'session.sign_in_mode':
      return 'host.signInMode.text';
    default:
      return 'host.suspended.text';
  }
}

/**
 * The server is unreachable, or the organisation is suspended or refuses the way in which the user signed in; the session is kept. Retries automatically when the network
 * is back.
 */
export function Unreachable(): ReactNode {
  useSignals();
  const t = useMessages(hostMessages);
  const [isAsking, setAsking] = useState(false);
  const state = session.value;
  const refused = state.status === 'unreachable' ? state.refused : undefined;
  const title = refused === undefined ? t('host.unreachable') : problemText(refused);
  usePageTitle(title);
  useEffect(() => {
    const ask = () => void checkSession();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, []);
  const ask = async () => {
    setAsking(true);
    await checkSession().finally(() => setAsking(false));
  };
  return (
    <main className="alone">
      <h1 className="sr">{title}</h1>
      <EmptyState mark="failed" title={title} text={t(textOf(refused))}>
        <Button kind="primary" busy={isAsking} onClick={() => void ask()}>
          {t('host.again')}
        </Button>
        {refused !== undefined && <Button onClick={() => void signOut()}>{t('host.logout')}</Button>}
      </EmptyState>
    </main>
  );
}
