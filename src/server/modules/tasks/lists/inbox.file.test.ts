import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { DatabaseHandle } from '../../../platform/database.ts';

/** More than two batches of a file. */
const COUNT = 2400;
const BATCHES = 3;
/** Rows of a page. */
const PAGE = 200;

/** Every third without a due date, the others at one instant with microseconds. */
const DUE = sql`CASE WHEN n % 3 = 0 THEN 'infinity' ELSE '2026-05-01T10:00:00.123456Z' END::timestamptz`;
const CREATED = sql`'2026-01-01T00:00:00.987654Z'::timestamptz`;

onDatabase('the inbox read to its end', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  const all = Array.from({ length: COUNT }, (_, index) => `Task ${index + 1}`).sort();

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['clerks'] });
    ann = tenant.people.ann!;
    await tenant.transaction(async (tx) => {
      await sql`INSERT INTO task (id, name, priority, created_at, due_at)
        SELECT uuid7(), 'Task ' || n, 50, ${CREATED}, ${DUE} FROM generate_series(1, ${COUNT}) n`.execute(tx);
      // Each is in her own inbox and in that of a group; manuals to read also have microseconds.
      await sql`INSERT INTO task_inbox (principal, task_id, due_at, priority, process_key, created_at, name)
        SELECT p, id, due_at, priority, '', created_at, name FROM task,
          unnest(ARRAY['u:' || ${ann.userId}::text, 'g:clerks']) p`.execute(tx);
    });
  });

  /** Returns the names in the file, and how many times the inbox was read for it. */
  async function fileOf(sort: string, meanwhile?: () => Promise<unknown>): Promise<{ names: string[]; reads: number }> {
    const { body } = await ann.post('/api/downloads', {
      list: '/api/tasks',
      query: `sort=${sort}`,
      columns: ['name'],
    });
    const handle = tenant.context.db as { tenantTransaction: DatabaseHandle['tenantTransaction'] };
    const real = handle.tenantTransaction;
    let reads = 0;
    handle.tenantTransaction = async (scope, work) => {
      if (scope.timeoutMs !== 30_000) return real(scope, work);
      reads += 1;
      if (reads > 4 * BATCHES) throw new Error('The file does not end.');
      const result = await real(scope, work);
      if (reads === 1) await meanwhile?.();
      return result;
    };
    try {
      const { payload } = await tenant.app.inject({ method: 'GET', url: body.url });
      return { names: payload.split('\r\n').slice(1, -1), reads };
    } finally {
      handle.tenantTransaction = real;
    }
  }

  for (const order of ['due', 'created', 'priority', 'process']) {
    for (const direction of ['asc', 'desc']) {
      test(`TSK-03 the file by ${order}:${direction} has each task once and ends, also with many equal values`, async () => {
        const { names, reads } = await fileOf(`${order}:${direction}`);
        assert.equal(reads, BATCHES);
        assert.equal(names.length, COUNT);
        assert.deepEqual(names.sort(), all);
      });

      test(`TSK-01 the pages by ${order}:${direction} have each task once, forwards and backwards`, async () => {
        const first = `/api/tasks?limit=${PAGE}&sort=${order}:${direction}`;
        const walk = async (from: string, way: 'next' | 'previous') => {
          const names: string[] = [];
          let last = from;
          for (let url: string | null = from, pages = 0; url !== null; pages += 1) {
            assert.ok(pages < COUNT / PAGE, 'more pages than there are tasks for');
            const { status, body } = await ann.send('GET', url);
            assert.equal(status, 200, JSON.stringify(body));
            names.push(...body.items.map(({ name }: { name: string }) => name));
            last = url;
            const cursor: string | null = body[way];
            url = cursor === null ? null : `${first}&${way === 'next' ? 'after' : 'before'}=${cursor}`;
          }
          return { names, last };
        };
        const forward = await walk(first, 'next');
        assert.deepEqual(forward.names.toSorted(), all);
        const back = await walk(forward.last, 'previous');
        assert.deepEqual(back.names.toSorted(), all);
      });
    }
  }

  test('TSK-03 the file ends when tasks are postponed and completed while it is read', async () => {
    const { names, reads } = await fileOf('due:asc', () =>
      tenant.transaction(async (tx) => {
        await sql`UPDATE task SET due_at = due_at + interval '1 day' WHERE due_at < 'infinity' AND name LIKE '%1'`.execute(
          tx,
        );
        await sql`UPDATE task_inbox i SET due_at = t.due_at FROM task t WHERE t.id = i.task_id AND t.name LIKE '%1'`.execute(
          tx,
        );
        await sql`DELETE FROM task_inbox i USING task t WHERE t.id = i.task_id AND t.name LIKE '%2'`.execute(tx);
      }),
    );
    assert.ok(reads <= BATCHES + 1, `${reads} batches`);
    const unchanged = all.filter((name) => !/[12]$/.test(name));
    assert.deepEqual(names.filter((name) => !/[12]$/.test(name)).sort(), unchanged);
  });
});
