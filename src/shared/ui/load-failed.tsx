import type { ReactNode } from 'react';
import type { ApiErrorCode } from '../api/api-error.ts';
import type { Translate } from '../locale/messages.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';

export interface LoadFailedProps {
  readonly code: ApiErrorCode;
  readonly onRetry: () => void;
  readonly t: Translate<'denied' | 'denied.more' | 'failed' | 'retry'>;
}

/** In the place of what could not be read: that it is for others, or what is missing and a button to try again. */
export function LoadFailed({ code, onRetry, t }: LoadFailedProps): ReactNode {
  if (code === 'access.denied') return <EmptyState mark="failed" title={t('denied')} text={t('denied.more')} />;
  return (
    <EmptyState mark="failed" title={t('failed')}>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </EmptyState>
  );
}
