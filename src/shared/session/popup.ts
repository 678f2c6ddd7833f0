import { randomId } from '../page/random.ts';
import type { HandedToken } from './environment.ts';

/**
 * Result of a sign-in window. `blocked`: the browser did not open it; `closed`: it was closed, or disconnected from
 * this page, without a token.
 */
export type PopupOutcome =
  | { readonly kind: 'token'; readonly token: HandedToken }
  | { readonly kind: 'blocked' }
  | { readonly kind: 'closed' };

/** Message with which the pop-up hands over its token. */
export interface TokenMessage extends HandedToken {
  readonly type: 'verva-token';
  readonly nonce: string;
}

/** Opening it a second time brings the same window to the front. */
const WINDOW_NAME = 'verva-sign-in';
const FEATURES = 'popup,width=480,height=720';
const LOOK_MS = 300;
/** A message can arrive after its window has closed. */
const LAST_MESSAGE_MS = 1000;

/**
 * Opens the application's `/popup-login` and waits for its token. Call it from a click. `base` is the application's
 * address, `query` its parameters; this page's origin and a nonce are added.
 */
export function askPopup(base: string, query: Readonly<Record<string, string>> = {}): Promise<PopupOutcome> {
  const application = new URL(base).origin;
  const nonce = randomId();
  const url = new URL('/popup-login', application);
  for (const [name, value] of Object.entries({ ...query, origin: location.origin, nonce })) {
    url.searchParams.set(name, value);
  }
  const popup = open(url, WINDOW_NAME, FEATURES);
  if (!popup) return Promise.resolve({ kind: 'blocked' });
  return new Promise((resolve) => {
    const end = (outcome: PopupOutcome) => {
      clearInterval(poll);
      removeEventListener('message', listen);
      resolve(outcome);
    };
    const listen = ({ source, origin, data }: MessageEvent) => {
      // All three: our window, showing our application, answering this request.
      if (source !== popup || origin !== application || !isTokenMessage(data) || data.nonce !== nonce) return;
      end({ kind: 'token', token: { idToken: data.idToken, expiresIn: data.expiresIn } });
      popup.close();
    };
    const poll = setInterval(() => {
      if (!popup.closed) return;
      clearInterval(poll);
      setTimeout(() => end({ kind: 'closed' }), LAST_MESSAGE_MS);
    }, LOOK_MS);
    addEventListener('message', listen);
  });
}

function isTokenMessage(data: unknown): data is TokenMessage {
  const { type, nonce, idToken, expiresIn } = (data ?? {}) as Record<string, unknown>;
  return (
    type === 'verva-token' &&
    typeof nonce === 'string' &&
    typeof idToken === 'string' &&
    typeof expiresIn === 'number' &&
    expiresIn > 0
  );
}
