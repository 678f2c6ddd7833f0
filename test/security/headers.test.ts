import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readConfig } from '../../src/server/platform/config.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { serveStatic } from '../../src/server/platform/http/static.ts';
import { openTestDatabase } from '../support/databases.ts';
import { MASTER_KEY } from '../support/identity.ts';
import { openPlatform, type Platform } from '../support/platform.ts';

const folder = mkdtempSync(join(tmpdir(), 'verva-headers-'));
let db: DatabaseHandle;
let platform: Platform;

before(async () => {
  for (const part of ['host/assets', 'embed/c', '.git']) mkdirSync(join(folder, part), { recursive: true });
  writeFileSync(join(folder, 'host/index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(folder, 'host/assets/a.js'), 'secret-free');
  writeFileSync(join(folder, 'embed/c/b.js'), 'secret-free');
  writeFileSync(join(folder, '.git/HEAD'), 'ref: refs/heads/planted');
  db = await openTestDatabase();
  const config = readConfig({ PUBLIC_URL: 'https://work.example.org', MASTER_KEY, STATIC_DIR: folder });
  platform = await openPlatform(db, {}, { config });
  await serveStatic(platform.app, platform.context);
  await platform.app.ready();
});
after(async () => {
  await platform.app.close();
  await db.close();
  rmSync(folder, { recursive: true });
});

test('HSTS lasts a year, covers subdomains and is on pages, scripts and problems', async () => {
  for (const url of ['/', '/assets/a.js', '/embed/c/b.js', '/api/nothing']) {
    const { headers } = await platform.app.inject({ url });
    const [age, ...rest] = String(headers['strict-transport-security']).split(/;\s*/);
    assert.ok(Number(age?.replace('max-age=', '')) >= 31_536_000, `${url}: ${age}`);
    assert.ok(rest.includes('includeSubDomains'), url);
    assert.equal(headers['x-content-type-options'], 'nosniff', url);
  }
});

test('no address escapes the built files or lists a folder', async () => {
  const urls = [
    '/.git/HEAD',
    '/../.git/HEAD',
    '/%2e%2e/.git/HEAD',
    '/embed/../../.git/HEAD',
    '/embed/%2e%2e/.git/HEAD',
  ];
  for (const url of [...urls, '/assets/', '/embed/', '/embed/c/', '/embed/c']) {
    const { body } = await platform.app.inject({ url });
    assert.doesNotMatch(body, /planted|a\.js|b\.js|Index of/, url);
  }
});
