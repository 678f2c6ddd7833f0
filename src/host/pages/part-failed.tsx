import type { ReactNode } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import type { HostText } from '../host-text.ts';

/**
 * Stands where a part of the application did not come or could not be drawn (ERR-07): code that took too long or is
 * missing, as after a new version was installed, or its style. What helps is the same.
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
