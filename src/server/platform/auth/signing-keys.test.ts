import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createSealer } from './sealed.ts';
import { createSigningKeys } from './signing-keys.ts';

test('sealed content opens only with the same key, purpose and name, and unmodified', () => {
  const sealer = createSealer('master', 'idn_key');
  const sealed = sealer.seal('content', 'name');
  assert.equal(sealer.open(sealed, 'name'), 'content');
  assert.ok(!sealed.includes('content'));
  assert.throws(() => sealer.open(sealed, 'other'));
  assert.throws(() => createSealer('other', 'idn_key').open(sealed, 'name'));
  assert.throws(() => createSealer('master', 'other').open(sealed, 'name'));
  for (const at of [0, 5, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    assert.throws(() => sealer.open(changed, 'name'), `byte ${at}`);
  }
  assert.notDeepEqual(sealer.seal('content', 'name'), sealed);
});

onDatabase('signing keys', (db) => {
  test('LOG-22 instances that start at once create one active key and one next', async () => {
    const clock = () => new Date();
    const instances = Array.from({ length: 4 }, () => createSigningKeys({ db: db(), masterKey: 'master', clock }));
    const kids = await Promise.all(instances.map(async (keys) => (await keys.active()).kid));
    assert.equal(new Set(kids).size, 1);
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ state: string }>`SELECT state FROM idn_key ORDER BY state`.execute(tx),
    );
    assert.deepEqual(
      rows.map((row) => row.state),
      ['active', 'next'],
    );
  });
});
