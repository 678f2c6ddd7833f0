import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTenant } from './index.ts';

/** As listed in the catalogue of requirements. */
const ROLES = [
  'admin',
  'verva.admin',
  'alltasks',
  'assetadmin',
  'assetviewer',
  'employee_management_admin',
  'employee_management_viewer',
  'clothes_sizes_admin',
  'team_contract_viewer',
  'finance_viewer',
  'manualsgroup',
  'manualsviewer',
];

onDatabase('a new organisation', (db) => {
  test('ROLE-01 has the groups that grant rights, without members', async () => {
    const { tenantId } = await createTenant(db(), { slug: 'fresh', name: 'Fresh' });
    const { groups, members } = await db().tenantTransaction({ tenantId, userId: null }, async (tx) => ({
      groups: (await sql<{ id: string; kind: string }>`SELECT id, kind FROM app_group`.execute(tx)).rows,
      members: (await sql`SELECT 1 FROM group_member`.execute(tx)).rows,
    }));
    assert.deepEqual(groups.map(({ id }) => id).toSorted(), ROLES.toSorted());
    assert.ok(groups.every(({ kind }) => kind === 'product'));
    assert.deepEqual(members, []);
  });
});
