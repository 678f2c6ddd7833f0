import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { checkSession } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { hostMessages } from '../host.messages.ts';

/** The server does not answer; the session is kept. */
export function Unreachable(): ReactNode {
  const t = useMessages(hostMessages);
  return (
    <main className="alone">
      <h1 className="sr">{t('host.partFailed')}</h1>
      <EmptyState mark="failed" title={t('host.partFailed')} text={t('host.offline')}>
        <Button kind="primary" onClick={() => void checkSession()}>
          {t('host.reload')}
        </Button>
      </EmptyState>
    </main>
  );
}
