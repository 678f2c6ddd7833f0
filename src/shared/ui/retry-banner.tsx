import type { ReactNode } from 'react';
import { problemText } from '../api/problem-text.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

export interface RetryBannerProps {
  /** The cause of the failure. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Label of the button. */
  readonly label: string;
}

/** Shown instead of content that failed to load: the error and a retry button. */
export function RetryBanner({ error, onRetry, label }: RetryBannerProps): ReactNode {
  return (
    <Banner
      tone="red"
      action={
        <Button small onClick={onRetry}>
          {label}
        </Button>
      }
    >
      {problemText(error)}
    </Banner>
  );
}
