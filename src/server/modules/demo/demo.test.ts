import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addTenant, openTestDatabase } from '../../../../test/support/databases.ts';
import { openPlatform } from '../../../../test/support/platform.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { loadDemo } from './index.ts';

describe('the demo', () => {
  let db: DatabaseHandle;
  before(async () => {
    db = await openTestDatabase();
  });
  after(() => db.close());

  test('keeps away from an installation with organisations of its own, and tells no accounts that it does not have', async () => {
    await addTenant(db, 'receipt');
    const { app, context } = await openPlatform(db);
    const said: string[] = [];
    await loadDemo(context, (line) => said.push(line));
    assert.deepEqual(said, []);
    const tenants = await db.systemTransaction((tx) => tx.selectFrom('tenant').select('slug').execute());
    assert.deepEqual(tenants, [{ slug: 'receipt' }]);
    await app.close();
  });
});
