import type { ReactNode } from 'react';

/** Blank page while the session is loading, so that nothing guarded is painted and nothing flickers. */
export function Waiting(): ReactNode {
  return <div className="waiting" aria-busy="true" />;
}
