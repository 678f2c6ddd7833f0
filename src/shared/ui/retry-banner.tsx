import type { ReactNode } from 'react';
import { problemText } from '../api/problem-text.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';

export interface RetryBannerProps {
  /** Why it could not be loaded. */
  readonly error: unknown;
  readonly onRetry: () => void;
  /** The words of the button. */
  readonly label: string;
}

/** In the place of what could not be loaded: why, and a button to try again. */
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
