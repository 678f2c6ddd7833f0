import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { as, caller, openPlatform, type Platform } from '../../../../test/support/platform.ts';
import { endpoint } from '../../../shared/contracts/endpoint.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contracts/errors.ts';
import { elapsed } from '../clock.ts';
import type { DatabaseHandle } from '../database.ts';
import { serve } from './serve.ts';

const LIMITS = { headersMs: 300, totalMs: 60_000, windowMs: 300, windowBytes: 300, checkMs: 50 };
const common = { summary: 'Of these tests', who: 'any', scope: 'session', reply: Type.Unknown() } as const;
const read = endpoint({ ...common, method: 'GET', path: '/api/things/{id}' });
const write = endpoint({ ...common, method: 'PUT', path: '/api/things/{id}', body: Type.Unknown() });
const send = endpoint({ ...common, method: 'POST', path: '/api/sent', body: Type.Unknown(), idempotency: 'never' });

let db: DatabaseHandle;
let platform: Platform;
let port: number;

before(async () => {
  db = await openTestDatabase();
  platform = await openPlatform(db, { anna: caller() }, { elapsed }, LIMITS);
  for (const one of [read, write, send]) {
    serve(platform.app, platform.context, one, async ({ body }) => body ?? 'here', { transaction: 'none' });
  }
  await platform.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = platform.app.server.address() as AddressInfo);
});
after(async () => {
  await platform.app.close();
  await db.close();
});

const AUTHORIZATION = `authorization: ${as('anna').authorization}`;

function open(...lines: string[]): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(lines.join('\r\n'));
  return socket;
}

/** Reads until the server closes the connection. */
async function answerOf(socket: Socket) {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  // Not `once` of node:events, which rejects on an error: writing after the server has answered and closed is one.
  await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.split(': ')[1]]));
  return { status: Number(start.split(' ')[1]), headers, body };
}

async function refused(socket: Socket, code: ErrorCode) {
  const { status, headers, body } = await answerOf(socket);
  assert.equal(status, ERRORS[code].status, body);
  assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
  const problem = JSON.parse(body);
  assert.deepEqual([problem.code, problem.status, problem.type], [code, status, `/problems/${code}`]);
  return headers;
}

test('API-05 requests that the HTTP parser refuses get a problem document, too', async () => {
  await refused(open('GET / HTTP/1.1', 'host: x', `x: ${'y'.repeat(20_000)}`, '', ''), 'request.headers_too_large');
  await refused(open(`GET /${'y'.repeat(20_000)} HTTP/1.1`, 'host: x', '', ''), 'request.headers_too_large');
  for (const lines of [
    ['NONSENSE / HTTP/1.1', 'host: x'],
    ['GET / HTTP/9.9', 'host: x'],
    ['GET / HTTP/1.1', 'host: x', 'no header'],
    ['POST / HTTP/1.1', 'host: x', 'content-length: 1', 'transfer-encoding: chunked'],
    ['POST / HTTP/1.1', 'host: x', 'content-length: many'],
    ['GET / HTTP/1.1', 'connection: close'],
  ]) {
    await refused(open(...lines, '', ''), 'request.malformed');
  }
  const chunks = open('POST /api/sent HTTP/1.1', 'host: x', AUTHORIZATION, 'transfer-encoding: chunked', '', 'zz', '');
  await refused(chunks, 'request.malformed');
  await refused(open('CONNECT x:1 HTTP/1.1', 'host: x', '', ''), 'request.method');
  await refused(open('GET / HTTP/1.1', 'host: x', 'expect: nothing', '', ''), 'request.expectation');
});

test('API-05 an address without a route is 404 and an unsupported method 405, for every method', async () => {
  for (const method of METHODS) {
    if (method === 'CONNECT') continue;
    for (const [path, allow] of [
      ['/api/things/7?x=1', 'GET, HEAD, PUT'],
      ['/api/sent/', 'POST'],
      ['/api/nothing', undefined],
    ] as const) {
      if (allow?.includes(method)) continue;
      const start = `${method} ${path} HTTP/1.1`;
      const { status, headers, body } = await answerOf(open(start, 'host: x', 'connection: close', '', ''));
      const expected = allow && method === 'OPTIONS' ? 204 : allow ? 405 : 404;
      assert.deepEqual([status, headers.allow], [expected, allow], `${method} ${path}`);
      if (status === 204 || method === 'HEAD') continue;
      assert.equal(headers['content-type'], 'application/problem+json; charset=utf-8');
      assert.equal(JSON.parse(body).code, allow ? 'request.method' : 'request.not_found');
    }
  }
  const long = await platform.app.inject(`/api/things/${'x'.repeat(501)}`);
  assert.deepEqual([long.statusCode, long.json().code], [414, 'request.uri_too_long']);
});

test('500 concurrent slow headers and bodies are ended, and other requests are answered meanwhile', async () => {
  const post = ['POST /api/sent HTTP/1.1', 'host: x', AUTHORIZATION, 'content-type: application/json'];
  const slow = Array.from({ length: 500 }, (_, index) =>
    index % 2 === 0 ? open('GET / HTTP/1.1', 'host: x', 'x-a: b') : open(...post, 'content-length: 900', '', '"a'),
  );
  const drips = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write('b');
  }, 100);
  const ended = Promise.all(slow.map((socket) => refused(socket, 'request.timeout')));
  let isRunning = true;
  const done = ended.finally(() => {
    isRunning = false;
    clearInterval(drips);
  });
  do {
    const reply = await fetch(`http://127.0.0.1:${port}/api/things/7`, { headers: as('anna') });
    assert.equal(reply.status, 200);
    await reply.text();
  } while (isRunning);
  await done;
});

test('a large body on a slow connection is received as long as data arrives', async () => {
  const text = 'x'.repeat(12_000);
  const head = ['POST /api/sent HTTP/1.1', 'host: x', 'connection: close', AUTHORIZATION];
  const socket = open(...head, 'content-type: application/json', `content-length: ${text.length + 2}`, '', '"');
  const began = elapsed();
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(text.slice(sent, sent + 1000));
    sent += 1000;
    if (sent < text.length) return;
    socket.write('"');
    clearInterval(timer);
  }, 60);
  const { status, body } = await answerOf(socket);
  assert.equal(status, 200, body);
  assert.ok(elapsed() - began > LIMITS.windowMs, 'it took longer than a body without progress may');
});

test('a slow body after a refusal is ended too', async () => {
  const socket = open('POST /api/sent HTTP/1.1', 'host: x', 'content-length: 900', '', '"a');
  assert.equal((await answerOf(socket)).status, 401);
});
