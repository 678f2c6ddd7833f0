import { useSignalEffect, useSignals } from '@preact/signals-react/runtime';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from '../element/error-boundary.tsx';
import { recentSignIn, recentSignInHosts, session } from '../session/index.ts';
import { lazyPart } from './lazy-part.ts';
import type { RecentSignInProps } from './recent-sign-in-dialog.tsx';
import { useFirstHost } from './use-first-host.ts';

const WindowDialog = lazyPart(() => import('./recent-sign-in-dialog.tsx'), 'RecentSignInDialog');

/** Shows the dialog in which the user signs in again for a request that needs a recent sign-in; by default in a window. */
export function RecentSignIn({
  Dialog = WindowDialog,
}: {
  readonly Dialog?: ComponentType<RecentSignInProps>;
}): ReactNode {
  useSignals();
  const isFirst = useFirstHost(recentSignInHosts);
  // Nothing can be confirmed for a user who is gone.
  useSignalEffect(() => {
    if (session.value.status === 'signed-out') recentSignIn.peek()?.settle(false);
  });
  const request = isFirst ? recentSignIn.value : null;
  if (request === null) return null;
  return (
    <ErrorBoundary fallback={() => null} onError={() => request.settle(false)}>
      <Suspense>
        <Dialog onDone={request.settle} />
      </Suspense>
    </ErrorBoundary>
  );
}
