import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { addTenant, onDatabase } from '../../../../test/support/databases.ts';
import { type Reads, watchReads } from '../../../../test/support/reads.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { removeLooseUploads } from './cleanup.ts';

const MANY = 6000;
/** Uploads at open tasks: more than three pages of the job. */
const LOOSE = 700;

onDatabase('detached uploads', (db) => {
  const [kept, binned, file] = [uuid7(), uuid7(), uuid7()];
  let scope: { tenantId: number; userId: string };
  const as = <T>(work: Parameters<ReturnType<typeof db>['tenantTransaction']>[1]) =>
    db().tenantTransaction(scope, work) as Promise<T>;
  const remaining = async (owner: string) => {
    const { rows } = await db().tenantTransaction(scope, (tx) =>
      sql<{
        n: number;
      }>`SELECT count(*)::int AS n FROM attachment WHERE owner_id = ${owner}::uuid AND removed_at IS NULL`.execute(tx),
    );
    return rows[0]!.n;
  };
  /** Returns the number of removed uploads, and of rows read from a table. */
  const sweep = async () => {
    const reads: Reads[] = [];
    const count = await removeLooseUploads(
      watchReads(db(), (some) => reads.push(...some)),
      new Date(),
    );
    const readOf = (name: string) =>
      reads.filter(({ table }) => table === name).reduce((sum, one) => sum + one.sequential + one.found, 0);
    return { count, readOf };
  };

  before(async () => {
    scope = await addTenant(db(), 'files');
    await as(async (tx) => {
      await sql`INSERT INTO registry (id, title, columns) VALUES ('assets', '{}', '[]')`.execute(tx);
      await sql`INSERT INTO record (id, registry_id, data, removed_at)
        VALUES (${kept}::uuid, 'assets', '{}', NULL), (${binned}::uuid, 'assets', '{}', now() - interval '31 days')`.execute(
        tx,
      );
      await sql`INSERT INTO file (id, sha256, size, media_type) VALUES (${file}::uuid, sha256('a'), 1, 'text/plain')`.execute(
        tx,
      );
      await sql`INSERT INTO attachment (file_id, owner_kind, owner_id, file_name, tied_at, created_at)
        SELECT ${file}::uuid, 'record', CASE WHEN n <= 3 THEN ${binned}::uuid ELSE ${kept}::uuid END, 'a.txt', now(), now() - interval '40 days'
        FROM generate_series(1, ${MANY}::int) n`.execute(tx);
      // At open tasks, within a few milliseconds; every hundredth at a task that has ended.
      await sql`WITH t AS (INSERT INTO task (id, name, status, created_at, ended_at)
          SELECT uuid7(), 'T' || n, CASE WHEN n % 100 = 0 THEN 'cancelled' ELSE 'open' END, now(), CASE WHEN n % 100 = 0 THEN now() - interval '2 days' END
          FROM generate_series(1, ${LOOSE}::int) n RETURNING id)
        INSERT INTO attachment (file_id, owner_kind, owner_id, file_name, created_at)
        SELECT ${file}::uuid, 'task', id, 'b.txt', '2026-01-01T00:00:00.123Z'::timestamptz + (row_number() OVER ()) % 7 * interval '1 microsecond' FROM t`.execute(
        tx,
      );
    });
    await db().ownerTransaction((tx) => sql`ANALYZE`.execute(tx));
  });

  test('FRM-05 finds all detached uploads without reading the files of records', async () => {
    const { count, readOf } = await sweep();
    assert.equal(count, LOOSE / 100);
    // With so few remaining rows, the planner may sort them for each page.
    assert.ok(readOf('attachment') < 3 * LOOSE, `${readOf('attachment')} attachments were read`);
    assert.equal((await sweep()).count, 0);
  });

  test('FRM-05 deletes the files of a record when it is deleted from the bin, and no others', async () => {
    assert.equal(await remaining(binned), 3);
    await purgeExpired(db());
    assert.equal((await sweep()).count, 3);
    assert.deepEqual([await remaining(binned), await remaining(kept)], [0, MANY - 3]);
  });
});
