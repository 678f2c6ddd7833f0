import { useSignals } from '@preact/signals-react/runtime';
import { Fragment, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Session } from '../shared/contracts/session.contract.ts';
import { ErrorBoundary } from '../shared/element/error-boundary.tsx';
import { mustChooseTenant, session, shownSession } from '../shared/session/index.ts';
import { lazyPart } from '../shared/ui/lazy-part.ts';
import { Unreachable } from './pages/unreachable.tsx';
import { Waiting } from './pages/waiting.tsx';

const ChooseTenant = lazyPart(() => import('./session/choose-tenant.tsx'), 'ChooseTenant');
const SessionOver = lazyPart(() => import('./session/session-over.tsx'), 'SessionOver');

/** Consecutive failures to load the signed-in user; after the second the user is signed out (GRD-02). */
const FAILURES_KEY = 'vva_guard_failures';

/**
 * Renders its children for signed-in users; the session is known before the first paint (GRD-01). When the session ends
 * during work, the children stay and the user signs in again in a dialog above them.
 */
export function Guard({ children }: { readonly children: (session: Session) => ReactNode }): ReactNode {
  useSignals();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const state = session.value;
  const shown = shownSession.value;
  const { status } = state;
  const reason = state.status === 'signed-out' ? state.reason : null;
  const isOver = shown !== null && status !== 'signed-in';

  useEffect(() => {
    if (status === 'signed-in') sessionStorage.removeItem(FAILURES_KEY);
    if (reason === null || isOver) return;
    const wanted = path + (search && `?${search}`);
    const login = `/login?redirect=${encodeURIComponent(wanted)}`;
    // Signing out and a first visit are not failures.
    if (reason !== 'expired') {
      navigate(reason === 'left' ? '/login' : login, { replace: true });
      return;
    }
    const failures = Number(sessionStorage.getItem(FAILURES_KEY) ?? 0) + 1;
    sessionStorage.setItem(FAILURES_KEY, String(failures));
    navigate(failures === 1 ? login : '/401', { replace: true });
  }, [status, reason, isOver, path, search, navigate]);

  if (state.status === 'choosing') return <ChooseTenant tenants={state.tenants} />;
  if (shown !== null) {
    if (mustChooseTenant(shown)) return <ChooseTenant tenants={shown.tenants} />;
    return (
      <>
        <Fragment key={`${shown.user.key} ${shown.tenant.tenantId}`}>{children(shown)}</Fragment>
        {isOver && (
          // If the dialog fails to load, the work below it must stay.
          <ErrorBoundary fallback={() => null}>
            <Suspense>
              <SessionOver session={shown} />
            </Suspense>
          </ErrorBoundary>
        )}
      </>
    );
  }
  return state.status === 'unreachable' ? <Unreachable /> : <Waiting />;
}
