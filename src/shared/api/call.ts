import wretch from 'wretch';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '../contracts/endpoint.ts';
import { language, localeOf } from '../locale/language.ts';
import { ApiError, asApiError, errorOf } from './api-error.ts';
import { apiUrl } from './base.ts';
import { takePrefetched } from './prefetched.ts';
import { chosenTenant } from './tenant.ts';
import { currentToken, signInAgain } from './tokens.ts';

type QueryValue = string | number | boolean | null | undefined | readonly (string | number | boolean)[];

type Part<Name extends string, Value> = unknown extends Value
  ? { readonly [N in Name]?: undefined }
  : [Value] extends [undefined]
    ? { readonly [N in Name]?: undefined }
    : { readonly [N in Name]: Value };

/** Options of a call. An array in the query is sent as one parameter per item. */
export type CallOptions<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'body', BodyOf<E>> & {
    readonly query?: QueryOf<E> | Readonly<Record<string, QueryValue>> | URLSearchParams;
    /** One per user action, kept for retries, so that the action cannot run twice. */
    readonly idempotencyKey?: string;
    /** The version that was shown when the user started editing. */
    readonly ifMatch?: number | string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    /** `false`: sends no token, even with a session. */
    readonly auth?: boolean;
  };

/**
 * Calls an endpoint and returns its reply. A token that the server no longer accepts is renewed once. Where the sign-in is
 * too old for the request, the user is asked to sign in again, and the request is repeated once.
 * @throws {ApiError} for every unsuccessful response, and with code `network` without a response. An aborted call
 * throws the signal's reason.
 */
export async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<ReplyOf<E>> {
  const response = await callForResponse(endpoint, options);
  if (response.status === 204) return undefined as ReplyOf<E>;
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) return (await response.json()) as ReplyOf<E>;
  return (type.startsWith('text/') ? await response.text() : await response.blob()) as ReplyOf<E>;
}

/** Like `call`, but returns the response itself: for downloads and streams. */
export async function callForResponse<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<Response> {
  const attempt = (token: string | null) => send(endpoint, options as CallOptions<Endpoint>, token);
  if (options.auth === false) return attempt(null);
  try {
    return await withToken(attempt);
  } catch (error) {
    const isTooOld = error instanceof ApiError && error.code === 'session.too_old';
    if (!isTooOld || !(await signInAgain())) throw error;
    options.signal?.throwIfAborted();
    return withToken(attempt);
  }
}

async function withToken(attempt: (token: string | null) => Promise<Response>): Promise<Response> {
  const token = await currentToken();
  try {
    return await attempt(token);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || token === null) throw error;
    const renewed = await currentToken({ force: true });
    if (renewed === null || renewed === token) throw error;
    return attempt(renewed);
  }
}

async function send(endpoint: Endpoint, options: CallOptions<Endpoint>, token: string | null): Promise<Response> {
  const { body, signal } = options as { body?: unknown; signal?: AbortSignal };
  const headers: Record<string, string> = { 'Accept-Language': localeOf(language.peek()), ...options.headers };
  if (token !== null) {
    headers.Authorization = `Bearer ${token}`;
    const tenant = chosenTenant.peek();
    if (tenant !== null) headers['Verva-Tenant'] = tenant;
  }
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.ifMatch !== undefined) {
    headers['If-Match'] = typeof options.ifMatch === 'number' ? `"${options.ifMatch}"` : options.ifMatch;
  }
  const isPlain = body instanceof Blob || body instanceof FormData || typeof body === 'string';
  if (body !== undefined && !isPlain) headers['Content-Type'] = 'application/json';
  const request = wretch(addressOf(endpoint, options))
    .fetchPolyfill((address, init) => {
      // The loader does not support choosing an organisation.
      const mayBePrefetched = endpoint.method === 'GET' && !headers['Verva-Tenant'];
      const prefetched = mayBePrefetched ? takePrefetched(language.peek(), token, address as string) : undefined;
      return prefetched ? prefetched.catch(() => fetch(address, init)) : fetch(address, init);
    })
    .headers(headers)
    .options({ credentials: 'omit', signal })
    .body(isPlain ? body : JSON.stringify(body));
  try {
    return await request
      .customError((_error, response) => errorOf(response))
      .fetch(endpoint.method)
      .res();
  } catch (error) {
    signal?.throwIfAborted();
    throw asApiError(error);
  }
}

/** The absolute address of an endpoint with its parameters filled in. */
function addressOf(endpoint: Pick<Endpoint, 'path'>, options: { params?: unknown; query?: unknown }): string {
  const params = (options.params ?? {}) as Readonly<Record<string, string | number>>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === '') throw new Error(`${endpoint.path}: ${name} is missing.`);
    return encodeURIComponent(value);
  });
  const query = queryText(options.query as URLSearchParams | Readonly<Record<string, QueryValue>> | undefined);
  return apiUrl(path) + (query && `?${query}`);
}

function queryText(query: URLSearchParams | Readonly<Record<string, QueryValue>> | undefined): string {
  if (!query) return '';
  if (query instanceof URLSearchParams) return query.toString();
  const result = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    for (const item of Array.isArray(value) ? value : [value]) result.append(name, String(item));
  }
  return result.toString();
}
