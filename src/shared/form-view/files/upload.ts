import { ApiError, errorOf } from '../../api/api-error.ts';
import { apiUrl } from '../../api/base.ts';
import { chosenTenant } from '../../api/tenant.ts';
import { currentToken } from '../../api/tokens.ts';
import type { Endpoint, ReplyOf } from '../../contracts/endpoint.ts';
import { language, localeOf } from '../../locale/language.ts';

export interface UploadOptions {
  readonly id: string;
  /** Sent before the file. */
  readonly fields: Readonly<Record<string, string>>;
  /** Retrying with the same key stores the file once. */
  readonly idempotencyKey: string;
  readonly signal: AbortSignal;
  /** The share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Uploads a file to a multipart endpoint with progress, which `fetch` does not report. A rejected token is renewed
 * once. Throws like `call`.
 */
export async function upload<E extends Endpoint>(endpoint: E, file: File, options: UploadOptions): Promise<ReplyOf<E>> {
  const token = await currentToken();
  let answer = await send(endpoint, file, options, token);
  if (answer.status === 401 && token !== null) {
    const renewed = await currentToken({ force: true });
    if (renewed !== null && renewed !== token) answer = await send(endpoint, file, options, renewed);
  }
  if (!answer.ok) throw await errorOf(answer);
  return (await answer.json()) as ReplyOf<E>;
}

function send(
  { method, path }: Endpoint,
  file: File,
  { id, fields, idempotencyKey, signal, onProgress }: UploadOptions,
  token: string | null,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open(method, apiUrl(path.replace('{id}', encodeURIComponent(id))));
  request.setRequestHeader('Accept-Language', localeOf(language.peek()));
  request.setRequestHeader('Idempotency-Key', idempotencyKey);
  if (token !== null) {
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    const tenant = chosenTenant.peek();
    if (tenant !== null) request.setRequestHeader('Verva-Tenant', tenant);
  }
  const abort = () => request.abort();
  signal.addEventListener('abort', abort);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => {
    const headers = new Headers();
    for (const name of ['content-type', 'x-request-id']) {
      const value = request.getResponseHeader(name);
      if (value !== null) headers.set(name, value);
    }
    resolve(new Response(request.responseText, { status: request.status, headers }));
  };
  request.onerror = () => reject(new ApiError('network', 0));
  request.onabort = () => reject(signal.reason ?? new DOMException('Aborted', 'AbortError'));
  request.onloadend = () => signal.removeEventListener('abort', abort);
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file, file.name);
  request.send(body);
  return promise;
}
