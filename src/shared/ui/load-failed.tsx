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

/** Whether the user, or the page's token, may not see the content. */
export const isDenied = (code: ApiErrorCode): boolean => code === 'access.denied' || code === 'scope.missing';

/** Shown instead of content that failed to load: access denied, or the error with a retry button. */
export function LoadFailed({ code, onRetry, t }: LoadFailedProps): ReactNode {
  if (isDenied(code)) return <EmptyState mark="failed" title={t('denied')} text={t('denied.more')} />;
  return (
    <EmptyState mark="failed" title={t('failed')}>
      <Button onClick={onRetry}>{t('retry')}</Button>
    </EmptyState>
  );
}
