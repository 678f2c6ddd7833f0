import { pageWide } from '../page/page-wide.ts';

const AUTH_CHANNEL = 'vva_auth';
export const SIGNED_OUT = 'signed-out';
export const EXPIRED = 'expired';

// One per page: a channel does not receive its own messages, and messages between copies of the code must not look like
// another tab's.
/** Announces the end of the session to other tabs: `SIGNED_OUT` or `EXPIRED`. */
export const channel = pageWide('auth-channel', () =>
  typeof document === 'undefined' ? null : new BroadcastChannel(AUTH_CHANNEL),
);
