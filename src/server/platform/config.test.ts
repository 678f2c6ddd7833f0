import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { withConfigTable } from '../../../scripts/config-table.ts';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

const KEY = 'a key of the tests, thirty-two bytes or more';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig({ MASTER_KEY: KEY, ...env });
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.lines;
  }
  return [];
}

test('an empty environment means development', () => {
  const config = readConfig({ MASTER_KEY: KEY });
  assert.equal(config.isProduction, false);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.publicUrl, 'http://localhost:8080');
  assert.equal(config.databaseUrl, undefined);
  assert.equal(config.demo, false);
});

for (const [name, values] of Object.entries({
  PORT: ['http', '-1', '65536', '80.5', '1e3'],
  POOL_SIZE: ['1', '201', 'many'],
  PUBLIC_URL: ['verva.example.org', 'ftp://example.org', 'javascript:alert(1)'],
  DATABASE_URL: ['mysql://db/verva', 'db'],
  SMTP_URL: ['mail.example.org', 'https://mail.example.org'],
  SMS_WEBHOOK_URL: ['sms.example.org', 'ftp://sms.example.org'],
  ALERT_WEBHOOK_URL: ['alerts.example.org', 'https://not-allowed.example.org/alerts'],
  SMS_WEBHOOK_TOKEN: ['without an address'],
  PREVENT_USER_EXISTENCE_ERRORS: ['yes', 'enabled'],
  LOG_LEVEL: ['loud'],
  TRUST_PROXY: ['true', '11'],
  HELP_URL: ['help.example', 'javascript:alert(1)'],
  RATE_PER_MINUTE: ['0', 'none'],
  RATE_BURST: ['0'],
  NODE_ENV: ['Production', 'prod', 'staging'],
  VERVA_DEMO: ['true', '2'],
  VERVA_ALLOW_DEMO_DATA: ['yes'],
  DEMO_PORT: ['x'],
  MASTER_KEY: ['short'],
})) {
  test(`an invalid ${name} is reported in one line`, () => {
    for (const value of values) {
      const lines = faultsOf({ [name]: value });
      assert.equal(lines.length, 1, `${value}: ${lines.join(' / ')}`);
      assert.match(lines[0]!, new RegExp(`^${name} must .*\\.$`), value);
    }
  });
}

test('the development outbox is available only in a private environment: not in production or at a public address', () => {
  const isOpen = (env: Record<string, string>) => readConfig({ MASTER_KEY: KEY, ...env }).devOutbox;
  assert.equal(isOpen({}), true);
  assert.equal(isOpen({ PUBLIC_URL: 'http://app.localhost:7311' }), true);
  assert.equal(isOpen({ PUBLIC_URL: 'http://127.0.0.1:8090' }), true);
  assert.equal(isOpen({ PUBLIC_URL: 'http://[::1]:8090' }), true);
  assert.equal(isOpen({ NODE_ENV: 'production', METRICS_TOKEN: 'x' }), false);
  assert.equal(isOpen({ PUBLIC_URL: 'https://work.example.org' }), false);
  assert.equal(isOpen({ PUBLIC_URL: 'https://localhost.example.org' }), false);
  assert.equal(isOpen({ PUBLIC_URL: 'http://127.0.0.1.example.org' }), false);
});

test('all invalid variables are reported at once, without their values', () => {
  const lines = faultsOf({
    PORT: 'x',
    DATABASE_URL: 'secret-in-it',
    POOL_SIZE: '0',
    LOG_LEVEL: 'x',
    MASTER_KEY: 'hush',
  });
  assert.equal(lines.length, 5);
  assert.doesNotMatch(lines.join(), /secret-in-it|hush/);
});

test('production requires a master key and a metrics token, and refuses the demo', () => {
  assert.deepEqual(faultsOf({ NODE_ENV: 'production', MASTER_KEY: '' }), [
    'MASTER_KEY must be set in production.',
    'METRICS_TOKEN must be set in production.',
  ]);
  const production = { NODE_ENV: 'production', METRICS_TOKEN: 'of the monitoring' };
  assert.match(faultsOf({ ...production, VERVA_DEMO: '1' })[0] ?? '', /^VERVA_DEMO must not be 1/);
  assert.equal(readConfig({ ...production, MASTER_KEY: KEY }).host, '0.0.0.0');
});

test('an empty variable counts as not set, and a trailing slash is removed from an address', () => {
  const config = readConfig({ MASTER_KEY: KEY, PORT: ' ', PUBLIC_URL: 'https://work.example.org/' });
  assert.equal(config.port, 8080);
  assert.equal(config.publicUrl, 'https://work.example.org');
});

test('development stores its own key, readable only by its owner', () => {
  const folder = mkdtempSync(join(tmpdir(), 'verva-config-'));
  try {
    const dataDir = join(folder, 'data');
    const { masterKey } = readConfig({ DATA_DIR: dataDir });
    assert.ok(masterKey.length >= 32);
    assert.equal(readConfig({ DATA_DIR: dataDir }).masterKey, masterKey);
    assert.equal(statSync(join(dataDir, 'master.key')).mode & 0o077, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('docs/operating.md lists every variable that is read', () => {
  const page = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  assert.equal(page, withConfigTable(page), 'node scripts/config-table.ts writes the table anew');
  const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8');
  const read = new Set(
    [...source.matchAll(/(?:text|list|whole|oneOf|address)\('([A-Z0-9_]+)'/g)].map(([, name]) => name),
  );
  assert.deepEqual([...read].sort(), SETTINGS.map(({ name }) => name).sort());
  for (const { name } of SETTINGS) assert.ok(page.includes(`| \`${name}\` |`), name);
});

test('FRM-05 a bucket requires its keys', () => {
  const all = 'S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.';
  assert.deepEqual(faultsOf({ S3_URL: 'https://s3.example/verva' }), [all]);
  assert.deepEqual(faultsOf({ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }), [all]);
  const { bucket } = readConfig({
    MASTER_KEY: KEY,
    S3_URL: 'https://s3.example/verva/',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  const expected = {
    url: 'https://s3.example/verva',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  };
  assert.deepEqual(bucket, expected);
});

test('LOG-22 an external identity service requires its client id', () => {
  const both = 'IDENTITY_ENDPOINT and IDENTITY_CLIENT_ID must be set together.';
  assert.deepEqual(faultsOf({ IDENTITY_ENDPOINT: 'https://cognito-idp.eu-north-1.amazonaws.com/' }), [both]);
  assert.deepEqual(faultsOf({ IDENTITY_CLIENT_ID: 'client' }), [both]);
  const [line] = faultsOf({ IDENTITY_ENDPOINT: 'cognito', IDENTITY_CLIENT_ID: 'client' });
  assert.match(line!, /^IDENTITY_ENDPOINT must be an address/);
});
