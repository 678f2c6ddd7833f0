import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

const NODES = [
  {
    type: 'section',
    id: 'address',
    title: { en: 'Address' },
    children: [{ type: 'text', key: 'street', label: { en: 'Street' } }],
  },
];
const PATH = '/api/form-fragments';
const JSON_TYPE = { 'content-type': 'application/json' };

onDatabase('form fragments', (db) => {
  let provider: Person;
  let admin: Person;
  let stranger: Person;

  before(async () => {
    const tenant: TestTenant = await createTestTenant(db(), 'keepers', { root: ['verva.admin'], boss: ['admin'] });
    const other = await createTestTenant(db(), 'strangers', { eva: ['verva.admin'] }, tenant);
    ({ root: provider, boss: admin } = tenant.people as Record<'root' | 'boss', Person>);
    stranger = other.people.eva as Person;
  });

  test('FRM-09 PRV-05 a form fragment is stored, updated with a version check, and removed', async () => {
    const made = await provider.post(PATH, { name: ' Address ', nodes: NODES });
    assert.deepEqual([made.status, made.headers.etag, made.body.name], [201, '"1"', 'Address']);
    const { id } = made.body;
    assert.deepEqual((await provider.get(PATH)).body, [{ id, name: 'Address', nodes: NODES, version: 1 }]);
    const twin = await provider.post(PATH, { name: 'ADDRESS', nodes: NODES });
    assert.deepEqual([twin.status, twin.body.errors[0].pointer], [409, '/name']);

    const put = (name: string, ifMatch: string) =>
      provider.send('PUT', `${PATH}/${id}`, JSON.stringify({ name, nodes: NODES }), {
        ...JSON_TYPE,
        'if-match': ifMatch,
      });
    const renamed = await put('Place', '"1"');
    assert.deepEqual([renamed.status, renamed.body.name, renamed.body.version], [200, 'Place', 2]);
    const stale = await put('Again', '"1"');
    assert.deepEqual([stale.status, stale.body.code, stale.body.current.name], [412, 'edit.conflict', 'Place']);
    await provider.post(PATH, { name: 'Second', nodes: NODES });
    assert.equal((await put('second', '"2"')).body.code, 'fragment.name_taken');

    assert.equal((await provider.send('DELETE', `${PATH}/${id}`)).status, 204);
    assert.equal((await provider.send('DELETE', `${PATH}/${id}`)).body.code, 'fragment.not_found');
    assert.equal((await provider.send('DELETE', `${PATH}/nonsense`)).body.code, 'fragment.not_found');
  });

  test('PRV-05 only the provider manages fragments, and organisations are isolated', async () => {
    const { body } = await provider.post(PATH, { name: 'Ours', nodes: NODES });
    assert.equal((await admin.get(PATH)).status, 403);
    assert.equal((await admin.post(PATH, { name: 'x', nodes: NODES })).status, 403);
    assert.deepEqual((await stranger.get(PATH)).body, []);
    assert.equal((await stranger.send('DELETE', `${PATH}/${body.id}`)).body.code, 'fragment.not_found');
  });

  test('FRM-09 invalid form nodes are refused as a fragment', async () => {
    for (const nodes of [[{ type: 'text' }], [{ type: 'table', key: 'a', label: {} }]]) {
      const { status, body } = await provider.post(PATH, { name: 'Broken', nodes });
      assert.deepEqual([status, body.errors[0].pointer], [422, '/nodes'], JSON.stringify(body));
    }
  });
});
