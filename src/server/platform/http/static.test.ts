import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { openPlatform, type Platform } from '../../../../test/support/platform.ts';
import type { DatabaseHandle } from '../database.ts';
import { serveStatic } from './static.ts';

const SCRIPT = 'export const frame = 1;\n'.repeat(100);

describe('the pages of the application', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verva-static-'));
  let db: DatabaseHandle;
  let platform: Platform;
  let idp: Server;
  let issuer = '';
  let discovery: Record<string, unknown> = {};
  let answers = true;
  let asked = 0;

  const connects = async (url = '/login') => {
    const { headers } = await platform.app.inject({ url });
    const policy = String(headers['content-security-policy']);
    return policy
      .split(';')
      .find((part) => part.startsWith('connect-src'))
      ?.split(' ')
      .slice(1);
  };
  const addIssuer = (name: string, iss: string) =>
    db.signinTransaction((tx) =>
      sql`INSERT INTO tenant_issuers (issuer, idp_name, audience, jwks_uri, algs)
        VALUES (${iss}, ${name}, 'verva', ${`${iss}/jwks`}, '{RS256}')`.execute(tx),
    );

  before(async () => {
    for (const part of ['host/assets', 'embed/types']) mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, 'host/index.html'), '<!doctype html>');
    writeFileSync(join(folder, 'host/assets/frame-AAAAaaaa.js'), SCRIPT);
    writeFileSync(join(folder, 'host/assets/frame-AAAAaaaa.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(folder, 'embed/types/verva-elements.d.ts'), 'export {};');
    idp = createServer((_request, reply) => {
      asked += 1;
      reply.writeHead(answers ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(discovery));
    });
    await new Promise<void>((done) => idp.listen(0, '127.0.0.1', done));
    issuer = `http://127.0.0.1:${(idp.address() as AddressInfo).port}`;
    db = await openTestDatabase();
    platform = await openPlatform(db);
    const { context } = platform;
    await serveStatic(platform.app, { ...context, config: { ...context.config, staticDir: folder } });
  });
  after(async () => {
    idp.close();
    await platform.app.close();
    await db.close();
    rmSync(folder, { recursive: true });
  });

  test('LOG-14 LOG-22 they may fetch from sign-in providers, and from no other origin', async () => {
    assert.deepEqual(await connects(), ["'self'"]);
    discovery = {
      issuer,
      token_endpoint: 'https://tokens.corp.test/oauth2/token',
      revocation_endpoint: 'https://tokens.corp.test/oauth2/revoke',
      authorization_endpoint: 'https://pages.corp.test/authorize',
    };
    await addIssuer('corp', issuer);
    await addIssuer('odd', 'javascript:alert(1)');
    platform.clock.pass(60_001);
    assert.deepEqual(await connects(), ["'self'", issuer, 'https://tokens.corp.test']);
    assert.deepEqual(await connects('/inbox?a=b'), ["'self'", issuer, 'https://tokens.corp.test']);
    assert.equal(asked, 1, 'the document is kept');
  });

  test('LOG-22 an unavailable provider, or one with a foreign document, does not affect the page', async () => {
    answers = false;
    platform.clock.pass(3_600_001);
    assert.deepEqual(await connects(), ["'self'", issuer, 'https://tokens.corp.test']);
    await connects();
    assert.equal(asked, 2, 'not asked again at once');
    answers = true;
    discovery = { issuer: 'https://evil.test', token_endpoint: 'https://evil.test/token' };
    platform.clock.pass(60_001);
    assert.deepEqual(await connects(), ["'self'", issuer, 'https://tokens.corp.test']);
    assert.equal(asked, 3);
  });

  test('EMB-02 only the pop-up keeps a window of another site as its opener', async () => {
    const headers = async (url: string) => (await platform.app.inject({ url })).headers;
    const opener = async (url: string) => (await headers(url))['cross-origin-opener-policy'];
    for (const url of ['/popup-login', '/popup-login?origin=x', '/popup-login/']) {
      assert.equal(await opener(url), 'unsafe-none', url);
    }
    for (const url of [
      '/',
      '/login',
      '/callback?code=x',
      '/inbox',
      '/popup-login/x',
      '/popup-loginx',
      '/x?/popup-login',
    ]) {
      assert.equal(await opener(url), 'same-origin-allow-popups', url);
    }
    assert.equal(await opener('/api/nothing'), 'same-origin');
    assert.equal((await headers('/callback?code=x&state=y'))['referrer-policy'], 'no-referrer');
    assert.equal((await headers('/callback?code=x&state=y'))['cache-control'], 'no-store');
    for (const path of ['/task-action/secret', '/unsubscribe/secret/']) {
      assert.equal((await headers(path))['referrer-policy'], 'no-referrer', path);
      assert.equal((await headers(path))['cache-control'], 'no-store', path);
    }
  });

  test('their files are served compressed and cached, and every other address gets the page with its policy', async () => {
    const get = (url: string, accepted = 'br') =>
      platform.app.inject({ url, headers: { 'accept-encoding': accepted } });
    const script = await get('/assets/frame-AAAAaaaa.js?x');
    assert.match(String(script.headers['content-type']), /^(?:text|application)\/javascript/);
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(script.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(script.rawPayload).toString(), SCRIPT);
    assert.equal((await get('/assets/frame-AAAAaaaa.js', 'identity')).body, SCRIPT);
    const again = { 'if-none-match': String(script.headers.etag), 'accept-encoding': 'br' };
    assert.equal((await platform.app.inject({ url: '/assets/frame-AAAAaaaa.js', headers: again })).statusCode, 304);
    for (const url of ['/index.html', '/assets/frame-AAAAaaaa.js.br', '/assets/..%2f..%2fembed', '/assets/']) {
      const { body, headers } = await get(url);
      assert.equal(body, '<!doctype html>', url);
      assert.match(String(headers['content-security-policy']), /connect-src/, url);
    }
  });

  test('EMB-06 the type definitions of the elements are readable by every page and tool', async () => {
    const { headers, statusCode } = await platform.app.inject({ url: '/embed/types/verva-elements.d.ts' });
    assert.equal(statusCode, 200);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cache-control'], 'no-cache');
  });

  test('LOG-22 with an external identity service, they may fetch from it', async () => {
    const elsewhere = await openPlatform(db);
    const { context } = elsewhere;
    const identityEndpoint = 'https://cognito-idp.eu-north-1.amazonaws.com/';
    await serveStatic(elsewhere.app, {
      ...context,
      config: { ...context.config, staticDir: folder, identityEndpoint },
    });
    const policy = (await elsewhere.app.inject({ url: '/login' })).headers['content-security-policy'];
    assert.match(String(policy), /connect-src 'self' https:\/\/cognito-idp\.eu-north-1\.amazonaws\.com[ ;]/);
    await elsewhere.app.close();
  });
});

describe('the scripts of elements', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verva-embed-'));
  const kept = join(folder, 'kept');
  const newest = 'export const a = 1;\n'.repeat(100);
  let db: DatabaseHandle;
  const open: Platform[] = [];

  /** A server with its own build, as after an upgrade; kept builds remain. */
  async function serve(name: string, loader: string, chunk: string): Promise<Platform['app']> {
    const embed = join(folder, name, 'embed');
    for (const path of ['../host', 'c']) mkdirSync(join(embed, path), { recursive: true });
    writeFileSync(join(embed, '../host/index.html'), '<!doctype html>');
    const integrity = { [loader]: 'sha256-x', [chunk]: 'sha256-x' };
    for (const path of ['loader.js', loader, chunk]) {
      const text = `${newest}// ${name}`;
      writeFileSync(join(embed, path), text);
      writeFileSync(join(embed, `${path}.br`), brotliCompressSync(text));
    }
    writeFileSync(join(embed, 'build.json'), JSON.stringify({ version: '0.1.0', loader, integrity, elements: {} }));
    const platform = await openPlatform(db);
    open.push(platform);
    const { context } = platform;
    const config = { ...context.config, staticDir: join(folder, name), embedKeepDir: kept };
    await serveStatic(platform.app, { ...context, config });
    return platform.app;
  }
  const FIRST = ['loader-0.1.0-0123456789ab.js', 'c/inbox-AAAAaaaa.js'] as const;
  const SECOND = ['loader-0.2.0-ba9876543210.js', 'c/inbox-BBBBbbbb.js'] as const;

  before(async () => {
    db = await openTestDatabase();
  });
  after(async () => {
    for (const { app } of open) await app.close();
    await db.close();
    rmSync(folder, { recursive: true });
  });

  test('BEY-21 files with a content hash are cached for ever, and the newest loader is revalidated', async () => {
    const app = await serve('one', ...FIRST);
    const headers = async (path: string) => (await app.inject({ url: `/embed/${path}` })).headers;
    for (const path of FIRST)
      assert.equal((await headers(path))['cache-control'], 'public, max-age=31536000, immutable', path);
    for (const path of ['loader.js', 'build.json'])
      assert.equal((await headers(path))['cache-control'], 'no-cache', path);
    const { etag } = await headers('loader.js');
    const again = { 'if-none-match': String(etag) };
    assert.equal((await app.inject({ url: '/embed/loader.js', headers: again })).statusCode, 304);
    const part = await app.inject({ url: `/embed/${FIRST[0]}`, headers: { range: 'bytes=0-9' } });
    assert.deepEqual([part.statusCode, part.body], [206, newest.slice(0, 10)]);
  });

  test('BEY-21 EMB-04 any page may load them, compressed as its browser accepts, with the headers for caches', async () => {
    const app = open[0]!.app;
    for (const [accepted, encoding] of [
      ['gzip, br', 'br'],
      ['identity', undefined],
    ] as const) {
      const headers = { origin: 'https://anybody.example', 'accept-encoding': accepted };
      const reply = await app.inject({ url: `/embed/${FIRST[1]}`, headers });
      const body = encoding ? brotliDecompressSync(reply.rawPayload) : reply.rawPayload;
      assert.equal(body.toString(), `${newest}// one`);
      const { vary, ...rest } = reply.headers;
      assert.equal(rest['content-encoding'], encoding);
      assert.equal(String(vary).toLowerCase(), 'accept-encoding');
      assert.equal(rest['access-control-allow-origin'], '*');
      assert.equal(rest['access-control-allow-credentials'], undefined);
      assert.equal(rest['cross-origin-resource-policy'], 'cross-origin');
      assert.match(String(rest['content-type']), /^(?:text|application)\/javascript/);
    }
    assert.equal((await app.inject({ url: '/embed/loader-0.0.9-000000000000.js' })).statusCode, 404);
    assert.equal((await app.inject({ url: '/embed/..%2f..%2fkept/c/inbox-AAAAaaaa.js' })).statusCode, 404);
  });

  test('BEY-21 after an upgrade a page that pins the earlier build gets the same bytes, and others the new ones', async () => {
    const app = await serve('two', ...SECOND);
    const get = async (path: string) =>
      (await app.inject({ url: `/embed/${path}`, headers: { 'accept-encoding': 'identity' } })).body;
    for (const path of FIRST) assert.equal(await get(path), `${newest}// one`, path);
    for (const path of [...SECOND, 'loader.js']) assert.equal(await get(path), `${newest}// two`, path);
    const compressed = await app.inject({ url: `/embed/${FIRST[0]}`, headers: { 'accept-encoding': 'br' } });
    assert.equal(compressed.headers['content-encoding'], 'br');
    assert.equal(compressed.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await app.inject({ url: '/embed/loader.js', headers: { 'accept-encoding': 'br' } })).statusCode, 200);
  });

  test('BEY-21 without a writable folder for builds the current build is still served', async () => {
    writeFileSync(join(folder, 'file'), '');
    const platform = await openPlatform(db);
    open.push(platform);
    const { context } = platform;
    const config = { ...context.config, staticDir: join(folder, 'two'), embedKeepDir: join(folder, 'file') };
    await serveStatic(platform.app, { ...context, config });
    assert.equal((await platform.app.inject({ url: `/embed/${SECOND[0]}` })).statusCode, 200);
    assert.equal((await platform.app.inject({ url: `/embed/${FIRST[0]}` })).statusCode, 404);
    assert.match(platform.logged.join(), /EMBED_KEEP_DIR/);
  });

  test('BEY-21 the page about embedding is among them, and nothing else', async () => {
    const app = open[0]!.app;
    for (const url of ['/embed', '/embed/', '/embed?x'])
      assert.match(String((await app.inject({ url })).headers['content-type']), /^text\/html/, url);
    for (const url of ['/embed/nothing', '/embed/c/', '/embed/c'])
      assert.equal((await app.inject({ url })).statusCode, 404, url);
  });
});
