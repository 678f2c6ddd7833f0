import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, Suspense, useEffect } from 'react';
import { ErrorBoundary } from '../element/error-boundary.tsx';
import { pageWideSignal } from '../page/page-wide.ts';
import { lazyPart } from './lazy-part.ts';
import { snacks } from './snackbar.ts';
import { useFirstHost } from './use-first-host.ts';

const load = () => import('./snack-card.tsx');
const SnackCard = lazyPart(() => import('./snack-card.tsx'), 'SnackCard');
/** The card is loaded after the first screen, so that it can report a lost connection. */
const LOAD_AFTER_MS = 2500;

const hosts = pageWideSignal<readonly object[]>('snackbar-hosts', []);

/** Shows the page's snackbars. Every element has one; the first one on the page is active. */
export function SnackbarHost(): ReactNode {
  useSignals();
  const isFirst = useFirstHost(hosts);
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const [snack] = isFirst ? snacks.value : [];
  return (
    <>
      <div className="sr" role="status" aria-live="polite">
        {snack?.text}
      </div>
      {snack && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <SnackCard key={snack.id} snack={snack} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
