import { type ReactNode, useEffect, useState } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { checkSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { hostMessages } from '../host.messages.ts';
import { usePageTitle } from '../page-title.ts';

/** The server is unreachable; the session is kept. Retries automatically when the network is back. */
export function Unreachable(): ReactNode {
  const t = useMessages(hostMessages);
  const [isAsking, setAsking] = useState(false);
  usePageTitle(t('host.unreachable'));
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
      <h1 className="sr">{t('host.unreachable')}</h1>
      <EmptyState mark="failed" title={t('host.unreachable')} text={t('host.unreachable.text')}>
        <Button kind="primary" busy={isAsking} onClick={() => void ask()}>
          {t('host.again')}
        </Button>
      </EmptyState>
    </main>
  );
}
