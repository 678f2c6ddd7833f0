import { promises as dns, type LookupAddress } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

interface WebhookRequest {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  /** Lets the target recognise a repeated attempt. */
  readonly idempotencyKey?: string;
}

export interface WebhookReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed if the target declares JSON, else text. */
  readonly body: unknown;
}

export type WebhookFault = 'not_allowed' | 'private_address' | 'unreachable' | 'timeout' | 'too_large' | 'invalid';

export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.fault = fault;
  }
}

export interface WebhookSender {
  /** Returns a response with any status, including redirects. Throws WebhookError when there is no response. */
  send(request: WebhookRequest): Promise<WebhookReply>;
}

export interface CheckingSender extends WebhookSender {
  /** Whether requests to this address are possible; names are not resolved. */
  mayCall(address: string): boolean;
}

export interface WebhookOptions {
  /** Allowed hosts: `hooks.example.org`, `*.example.org`, `example.org:8443`; `http://…` allows requests without TLS. */
  readonly allow: readonly string[];
  /** Also calls other hosts, by https at public addresses. Hosts of the list may then have private addresses. */
  readonly isOpen?: boolean;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly resolve?: (host: string) => Promise<LookupAddress[]>;
  /** Addresses that may be connected to; public ones by default. */
  readonly isAllowedAddress?: (address: string) => boolean;
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Set by Verva or by the connection; a process cannot set them. */
const OWN_HEADERS =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*)$/i;

/**
 * Creates a sender that calls only allowed hosts at public addresses. The name is resolved once, the addresses are checked,
 * and the connection uses a checked address, so that a different second DNS response has no effect.
 */
export function createWebhookSender(options: WebhookOptions): CheckingSender {
  const { allow, isOpen = false, timeoutMs = 10_000, maxBytes = 1 << 20, isAllowedAddress = isPublic } = options;
  const resolve = options.resolve ?? ((host: string) => dns.lookup(host, { all: true, verbatim: true }));
  const rules = allow.map(parseRule);
  const isOnList = (url: URL) => rules.some((rule) => matches(rule, url));
  const isCalled = (url: URL) => isOnList(url) || (isOpen && url.protocol === 'https:');
  return {
    mayCall(address) {
      const url = URL.parse(address);
      if (url === null || !isCalled(url)) return false;
      const host = url.hostname.replace(/^\[|\]$/g, '');
      return isIP(host) === 0 || (isOpen && isOnList(url)) || isAllowedAddress(host);
    },
    async send(request) {
      const url = parseUrl(request.url);
      const isListed = isOnList(url);
      if (!isCalled(url)) {
        throw new WebhookError('not_allowed', `${url.host} is not on the list of allowed targets.`);
      }
      const method = (request.method ?? 'POST').toUpperCase();
      if (!METHODS.has(method)) throw new WebhookError('invalid', `${method} is not a method for webhooks.`);
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        const address = await race(addressOf(url, resolve, isOpen && isListed ? () => true : isAllowedAddress), signal);
        return await call(url, method, request, address, signal, maxBytes);
      } catch (error) {
        if (error instanceof WebhookError) throw error;
        if (signal.aborted)
          throw new WebhookError('timeout', `${url.host} did not answer within ${timeoutMs / 1000} s.`);
        throw new WebhookError(
          'unreachable',
          `${url.host} cannot be reached (${(error as NodeJS.ErrnoException).code ?? 'failed'}).`,
        );
      }
    },
  };
}

/** Whether an address is on the public internet: not loopback, private, link-local, carrier-grade, multicast or mapped. */
export function isPublic(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

interface Rule {
  readonly protocol: string;
  readonly host: string;
  readonly port: string;
}

function parseRule(text: string): Rule {
  const { protocol, hostname, port } = new URL(text.includes('://') ? text : `https://${text}`);
  // URL keeps the asterisk in a host name.
  return { protocol, host: hostname.toLowerCase(), port };
}

function matches(rule: Rule, url: URL): boolean {
  if (url.protocol !== rule.protocol || url.port !== rule.port) return false;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  return rule.host.startsWith('*.') ? host.endsWith(rule.host.slice(1)) : host === rule.host;
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new WebhookError('invalid', 'The address of a webhook begins with https://.');
  if (url.username || url.password)
    throw new WebhookError('invalid', 'The address of a webhook must not hold a password.');
  return url;
}

async function addressOf(
  url: URL,
  resolve: (host: string) => Promise<LookupAddress[]>,
  isAllowed: (address: string) => boolean,
): Promise<LookupAddress> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host);
  const first = addresses[0];
  if (!first) throw new WebhookError('unreachable', `${url.host} has no address.`);
  if (!addresses.every(({ address }) => isAllowed(address))) {
    throw new WebhookError('private_address', `${url.host} has an address inside a private network.`);
  }
  return first;
}

function call(
  url: URL,
  method: string,
  { headers = {}, body, idempotencyKey }: WebhookRequest,
  { address, family }: LookupAddress,
  signal: AbortSignal,
  maxBytes: number,
): Promise<WebhookReply> {
  const content = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const own = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    let outgoing: ClientRequest;
    try {
      outgoing = send(url, {
        method,
        signal,
        agent: false,
        headers: {
          ...(content
            ? { 'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json' }
            : {}),
          ...Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value])),
          'user-agent': 'verva',
          'accept-encoding': 'identity',
          ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
          ...(content ? { 'content-length': content.length } : {}),
        },
        lookup: (_host, { all }, done) =>
          all ? done(null, [{ address, family }] as never) : done(null, address as never, family),
      });
    } catch (error) {
      reject(new WebhookError('invalid', `The request to ${url.host} cannot be made: ${(error as Error).message}`));
      return;
    }
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => read(incoming, url, maxBytes).then(resolve, reject));
    outgoing.end(content);
  });
}

async function read(incoming: IncomingMessage, url: URL, maxBytes: number): Promise<WebhookReply> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      incoming.destroy();
      throw new WebhookError('too_large', `The answer of ${url.host} is larger than ${maxBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
  return { status: incoming.statusCode ?? 0, headers, body: parse(text, headers['content-type'] ?? '') };
}

function parse(text: string, type: string): unknown {
  if (!/[/+]json\b/i.test(type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    // The target declares JSON but sends something else: the text is returned.
    return text;
  }
}

function race<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
