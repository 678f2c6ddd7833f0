import { useSignals } from '@preact/signals-react/runtime';
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useMessages } from '../../shared/locale/index.ts';
import { session, signOut } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { HelpLink } from '../help/help-link.tsx';
import { hostMessages } from '../host.messages.ts';
import { usePageTitle } from '../page-title.ts';
import { Waiting } from './waiting.tsx';

/** `/401`: no session, or with `noGoBack` no permission; then the only actions are the inbox and signing out. */
export function AccessDenied(): ReactNode {
  useSignals();
  const t = useMessages(hostMessages);
  const [, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const denied = query.has('noGoBack');
  const code =
    query
      .get('code')
      ?.replace(/[^\w.-]/g, '')
      .slice(0, 40) || '401';
  const leave = async () => {
    await signOut();
    navigate('/login', { replace: true });
  };
  usePageTitle(t('host.401.title'));
  // What the page offers depends on the session.
  if (session.value.status === 'starting') return <Waiting />;
  return (
    <main className="alone">
      <h1 className="sr">{t('host.401.title')}</h1>
      <EmptyState
        mark="failed"
        title={t('host.401.title')}
        text={
          <span className="stack">
            <span>{t('host.401.code', { code })}</span>
            <span>{denied ? t('host.401.denied') : t('host.401.signIn')}</span>
            <span>{t('host.401.advice')}</span>
          </span>
        }
      >
        <div className="row wrap">
          {denied && session.value.status === 'signed-in' && (
            <Button kind="primary" onClick={() => navigate('/inbox', { replace: true })}>
              {t('host.goInbox')}
            </Button>
          )}
          <Button onClick={() => void leave()}>{denied ? t('host.logout') : t('host.401.login')}</Button>
          <HelpLink topic="access-denied" />
        </div>
      </EmptyState>
    </main>
  );
}
