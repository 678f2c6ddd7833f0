import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import type { HostText } from '../host-text.ts';

/**
 * Fallback for a part of the application that failed to load or render (ERR-07): code or styles that timed out or are
 * missing, for example after an upgrade. Reloading helps in each case.
 */
export function PartFailed({ error, t }: { readonly error: unknown; readonly t: HostText }): ReactNode {
  return (
    <div className="middle">
      <EmptyState mark="failed" title={t('host.partFailed')} text={t(`host.partFailed.${causeOf(error)}`)}>
        <Button kind="primary" onClick={() => location.reload()}>
          {t('host.reload')}
        </Button>
      </EmptyState>
    </div>
  );
}

function causeOf(error: unknown): 'timeout' | 'missing' | 'broken' {
  const { name, type } = (error ?? {}) as { name?: unknown; type?: unknown };
  if (name !== 'ChunkLoadError') return 'broken';
  return type === 'timeout' ? 'timeout' : 'missing';
}
