import type { ReactNode } from 'react';

/** While it is not known yet who is there: the empty page, so that nothing guarded is painted and nothing blinks. */
export function Waiting(): ReactNode {
  return <div className="waiting" aria-busy="true" />;
}
