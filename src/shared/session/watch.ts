import { SESSION_CHECK_MS } from '../contracts/constants.ts';
import { channel, EXPIRED, SIGNED_OUT } from './announcements.ts';
import { shared, state } from './page-session.ts';
import { store } from './page-store.ts';
import { noAutomaticSso } from './sso-pause.ts';
import { hasEnded, SESSION_KEY } from './stored-session.ts';

let isWatching = false;

/** Follows sign-ins and sign-outs of other tabs, and checks the session at intervals and when the page returns. */
export function watch(): void {
  if (isWatching || typeof document === 'undefined') return;
  isWatching = true;
  channel?.addEventListener('message', ({ data }) => {
    if (!shared.isApplication) return;
    if (data === EXPIRED) store.endedElsewhere('expired');
    if (data !== SIGNED_OUT) return;
    noAutomaticSso();
    store.endedElsewhere('left');
  });
  // The storage event also arrives without a channel, and it announces sign-ins of other tabs.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== SESSION_KEY || !shared.isApplication) return;
    if (newValue === null) store.endedElsewhere('left');
    else if (hasEnded(newValue)) store.endedElsewhere('expired');
    // Not while this tab loads the user of its own sign-in: the others renew the same session at once.
    else if (state.peek().status === 'signed-out' && !shared.held) void store.start();
  });
  setInterval(() => void store.check(), SESSION_CHECK_MS);
  // Timers pause while the device sleeps and in background tabs.
  addEventListener('online', () => void store.check());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void store.check();
  });
}
