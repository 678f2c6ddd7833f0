import { type CheckingSender, createWebhookSender, type WebhookSender } from '../webhook.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 512_000;
const ACCEPT = 'application/json, application/jwk-set+json';

/** Reads a JSON document of an identity provider. Rejects when there is none. */
export type ReadDocument = (url: string) => Promise<unknown>;

/**
 * Requests to addresses that an organisation's administrator has named: by https, to public addresses, within 5 s and
 * 512 kB, without following redirects. Only `privateHosts` may be inside a private network.
 */
export function createProviderRequests(privateHosts: readonly string[]): CheckingSender {
  return createWebhookSender({ allow: privateHosts, isOpen: true, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES });
}

export function documentReader(requests: WebhookSender): ReadDocument {
  return async (url) => {
    const { status, body } = await requests.send({ url, method: 'GET', headers: { accept: ACCEPT } });
    if (status !== 200) throw new Error(`status ${status}`);
    return typeof body === 'string' ? JSON.parse(body) : body;
  };
}

/** Reads an address that the operator has named, which may be inside a private network. */
export const readAnywhere: ReadDocument = async (url) => {
  const reply = await fetch(url, {
    headers: { accept: ACCEPT },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (reply.status !== 200) throw new Error(`status ${reply.status}`);
  return reply.json();
};

export const discoveryAddress = (issuer: string): string =>
  `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
