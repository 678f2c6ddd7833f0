import type { ReactNode } from 'react';
import '../../widgets/delegation-editor/index.ts';

/** The user's own delegations; for all signed-in users. */
export function DelegationsPage(): ReactNode {
  return <verva-delegation-editor className="fill" />;
}
