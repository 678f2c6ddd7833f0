import type { ReactNode } from 'react';

/** Something is on its way; `label` says what. */
export function Spinner({ label }: { readonly label: string }): ReactNode {
  return <span className="spin muted" role="img" aria-label={label} />;
}
