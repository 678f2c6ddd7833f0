import type { IssuerCheck } from '../../../../shared/contracts/issuers.contract.ts';
import { type IssuerKind, isAnyDirectory, keysAt } from '../../../../shared/contracts/issuers.rules.ts';
import { discoveryAddress } from '../../../platform/auth/provider-requests.ts';
import { type CheckingSender, WebhookError, type WebhookReply } from '../../../platform/webhook.ts';
import * as rules from './documents.rules.ts';
import { type Fault, type Finding, findingOf } from './finding.ts';

/** Tokens are accepted this much before and after their time. */
const CLOCK_TOLERANCE_S = 60;

/** A provider as it is entered, before or after it is saved. */
export interface CheckedProvider {
  readonly kind: IssuerKind;
  readonly issuer: string;
  readonly clientId: string;
  readonly jwksUri?: string | undefined;
  readonly algorithms?: readonly string[] | undefined;
}

export interface CheckOptions {
  readonly requests: CheckingSender;
  /** Origin of the application, whose pages call the provider. */
  readonly origin: string;
  readonly clock: () => Date;
}

type Answer = { readonly reply: WebhookReply } | { readonly fault: Fault };

/** Tests whether users can sign in by a provider, as far as that is visible without an account. Saves nothing. */
export async function checkProvider(provider: CheckedProvider, options: CheckOptions): Promise<Finding[]> {
  const { issuer, kind } = provider;
  const address = addressFault(issuer);
  if (address) return [findingOf('address', address)];
  const url = discoveryAddress(issuer);
  const discovery = await ask(options, { url, origin: options.origin });
  if ('fault' in discovery) return [findingOf(placeOf(discovery.fault), discovery.fault)];
  const body = documentOf(discovery.reply, url);
  if ('fault' in body) return [findingOf('address', undefined), findingOf('discovery', body.fault)];
  const { document } = body;
  const endpoints = rules.endpointFault(document, options.requests.mayCall);
  const keys = await checkKeys(provider, document, options);
  const findings = [
    findingOf('address', undefined),
    findingOf('discovery', undefined),
    findingOf('issuer', rules.issuerFault(document, issuer)),
    findingOf('endpoints', endpoints),
    findingOf('keys', keys.fault),
    findingOf('algorithms', keys.algorithmFault),
    findingOf('pkce', rules.pkceFault(document)),
    findingOf('clock', clockFault(discovery.reply, options.clock())),
    findingOf('authTime', rules.authTimeFault(document)),
  ];
  const cors = corsFault(discovery.reply, url, options.origin);
  if (endpoints || cors)
    return [...findings, findingOf('cors', cors)].filter(({ check, level }) => check !== 'cors' || level !== 'ok');
  const token = await checkToken({ ...provider, kind }, String(document.token_endpoint), options);
  return [...findings, ...token];
}

function addressFault(issuer: string): Fault | undefined {
  if (isAnyDirectory(issuer)) return { code: 'anyDirectory' };
  const url = URL.parse(issuer);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && !/[?#\s]/.test(issuer) && url.username === '';
  return isPlain ? undefined : { code: 'malformed' };
}

/** Refusals of an address are faults of the address, all others of the document. */
const placeOf = ({ code }: Fault): IssuerCheck =>
  code === 'private' || code === 'notAllowed' ? 'address' : 'discovery';

const FAULTS = {
  not_allowed: 'notAllowed',
  private_address: 'private',
  unreachable: 'unreachable',
  timeout: 'timeout',
  too_large: 'tooLarge',
  invalid: 'malformed',
} as const;

interface Question {
  readonly url: string;
  readonly origin: string;
  readonly method?: 'GET' | 'POST' | 'OPTIONS';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function ask(
  { requests }: CheckOptions,
  { url, origin, method = 'GET', headers = {}, body }: Question,
): Promise<Answer> {
  try {
    const reply = await requests.send({
      url,
      method,
      headers: { accept: 'application/json', origin, ...headers },
      ...(body !== undefined && { body }),
    });
    return { reply };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    return { fault: { code: FAULTS[error.fault], params: { host: rules.shown(URL.parse(url)?.host) } } };
  }
}

function documentOf(
  { status, body }: WebhookReply,
  url: string,
): { readonly document: Record<string, unknown> } | { readonly fault: Fault } {
  if (status >= 300 && status < 400) return { fault: { code: 'redirect', params: { url } } };
  if (status !== 200) return { fault: { code: 'status', params: { url, status } } };
  const document = typeof body === 'string' ? parsed(body) : body;
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return { fault: { code: 'notJson', params: { url } } };
  }
  return { document: document as Record<string, unknown> };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Reported as no document.
    return undefined;
  }
}

/** Reads the keys from where they are taken for signing in. */
async function checkKeys(
  { kind, issuer, jwksUri, algorithms }: CheckedProvider,
  document: Record<string, unknown>,
  options: CheckOptions,
): Promise<{ readonly fault: Fault | undefined; readonly algorithmFault: Fault | undefined }> {
  const theirs = typeof document.jwks_uri === 'string' ? document.jwks_uri : undefined;
  const url = jwksUri || keysAt(kind, issuer) || theirs;
  const algorithmFault = rules.algorithmFault(document, algorithms);
  if (url === undefined) return { fault: { code: 'missing', params: { name: 'jwks_uri' } }, algorithmFault };
  const answer = await ask(options, { url, origin: options.origin });
  if ('fault' in answer) return { fault: answer.fault, algorithmFault };
  const body = documentOf(answer.reply, url);
  if ('fault' in body) return { fault: body.fault, algorithmFault };
  const fault = rules.keyFault(body.document, url);
  if (fault) return { fault, algorithmFault };
  const moved: Fault | undefined =
    theirs !== undefined && theirs !== url
      ? { code: 'otherKeys', level: 'warning', params: { theirs: rules.shown(theirs), ours: url } }
      : undefined;
  const offered = [document.id_token_signing_alg_values_supported].flat() as string[];
  return { fault: moved, algorithmFault: algorithmFault ?? rules.keyForFault(body.document, algorithms ?? offered) };
}

function clockFault({ headers }: WebhookReply, now: Date): Fault | undefined {
  const theirs = Date.parse(headers.date ?? '');
  if (Number.isNaN(theirs)) return { code: 'noClock', level: 'warning' };
  const seconds = Math.round(Math.abs(theirs - now.getTime()) / 1000);
  return seconds > CLOCK_TOLERANCE_S ? { code: 'clockOff', params: { seconds } } : undefined;
}

/** Whether a page of the application may read the response. */
function corsFault({ headers }: WebhookReply, url: string, origin: string): Fault | undefined {
  const allowed = headers['access-control-allow-origin'];
  return allowed === '*' || allowed === origin ? undefined : { code: 'cors', params: { url, origin } };
}

/**
 * Asks the token endpoint for a preflight, and with a code that cannot be valid: a provider that knows the client complains
 * about the code.
 */
async function checkToken({ clientId }: CheckedProvider, url: string, options: CheckOptions): Promise<Finding[]> {
  const { origin } = options;
  const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
  const preflight = await ask(options, { url, origin, method: 'OPTIONS', headers: asked });
  if ('fault' in preflight) return [findingOf('endpoints', preflight.fault)];
  const body = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: 'verva-test', client_id: clientId },
    ...{ redirect_uri: `${origin}/callback`, code_verifier: 'v'.repeat(43) },
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await ask(options, { url, origin, method: 'POST', headers, body: body.toString() });
  if ('fault' in answer) return [findingOf('endpoints', answer.fault)];
  // A preflight that fails stops browsers that send one; the response itself must be readable in any case.
  const cors = corsFault(preflight.reply, url, origin) ?? corsFault(answer.reply, url, origin);
  return [findingOf('cors', cors), findingOf('client', clientFault(answer.reply, clientId))];
}

function clientFault({ body }: WebhookReply, clientId: string): Fault | undefined {
  const error = (body as { error?: unknown } | null)?.error;
  if (error === 'invalid_grant') return undefined;
  const params = { theirs: rules.shown(error), ours: clientId };
  if (error === 'invalid_client' || error === 'unauthorized_client') return { code: 'unknownClient', params };
  return { code: 'unclearClient', level: 'warning', params };
}
