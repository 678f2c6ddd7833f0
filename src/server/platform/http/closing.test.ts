import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { endConnections, trackUnused } from './closing.ts';

/** Longer than any test: no assertion may depend on it. */
const NEVER_MS = 2 ** 31 - 1;

test('an idle connection does not delay a stop, and one with a pending response does', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<() => void>();
  const server = createServer((_request, reply) => arrive(() => reply.end('done')));
  const unused = trackUnused(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const silent = connect(port, '127.0.0.1');
  const ended = new Promise<void>((done) => silent.once('close', () => done()));
  const body = new Promise<string>((done, fail) => {
    const sent = request({ port, host: '127.0.0.1', agent: false }, async (reply) => {
      done((await reply.toArray()).join(''));
    });
    sent.on('error', fail).end();
  });
  const answer = await arrived;
  let isClosed = false;
  const closing = new Promise<void>((done) => server.close(() => done())).then(() => {
    isClosed = true;
  });
  const stopped = endConnections(server, unused, closing, NEVER_MS);
  await ended;
  assert.equal(isClosed, false);
  answer();
  assert.equal(await body, 'done');
  await stopped;
});

test('after the grace period a pending request is cut off', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const server = createServer(() => arrive());
  const unused = trackUnused(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const failed = new Promise<Error>((done) => {
    request({ port, host: '127.0.0.1', agent: false }).on('error', done).end();
  });
  await arrived;
  const closing = new Promise<void>((done) => server.close(() => done()));
  await endConnections(server, unused, closing, 1);
  assert.match((await failed).message, /socket hang up|ECONNRESET/);
});
