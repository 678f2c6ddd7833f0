import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Session } from '../contracts/session.contract.ts';
import { person } from '../page/person.ts';
import type { SessionState } from './store.ts';

/**
 * Whose work stands on the page: who is signed in, and after their session has ended by itself who was, so that what
 * they had typed is still there when they have signed in again. Null as soon as they leave or somebody else comes.
 */
export function followShown(state: ReadonlySignal<SessionState>): ReadonlySignal<Session | null> {
  const shown = signal<Session | null>(null);
  let isFirst = true;
  state.subscribe((now) => {
    if (now.status === 'unreachable' || (now.status === 'signed-out' && now.reason === 'expired')) return;
    const before = shown.peek();
    const next = now.status === 'signed-in' ? now.session : null;
    // Before it is known who somebody is, work of theirs may be on the page already.
    const isGone = before
      ? whose(before) !== whose(next)
      : !isFirst && /starting|left/.test(now.status + reasonOf(now));
    isFirst = false;
    batch(() => {
      shown.value = next;
      if (isGone) person.value += 1;
    });
  });
  return shown;
}

const reasonOf = (state: SessionState) => (state.status === 'signed-out' ? state.reason : '');

const whose = (session: Session | null) => session && session.user.key + session.tenant?.tenantId;
