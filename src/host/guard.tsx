import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Session } from '../shared/contracts/session.contract.ts';
import { session } from '../shared/session/index.ts';
import { Unreachable } from './pages/unreachable.tsx';
import { Waiting } from './pages/waiting.tsx';

/** How often in a row nobody could be learned to be signed in; the second time is no mistake of a moment (GRD-02). */
const FAILURES_KEY = 'vva_guard_failures';

/** Shows what is behind it to people who are signed in; who they are is known before anything is painted (GRD-01). */
export function Guard({ children }: { readonly children: (session: Session) => ReactNode }): ReactNode {
  useSignals();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const state = session.value;
  const { status } = state;
  const reason = state.status === 'signed-out' ? state.reason : null;

  useEffect(() => {
    if (status === 'signed-in') sessionStorage.removeItem(FAILURES_KEY);
    if (reason === null) return;
    const wanted = path + (search && `?${search}`);
    const login = `/login?redirect=${encodeURIComponent(wanted)}`;
    // Leaving, and coming for the first time, are no failures.
    if (reason !== 'expired') {
      navigate(reason === 'left' ? '/login' : login, { replace: true });
      return;
    }
    const failures = Number(sessionStorage.getItem(FAILURES_KEY) ?? 0) + 1;
    sessionStorage.setItem(FAILURES_KEY, String(failures));
    navigate(failures === 1 ? login : '/401', { replace: true });
  }, [status, reason, path, search, navigate]);

  switch (state.status) {
    case 'signed-in':
      return children(state.session);
    case 'unreachable':
      return <Unreachable />;
    case 'starting':
    case 'signed-out':
      return <Waiting />;
  }
}
