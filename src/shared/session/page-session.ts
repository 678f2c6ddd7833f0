import type { ReadonlySignal } from '@preact/signals-core';
import { pageWide, pageWideSignal } from '../page/page-wide.ts';
import type { CognitoClient } from './cognito.ts';
import type { SessionState, SharedTokens, TokenProvider, TokenService } from './environment.ts';
import { followShown } from './shown.ts';
import { createTimedStorage } from './storage.ts';

/** Session data that all copies of Verva on a page share. */
interface PageSession extends SharedTokens {
  /** Our own application, which signs in itself and stores the session; otherwise a third-party page. */
  isApplication: boolean;
  identity: Promise<CognitoClient> | null;
  providers: Map<string, Promise<TokenService>>;
  started: Promise<void> | null;
  /** The language tag that the page chose; null: the user's own language. */
  locale: string | null;
}

export const shared = pageWide<PageSession>('session', () => ({
  held: null,
  pending: null,
  provider: null,
  idpName: null,
  isApplication: false,
  identity: null,
  providers: new Map(),
  started: null,
  locale: null,
}));

/** Written by the session store only; everything else reads `session`. */
export const state = pageWideSignal<SessionState>('session-state', { status: 'starting' });

/** The session of this page; shared by all elements, also of two versions of Verva. */
export const session = state as ReadonlySignal<SessionState>;

/**
 * The session whose content is on the page: kept after the session has expired, until the user signs in again or signs
 * out.
 */
export const shownSession = followShown(state);

/** Interface data that may be lost: `vva_` in localStorage, for an hour by default. */
export const uiStorage = createTimedStorage(() => localStorage);

/** Our own application without a token provider: it signs in itself and stores the session. */
export const isOurs = () => shared.isApplication && !shared.provider;

/** Whether this is a third-party page, on which elements offer to sign in themselves. */
export const isForeignPage = (): boolean => !shared.isApplication;

/** Replaces the page's source of tokens; null removes it. The next start loads a session of its own. */
export function provide(provider: TokenProvider | null): void {
  shared.provider = provider;
  shared.held = null;
  shared.pending = null;
  shared.started = null;
}
