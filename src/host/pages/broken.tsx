import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { hostMessages } from '../host.messages.ts';

/** A part of the application did not load, as after a new version was installed. */
export function Broken(): ReactNode {
  const t = useMessages(hostMessages);
  return (
    <main className="alone">
      <h1 className="sr">{t('host.partFailed')}</h1>
      <EmptyState mark="failed" title={t('host.partFailed')}>
        <Button kind="primary" onClick={() => location.reload()}>
          {t('host.reload')}
        </Button>
      </EmptyState>
    </main>
  );
}
