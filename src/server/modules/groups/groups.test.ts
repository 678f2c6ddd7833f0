import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant } from '../../../../test/support/test-tenant.ts';

onDatabase('groups', (db) => {
  test('MAN-04 ROLE-01 manual authors and viewers choose from the groups of their own organisation, others cannot', async () => {
    const tenant = await createTestTenant(db(), 'harbour', {
      ann: ['manualsgroup'],
      kadri: ['manualsviewer', 'crew'],
      mart: [],
    });
    await createTestTenant(db(), 'others', { eva: ['strangers'] }, tenant);
    const { ann, kadri, mart } = tenant.people as Record<'ann' | 'kadri' | 'mart', (typeof tenant.people)[string]>;
    const { status, body } = await ann.get('/api/identity/groups');
    assert.equal(status, 200);
    const people = Object.fromEntries(body.map((one: { id: string; people: number }) => [one.id, one.people]));
    assert.deepEqual([people.manualsgroup, people.crew, people.strangers], [1, 1, undefined]);
    assert.equal((await kadri.get('/api/identity/groups')).status, 200);
    assert.equal((await mart.get('/api/identity/groups')).body.code, 'access.denied');
  });
});
