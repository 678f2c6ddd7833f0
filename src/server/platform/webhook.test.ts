import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { createWebhookSender, isPublic, WebhookError, type WebhookFault, type WebhookOptions } from './webhook.ts';

const seen: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  seen.push({ url: request.url ?? '', headers: request.headers, body });
  answer(request.url ?? '', response);
});
let port = 0;

before(
  () =>
    new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        port = (server.address() as { port: number }).port;
        resolve();
      });
    }),
);
after(() => {
  server.closeAllConnections();
  server.close();
});

function answer(url: string, response: ServerResponse): void {
  if (url === '/json') response.setHeader('content-type', 'application/json').end('{"ok":true}');
  else if (url === '/moved') response.writeHead(302, { location: 'http://127.0.0.1/secret' }).end();
  else if (url === '/large') response.end('x'.repeat(5000));
  else if (url === '/broken') response.setHeader('content-type', 'application/json').end('{not json');
  else if (url !== '/silent') response.writeHead(500).end('no');
}

/** A sender for the local server under a public-looking name. */
function sender(options: Partial<WebhookOptions> = {}) {
  return createWebhookSender({
    allow: [`http://hooks.example:${port}`],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isAllowedAddress: () => true,
    ...options,
  });
}

const refused = (fault: WebhookFault) => (error: unknown) => error instanceof WebhookError && error.fault === fault;
const at = (path: string, host = 'hooks.example') => `http://${host}:${port}${path}`;

test('a request reaches its target with body, headers and key, under its host name', async () => {
  const headers = { 'X-From': 'process', Host: 'evil.example', 'Content-Length': '1' };
  const reply = await sender().send({ url: at('/json'), headers, body: { a: 'õ' }, idempotencyKey: 'key-1' });
  assert.deepEqual([reply.status, reply.body], [200, { ok: true }]);
  const last = seen.at(-1)!;
  assert.deepEqual(JSON.parse(last.body), { a: 'õ' });
  assert.equal(last.headers.host, `hooks.example:${port}`);
  assert.equal(last.headers['x-from'], 'process');
  assert.equal(last.headers['idempotency-key'], 'key-1');
  assert.equal(last.headers['content-type'], 'application/json');
});

test('only hosts, ports and schemes of the list are called', async () => {
  const before = seen.length;
  for (const url of [
    at('/json', 'other.example'),
    'http://hooks.example/json',
    `https://hooks.example:${port}/json`,
    at('/json', 'x.hooks.example'),
  ]) {
    await assert.rejects(sender().send({ url }), refused('not_allowed'), url);
  }
  for (const url of ['ftp://hooks.example/', 'file:///etc/passwd', 'nothing', `http://a:b@hooks.example:${port}/`]) {
    await assert.rejects(sender().send({ url }), refused('invalid'), url);
  }
  await assert.rejects(sender().send({ url: at('/json'), method: 'CONNECT' }), refused('invalid'));
  await assert.rejects(sender().send({ url: at('/json'), headers: { 'x-a': 'b\r\nx-c: d' } }), refused('invalid'));
  assert.equal(seen.length, before);
});

test('a list entry with an asterisk matches subdomains and not the domain itself', async () => {
  const allow = [`http://*.example:${port}`];
  assert.equal((await sender({ allow }).send({ url: at('/json', 'a.b.example') })).status, 200);
  await assert.rejects(sender({ allow }).send({ url: at('/json', 'example') }), refused('not_allowed'));
  await assert.rejects(sender({ allow }).send({ url: at('/json', 'evilexample') }), refused('not_allowed'));
});

test('a name that resolves to a private address is refused, also when only one of several is', async () => {
  const before = seen.length;
  const isAllowedAddress = isPublic;
  const at127 = sender({ isAllowedAddress });
  await assert.rejects(at127.send({ url: at('/json') }), refused('private_address'));
  const mixed = sender({
    isAllowedAddress,
    resolve: async () => ['8.8.8.8', '10.0.0.1'].map((address) => ({ address, family: 4 })),
  });
  await assert.rejects(mixed.send({ url: at('/json') }), refused('private_address'));
  const literal = sender({
    isAllowedAddress,
    allow: [`http://127.0.0.1:${port}`, `http://[::1]:${port}`, `http://2130706433:${port}`],
  });
  for (const host of ['127.0.0.1', '[::1]', '2130706433', '0x7f.1']) {
    await assert.rejects(literal.send({ url: at('/json', host) }), refused('private_address'), host);
  }
  assert.equal(seen.length, before);
});

test('private, local, mapped and reserved addresses are not public', () => {
  const inside = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    'nothing',
  ];
  for (const address of inside) assert.equal(isPublic(address), false, address);
  for (const address of ['8.8.8.8', '193.40.0.1', '2a00:1450:4010::1']) assert.equal(isPublic(address), true, address);
});

test('the name is resolved once and the connection goes to the checked address', async () => {
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  };
  assert.equal((await sender({ resolve }).send({ url: at('/json') })).status, 200);
  assert.equal(asked, 1);
});

test('redirects are not followed', async () => {
  const before = seen.length;
  const reply = await sender().send({ url: at('/moved') });
  assert.equal(reply.status, 302);
  assert.equal(seen.length, before + 1);
});

test('timeouts, large responses and unreachable targets have separate errors', async () => {
  await assert.rejects(sender({ timeoutMs: 100 }).send({ url: at('/silent') }), refused('timeout'));
  const slowNames = sender({ timeoutMs: 100, resolve: () => new Promise(() => undefined) });
  await assert.rejects(slowNames.send({ url: at('/json') }), refused('timeout'));
  await assert.rejects(sender({ maxBytes: 1000 }).send({ url: at('/large') }), refused('too_large'));
  const unresolvable = sender({
    resolve: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  });
  await assert.rejects(unresolvable.send({ url: at('/json') }), refused('unreachable'));
});

test('an invalid JSON response stays text, and a failure status is a response', async () => {
  assert.equal((await sender().send({ url: at('/broken') })).body, '{not json');
  assert.deepEqual(
    await sender()
      .send({ url: at('/no'), body: 'plain' })
      .then(({ status, body }) => [status, body]),
    [500, 'no'],
  );
  assert.match(seen.at(-1)!.headers['content-type']!, /^text\/plain/);
});
