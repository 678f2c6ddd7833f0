import type { ReactNode } from 'react';
import '../../widgets/delegation-editor/index.ts';

/** One's own delegations; for everybody who is signed in. */
export function DelegationsPage(): ReactNode {
  return <verva-delegation-editor className="fill" />;
}
