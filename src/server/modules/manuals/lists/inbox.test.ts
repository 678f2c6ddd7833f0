import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { addReading, releasedManual } from './lists.support.ts';

onDatabase('manuals in the inbox', (db) => {
  let tenant: TestTenant;
  let people: Record<'author' | 'ann' | 'bob' | 'root', Person>;
  let manual: Awaited<ReturnType<typeof releasedManual>>;
  let annReads: string;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      author: ['manualsgroup'],
      ann: [],
      bob: [],
      root: ['admin', 'alltasks'],
    });
    people = tenant.people as typeof people;
    await tenant.transaction(async (tx) => {
      await sql`UPDATE app_user SET language_id = 'et' WHERE id = ${people.ann.userId}::uuid`.execute(tx);
      manual = await releasedManual(tx, {
        code: 'crane',
        ownerId: people.author.userId,
        texts: { en: ['Crane', 'Lift slowly'], et: ['Kraana', 'Tõstke aeglaselt'] },
      });
      annReads = await addReading(tx, { ...manual, userId: people.ann.userId, due: sql`'2026-11-24'::date` });
      await sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date)
        VALUES (${people.ann.userId}::uuid, ${people.bob.userId}::uuid, '2000-01-01', '2100-01-01')`.execute(tx);
    });
  });

  const inbox = async (who: Person, query = '') => (await who.get(`/api/tasks?${query}`)).body.items;
  const count = async (who: Person) => (await who.get('/api/tasks/count')).body.count;
  const set = (change: string) =>
    tenant.transaction((tx) =>
      sql`UPDATE manual_reading SET ${sql.raw(change)} WHERE id = ${annReads}::uuid`.execute(tx),
    );

  test('MAN-03 LAY-05 an open reading is in its reader’s inbox, is counted, and is announced to open pages', async () => {
    const [row, ...others] = await inbox(people.ann);
    assert.deepEqual(others, []);
    assert.deepEqual(
      [row.id, row.name, row.manualId, row.businessKey, row.dueDate, row.due, row.status, row.unread, row.process],
      [annReads, 'Kraana', manual.manualId, 'crane', '2026-11-24', '2026-11-24T21:59:59.999Z', 'open', true, null],
    );
    assert.equal(await count(people.ann), 1);
    for (const query of [
      'name=like:kraa',
      'q=kraana',
      'businessKey=like:ran',
      'q=crane',
      'taskKey=eq:manual',
      'unread=eq:true',
      'due=lte:2026-11-24',
    ]) {
      assert.deepEqual(
        (await inbox(people.ann, query)).map((one: { id: string }) => one.id),
        [annReads],
        query,
      );
    }
    assert.deepEqual(await inbox(people.ann, 'due=gt:2026-11-24'), []);
    const { rows } = await db().systemTransaction((tx) =>
      sql<{
        payload: { principals: string[]; type: string };
      }>`SELECT payload FROM outbox WHERE topic = 'live' AND tenant_id = ${tenant.tenantId}`.execute(tx),
    );
    assert.ok(
      rows.some(
        ({ payload }) => payload.type === 'inbox.count' && payload.principals.includes(`u:${people.ann.userId}`),
      ),
    );
  });

  test('BEY-04 MAN-04 only the reader has it: no delegate or administrator, and no task action works on it', async () => {
    assert.deepEqual(await inbox(people.bob), []);
    assert.equal(await count(people.bob), 0);
    assert.deepEqual((await people.root.get('/api/tasks/all')).body.items, []);
    assert.deepEqual((await people.root.get('/api/tasks/load')).body.people, []);
    for (const who of [people.ann, people.bob, people.root]) {
      assert.equal((await who.get(`/api/tasks/${annReads}`)).status, 404);
      for (const action of ['complete', 'claim', 'save', 'release']) {
        assert.equal((await who.post(`/api/tasks/${annReads}`, { action })).body.code, 'task.not_found');
      }
      const { body } = await who.post('/api/tasks', {
        taskIds: [annReads],
        action: { action: 'assign', userId: 'bob.acme' },
      });
      assert.equal(body.results[0].code, 'task.not_found');
    }
    assert.equal(await count(people.ann), 1);
  });

  test('MAN-03 it is marked as read when opened, leaves the inbox while it can be undone, and is removed when read or replaced', async () => {
    await tenant.context.db.tenantTransaction({ tenantId: tenant.tenantId, userId: people.ann.userId }, (tx) =>
      sql`UPDATE manual_reading SET progress = 0.5 WHERE id = ${annReads}::uuid`.execute(tx),
    );
    assert.equal((await inbox(people.ann))[0].unread, false);
    await set("state = 'held'");
    assert.equal(await count(people.ann), 0);
    await set("state = 'pending', due_on = '2026-12-01'");
    assert.equal((await inbox(people.ann))[0].dueDate, '2026-12-01');
    await tenant.transaction((tx) => sql`UPDATE manual SET status = '2_inactive'`.execute(tx));
    assert.equal(await count(people.ann), 0);
    await tenant.transaction((tx) => sql`UPDATE manual SET status = '1_active'`.execute(tx));
    assert.equal(await count(people.ann), 1);
    for (const state of ['read', 'cancelled', 'superseded']) {
      await set(`state = '${state}'`);
      assert.deepEqual(await inbox(people.ann), [], state);
      await set("state = 'pending'");
    }
    const { rows } = await tenant.transaction((tx) => sql`SELECT 1 FROM task WHERE status = 'reading'`.execute(tx));
    assert.equal(rows.length, 1);
  });

  test('MAN-06 readings of a thousand users are added to their inboxes by one statement', async () => {
    await tenant.transaction(async (tx) => {
      await sql`INSERT INTO app_user (id, username, name) SELECT uuid7(), 'reader-' || n, 'Reader ' || n FROM generate_series(1, 1000) n`.execute(
        tx,
      );
      await sql`INSERT INTO manual_reading (manual_id, version_id, user_id) SELECT ${manual.manualId}::uuid, ${manual.versionId}::uuid, id
        FROM app_user WHERE username LIKE 'reader-%'`.execute(tx);
    });
    const { rows } = await tenant.transaction((tx) =>
      sql<{ count: number }>`SELECT count(*)::int AS count FROM task_inbox WHERE principal LIKE 'c:%'`.execute(tx),
    );
    assert.equal(rows[0]!.count, 1001);
  });
});
