import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import {
  readProvider,
  readProviders,
  removeProvider,
  saveProvider,
} from '../../src/server/modules/signin/providers/provider-rows.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { onDatabase } from '../support/databases.ts';

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

  test('LOG-22 an invalid file is refused, and so is an unknown organisation', async () => {
    const good = JSON.parse(files[0]!);
    for (const wrong of [{ issuer: 'acme' }, { clientId: '' }, { unknown: 1 }, { groupMap: { a: 1 } }]) {
      assert.throws(() => readProvider(JSON.stringify({ ...good, ...wrong })), /not a provider/);
    }
    await assert.rejects(saveProvider(db(), { ...good, organisation: 'nowhere' }), /no organisation nowhere/);
  });
});
