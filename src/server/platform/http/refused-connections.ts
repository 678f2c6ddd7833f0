import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode, type ErrorParams } from '../../../shared/contracts/errors.ts';
import { PROBLEM_MEDIA_TYPE, problemDocument } from './problems.ts';

/** After the response, a client that continues to send is disconnected after this time. */
const LINGER_MS = 500;

/** Parser errors by the code of Node.js; everything else is `request.malformed`. */
const BY_PARSER: Readonly<Record<string, readonly [ErrorCode, ErrorParams?]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request.timeout'],
  HPE_HEADER_OVERFLOW: ['request.headers_too_large', { limit: '16 kB' }],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['request.too_large', { limit: '16 kB' }],
};

/** Responds to input that never becomes a request: malformed, too slow, or with too large headers. */
export function refuseConnection(error: Error & { code?: string }, socket: Duplex): void {
  // Part of a response was sent: another one would be read as its body.
  const { _httpMessage: response } = socket as Duplex & { _httpMessage?: { headersSent?: boolean } };
  if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) {
    socket.destroy();
    return;
  }
  write(socket, ...(BY_PARSER[error.code ?? ''] ?? (['request.malformed'] as const)));
}

/** Responds where the Node.js server would respond without a document or not at all. */
export function refuseUnknown(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => write(socket, 'request.method'));
  server.on('checkExpectation', ({ socket }: IncomingMessage) => write(socket, 'request.expectation'));
}

function write(socket: Duplex, code: ErrorCode, params: ErrorParams = {}): void {
  const { status } = ERRORS[code];
  const id = randomUUID();
  const body = JSON.stringify(problemDocument(code, params, id));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `content-type: ${PROBLEM_MEDIA_TYPE}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'content-language: en',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `x-request-id: ${id}`,
    'connection: close',
  ];
  socket.on('error', () => socket.destroy());
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
