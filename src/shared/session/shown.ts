import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { Session } from '../contracts/session.contract.ts';
import type { SessionState } from './store.ts';

/**
 * Whose work stands on the page: who is signed in, and after their session has ended by itself who was, so that what
 * they had typed is still there when they have signed in again. Null as soon as they leave or somebody else comes.
 */
export function followShown(state: ReadonlySignal<SessionState>): ReadonlySignal<Session | null> {
  const shown = signal<Session | null>(null);
  state.subscribe((now) => {
    if (now.status === 'signed-in') shown.value = now.session;
    else if (now.status === 'unreachable' || (now.status === 'signed-out' && now.reason === 'expired')) return;
    else shown.value = null;
  });
  return shown;
}
