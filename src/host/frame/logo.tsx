import type { ReactNode } from 'react';

/** The logo, in the brand's two tones. */
export function Logo({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      <path
        d="M3.2 9.2 10 21.4c.8 1.4 2.8 1.4 3.6 0l.9-1.7L8.4 7.6A2.1 2.1 0 0 0 6.6 6.5H4.8A1.8 1.8 0 0 0 3.2 9.2Z"
        fill="var(--verva-brand-300)"
      />
      <path
        d="M10.2 21.7c.8 1.1 2.7 1 3.4-.3L23 4.9A1.8 1.8 0 0 0 21.4 2.2h-2.2a2.1 2.1 0 0 0-1.8 1.1l-7 12.6a5 5 0 0 0-.2 5.8Z"
        fill="var(--verva-brand)"
      />
    </svg>
  );
}
