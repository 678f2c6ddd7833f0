import type { ReactNode } from 'react';

/** Progress indicator; `label` says what is loading. */
export function Spinner({ label }: { readonly label: string }): ReactNode {
  return <span className="spin muted" role="img" aria-label={label} />;
}
