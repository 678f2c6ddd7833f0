import { call } from '../../shared/api/index.ts';
import { getEmbedOffer } from '../../shared/contracts/embed.contract.ts';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { handOverToken, type TokenMessage } from '../../shared/session/index.ts';

/** `lost`: there is no window to hand anything to; `refused`: its page may not have a token; `ended`: the session has just ended. */
export type HandOver = 'done' | 'refused' | 'lost' | 'ended';

export interface Asker {
  /** The origin that the asking page says it has. The browser delivers to a page of this very origin, or not at all. */
  readonly origin: string;
  readonly nonce: string;
}

/** Gives the short id token, never the refresh token, to the window that opened this one, when its page may have it. */
export async function handOver({ origin, nonce }: Asker, session: Session): Promise<HandOver> {
  const asker: unknown = window.opener;
  if (!isWindow(asker)) return 'lost';
  if (!isOrigin(origin) || nonce === '' || !(await mayHave(origin, session))) return 'refused';
  const token = await handOverToken();
  if (!token) return 'ended';
  asker.postMessage({ type: 'verva-token', nonce, ...token } satisfies TokenMessage, origin);
  return 'done';
}

/**
 * The token opens every organisation that the account is known in, so every one of them must trust the page. Else an
 * organisation could, by its own list, get at what its consultants may see of others.
 */
async function mayHave(origin: string, { tenants }: Session): Promise<boolean> {
  if (origin === location.origin) return true;
  const offers = await Promise.all(
    tenants.map(({ tenantId: tenant }) => call(getEmbedOffer, { params: { tenant }, query: { origin }, auth: false })),
  );
  return offers.length > 0 && offers.every(({ allowed }) => allowed);
}

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

const isWindow = (value: unknown): value is Window => typeof value === 'object' && value !== null;
