import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useMessages } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { hostMessages } from '../host.messages.ts';

/** Unknown address, or a menu entry whose page this version lacks (`page`). */
export function NotFound({ page }: { readonly page?: string }): ReactNode {
  const t = useMessages(hostMessages);
  const [, navigate] = useLocation();
  return (
    <div className="middle">
      <EmptyState
        mark="failed"
        title={page === undefined ? t('host.404') : t('host.unavailable', { page })}
        text={t('host.404.text')}
      >
        <Button kind="primary" onClick={() => navigate('/inbox')}>
          {t('host.goInbox')}
        </Button>
      </EmptyState>
    </div>
  );
}
