import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { compressAnswers } from './compressed.ts';

const app = Fastify();
compressAnswers(app);
const long = JSON.stringify(Array.from({ length: 200 }, (_, index) => ({ name: `Kontrolli taotlust ${index} ✓` })));
const json = 'application/json; charset=utf-8';
app.get('/list', (_request, reply) => reply.header('vary', 'Origin').type(json).send(long));
app.get('/short', (_request, reply) => reply.type(json).send('{"name":"short"}'));
app.get('/picture', (_request, reply) => reply.type('image/png').send(long));
app.post('/secret', (_request, reply) => reply.type(json).send(long));
after(() => app.close());

const ask = (url: string, accepted: string, method: 'GET' | 'POST' | 'HEAD' = 'GET') =>
  app.inject({ url, method, headers: { 'accept-encoding': accepted } });

test('TSK-20 a list is compressed as its reader accepts, with the headers for caches', async () => {
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1.0, *;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (content: Buffer) => content],
    ['', undefined, (content: Buffer) => content],
  ] as const) {
    const { headers, rawPayload } = await ask('/list', accepted);
    assert.equal(headers['content-encoding'], encoding, accepted);
    assert.equal(headers.vary, 'Origin, accept-encoding');
    assert.equal(Number(headers['content-length']), rawPayload.length);
    assert.equal(unpack(rawPayload).toString(), long);
    if (encoding) assert.ok(rawPayload.length * 5 < Buffer.byteLength(long), `${rawPayload.length} bytes`);
  }
});

test('short responses, other media types, and responses to requests with a body are not compressed', async () => {
  for (const [url, method] of [
    ['/short', 'GET'],
    ['/picture', 'GET'],
    ['/secret', 'POST'],
  ] as const) {
    const { headers } = await ask(url, 'br, gzip', method);
    assert.equal(headers['content-encoding'], undefined, url);
  }
});
