import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { migrate, openDatabase } from '../../src/server/platform/database.ts';
import { kinds } from '../support/databases.ts';
import { administrator, freshDatabase, restore } from '../support/postgres.ts';
import { assertHolds } from './holds.ts';
import { asSuperuser, type ReleaseFixture, releaseFixtures } from './releases.ts';

/** Opens the database of a release, as the server and as its administrator. */
async function open(kind: string, { database }: ReleaseFixture) {
  if (kind === 'pglite') {
    const dump = new Blob([zstdDecompressSync(readFileSync(database))]);
    const db = await openDatabase({ dataDir: 'memory://', dump });
    return { db, superuser: db };
  }
  const admin = await administrator();
  const databaseUrl = await freshDatabase({ migrated: false });
  await restore(admin, databaseUrl, database);
  const asAdministrator = Object.assign(new URL(admin), { pathname: new URL(databaseUrl).pathname }).href;
  return { db: await openDatabase({ databaseUrl }), superuser: await openDatabase({ databaseUrl: asAdministrator }) };
}

for (const kind of kinds) {
  const fixtures = releaseFixtures(kind);

  test(`fixtures contain a database of an earlier release (${kind})`, () => {
    assert.ok(fixtures.length > 0);
  });

  for (const fixture of fixtures) {
    test(`ORG-03 the database of ${fixture.release} is migrated, and its rows, receipts, tokens and files hold (${kind})`, async (t) => {
      const { db, superuser } = await open(kind, fixture);
      t.after(async () => {
        await db.close();
        if (superuser !== db) await superuser.close();
      });
      await migrate(db);
      assert.deepEqual(await migrate(db), []);
      await assertHolds(db, superuser, fixture);
      const { rows } = await asSuperuser(superuser, (tx) =>
        sql<{ name: string }>`SELECT DISTINCT name FROM language WHERE language_id = 'zh'`.execute(tx),
      );
      assert.deepEqual(rows, [{ name: '简体中文' }]);
      // Nothing of an audit log that was kept for ever is deleted before an administrator chooses a time.
      const kept = await asSuperuser(superuser, (tx) =>
        sql<{ months: unknown }>`SELECT DISTINCT s.value AS months FROM tenant t
          LEFT JOIN tenant_setting s ON s.tenant_id = t.id AND s.key = 'auditMonths'`.execute(tx),
      );
      assert.deepEqual(kept.rows, [{ months: 120 }]);
    });
  }
}
