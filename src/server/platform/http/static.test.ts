import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { openPlatform, type Platform } from '../../../../test/support/platform.ts';
import type { DatabaseHandle } from '../database.ts';
import { serveStatic } from './static.ts';

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
    for (const part of ['host', 'embed']) mkdirSync(join(folder, part));
    writeFileSync(join(folder, 'host/index.html'), '<!doctype html>');
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

  test('LOG-14 LOG-22 they may fetch from the providers that people sign in by, and from nobody else', async () => {
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

  test('LOG-22 a provider that is away, or speaks for another one, takes nothing away from the page', async () => {
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

  test('LOG-22 where people sign in at an identity service of somebody else, they may fetch from there', async () => {
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
