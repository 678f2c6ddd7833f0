import { batch, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Session } from '../contracts/session.contract.ts';
import { person } from '../page/person.ts';
import type { SessionState } from './environment.ts';

/**
 * The session whose content is on the page: the signed-in user, and after the session has expired the previous one, so
 * that their input is still there when they sign in again. Null after a sign-out or for another user.
 */
export function followShown(state: ReadonlySignal<SessionState>): ReadonlySignal<Session | null> {
  const shown = signal<Session | null>(null);
  let isFirst = true;
  state.subscribe((now) => {
    if (now.status === 'unreachable' || (now.status === 'signed-out' && now.reason === 'expired')) return;
    const before = shown.peek();
    const next = now.status === 'signed-in' ? now.session : null;
    // The page can hold a user's input before the session is known.
    const isGone = before
      ? identityOf(before) !== identityOf(next)
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

const identityOf = (session: Session | null) => session && session.user.key + session.tenant?.tenantId;
