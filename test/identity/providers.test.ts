import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { setIssuer, testIssuer } from '../../scripts/admin-issuers.ts';
import {
  readProvider,
  readProviders,
  removeProvider,
  saveProvider,
} from '../../src/server/modules/signin/providers/provider-rows.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { onDatabase } from '../support/databases.ts';
import { OPENID_PATHS, openOpenIdServer } from '../support/openid-server.ts';

const PAGE = readFileSync(new URL('../../docs/identity-providers.md', import.meta.url), 'utf8');
const files = [...PAGE.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text!);

onDatabase('providers from files', (db) => {
  let tenantId: number;
  before(async () => {
    ({ tenantId } = await createTenant(db(), { slug: 'acme', name: 'Acme' }));
  });

  test('LOG-14 LOG-22 the example file adds a provider, updates it, and its removal removes the links', async () => {
    assert.equal(files.length, 1);
    const provider = readProvider(files[0]!);
    await saveProvider(db(), provider);
    await saveProvider(db(), { ...provider, emailDomains: ['acme.example', 'acme.test'] });
    const { rows } = await db().signinTransaction((tx) =>
      sql`SELECT audience, algs, group_map, email_domains, scope FROM tenant_issuers WHERE idp_name = ${provider.name}`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows, [
      {
        audience: 'verva',
        algs: ['RS256'],
        group_map: { finance: 'finance', 'verva-admins': 'admin' },
        email_domains: ['acme.example', 'acme.test'],
        scope: 'openid profile email offline_access',
      },
    ]);
    await db().signinTransaction((tx) =>
      sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id) VALUES (${provider.issuer}, 'kati', ${tenantId}, ${uuid7()}::uuid)`.execute(
        tx,
      ),
    );
    assert.deepEqual(await readProviders(db()), [
      { name: provider.name, organisation: 'acme', issuer: provider.issuer, people: 1 },
    ]);
    assert.deepEqual([await removeProvider(db(), provider.name), await removeProvider(db(), 'verva')], [true, false]);
    assert.deepEqual(await readProviders(db()), []);
  });

  test('LOG-14 ORG-02 a command adds the provider of a file once, names what differs, and changes it only when asked', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'verva-issuer-'));
    const file = join(folder, 'issuer.json');
    try {
      const content = { name: 'acme-kc', kind: 'keycloak', issuer: 'https://kc.example/realms/a', clientId: 'verva' };
      const set = (more: object = {}, updates = false) => {
        writeFileSync(file, JSON.stringify({ ...content, ...more }));
        return setIssuer(db(), { tenant: 'acme', file, updates });
      };
      assert.deepEqual(await set(), { result: 'created', name: 'acme-kc' });
      assert.deepEqual(await set(), { result: 'unchanged', name: 'acme-kc' });
      const more = { clientId: 'other', secondFactor: { claim: 'amr', values: ['mfa'] }, disabled: true };
      const differs = await set(more);
      assert.equal(differs.result, 'differs');
      assert.deepEqual(
        differs.differences?.map((line) => line.split(':')[0]),
        ['audience', 'strong', 'isDisabled'],
      );
      assert.equal((await set()).result, 'unchanged');
      assert.equal((await set(more, true)).result, 'changed');
      assert.equal((await set(more)).result, 'unchanged');
      const { rows } = await db().signinTransaction((tx) =>
        sql`SELECT jwks_uri, strong, by_operator, disabled_at IS NULL AS "isOn" FROM tenant_issuers WHERE idp_name = 'acme-kc'`.execute(
          tx,
        ),
      );
      const jwksUri = 'https://kc.example/realms/a/protocol/openid-connect/certs';
      assert.deepEqual(rows, [{ jwks_uri: jwksUri, strong: { amr: ['mfa'] }, by_operator: true, isOn: false }]);
      await assert.rejects(setIssuer(db(), { tenant: 'nowhere', file, updates: false }), /no organisation nowhere/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('ORG-02 a command tests the provider of a file or a saved one', async () => {
    const server = await openOpenIdServer('https://work.example');
    const folder = mkdtempSync(join(tmpdir(), 'verva-issuer-'));
    const file = join(folder, 'issuer.json');
    const place = { publicUrl: 'https://work.example', privateHosts: [] };
    try {
      const jwksUri = `${server.issuer}${OPENID_PATHS.keys}`;
      writeFileSync(file, JSON.stringify({ name: 'local', issuer: server.issuer, clientId: 'verva', jwksUri }));
      assert.equal((await testIssuer(db(), { tenant: 'acme', file }, place)).result, 'passed');
      await setIssuer(db(), { tenant: 'acme', file, updates: false });
      server.keys = { keys: [] };
      const failed = await testIssuer(db(), { tenant: 'acme', name: 'local' }, place);
      assert.equal(failed.result, 'failed');
      const faults = failed.findings?.filter(({ level }) => level === 'error').map(({ check, text }) => [check, text]);
      assert.deepEqual(faults, [
        ['keys', 'There is no key for signatures with an ID (kid). Enable a signing key at the provider.'],
      ]);
      assert.equal((await testIssuer(db(), { tenant: 'acme', name: 'nothing' }, place)).result, 'not found');
    } finally {
      server.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('LOG-22 an invalid file is refused, and so is an unknown organisation', async () => {
    const good = JSON.parse(files[0]!);
    for (const wrong of [{ issuer: 'acme' }, { clientId: '' }, { unknown: 1 }, { groupMap: { a: 1 } }]) {
      assert.throws(() => readProvider(JSON.stringify({ ...good, ...wrong })), /not a provider/);
    }
    await assert.rejects(saveProvider(db(), { ...good, organisation: 'nowhere' }), /no organisation nowhere/);
  });
});
