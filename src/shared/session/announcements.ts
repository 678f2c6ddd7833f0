import { pageWide } from '../page/page-wide.ts';

const AUTH_CHANNEL = 'vva_auth';
const SIGNED_OUT = 'signed-out';
const EXPIRED = 'expired';

// One per page: a channel does not receive its own messages, and messages between copies of the code must not look like
// another tab's.
const channel = pageWide('auth-channel', () =>
  typeof document === 'undefined' ? null : new BroadcastChannel(AUTH_CHANNEL),
);

/** Tells other tabs that the session has ended. */
export function announce(reason: 'left' | 'expired'): void {
  channel?.postMessage(reason === 'left' ? SIGNED_OUT : EXPIRED);
}

/** Calls `ended` when another tab announces the end of the session. */
export function onAnnounced(ended: (reason: 'left' | 'expired') => void): void {
  channel?.addEventListener('message', ({ data }) => {
    if (data === EXPIRED) ended('expired');
    if (data === SIGNED_OUT) ended('left');
  });
}
