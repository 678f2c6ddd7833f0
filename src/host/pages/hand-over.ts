import { call } from '../../shared/api/index.ts';
import { getEmbedOffer } from '../../shared/contracts/embed.contract.ts';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { handOverToken, type TokenMessage } from '../../shared/session/index.ts';

/** `lost`: the opening window is gone; `refused`: its origin may not receive a token; `ended`: the session has just ended. */
export type HandOver = 'done' | 'refused' | 'lost' | 'ended';

export interface Opener {
  /** Origin claimed by the opening page. The browser delivers the message to this origin only. */
  readonly origin: string;
  readonly nonce: string;
}

/** Posts the short-lived ID token, never the refresh token, to the opening window if its origin is trusted. */
export async function handOver({ origin, nonce }: Opener, session: Session): Promise<HandOver> {
  const opener: unknown = window.opener;
  if (!isWindow(opener)) return 'lost';
  if (!isOrigin(origin) || nonce === '' || !(await mayHave(origin, session))) return 'refused';
  const token = await handOverToken();
  if (!token) return 'ended';
  opener.postMessage({ type: 'verva-token', nonce, ...token } satisfies TokenMessage, origin);
  return 'done';
}

/**
 * The token gives access to every organisation of the account, so each of them must trust the origin. Otherwise one
 * organisation could use its own list to read what its consultants may see in others.
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
