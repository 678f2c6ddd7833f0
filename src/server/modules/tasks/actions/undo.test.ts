import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { forEachDatabase, testOn } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { deferredActionKinds } from '../../../app.ts';
import { executeDeferredActions } from '../../deferred-actions/index.ts';

const TWO_STEPS = bpmn(
  'two',
  sequence(
    start,
    userTask('first', 'camunda:candidateGroups="clerks"'),
    userTask('second', 'camunda:candidateGroups="clerks"'),
    end,
  ),
);
const own = (username: string) =>
  bpmn('own', sequence(start, userTask('decide', `camunda:assignee="${username}"`), end));
const UNDO = { prefer: 'undo=10' };

forEachDatabase('undoing a completion', (db, kind) => {
  const once = testOn(kind);
  let tenant: TestTenant;
  let ann: Person;
  let bob: Person;
  let adam: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ann: ['clerks'],
      bob: ['clerks'],
      adam: ['admin'],
      pia: ['verva.admin'],
    });
    ({ ann, bob, adam } = tenant.people as { ann: Person; bob: Person; adam: Person });
    await tenant.deploy(TWO_STEPS);
    await tenant.deploy(own(bob.username));
  });

  async function open(key: 'two' | 'own' = 'two'): Promise<{ task: string; instance: string }> {
    const started = await tenant.startInstance({ key });
    return { task: started.tasks[0]!.id, instance: started.instanceId };
  }
  const complete = (who: Person, task: string, headers: Record<string, string> = UNDO) =>
    who.post(`/api/tasks/${task}`, { action: 'complete', comment: 'Fine' }, headers);
  const undo = (who: Person, id: string) => who.send('DELETE', `/api/held/${id}`);
  const wait = (seconds: number) => {
    tenant.clock.now = new Date(tenant.clock.now.getTime() + seconds * 1000);
  };
  const execute = () =>
    executeDeferredActions({ ...tenant.context, clock: () => tenant.clock.now }, deferredActionKinds(tenant.context));
  const inboxOf = async (who: Person): Promise<string[]> =>
    (await who.get('/api/tasks?limit=200')).body.items.map((task: { id: string }) => task.id);
  const kindsOf = async (instance: string): Promise<string[]> =>
    (await adam.get(`/api/instances/${instance}/history`)).body.map((row: { kind: string }) => row.kind);
  const eventsOf = (type: string, task: string) =>
    tenant.transaction(async (tx) => {
      await sql`SET LOCAL ROLE verva_system`.execute(tx);
      const { rows } = await sql<{ data: unknown; principals: string[] }>`
        SELECT payload->'data' AS data, payload->'principals' AS principals FROM outbox
        WHERE payload->>'type' = ${type} AND payload->'data'->>'taskId' = ${task}`.execute(tx);
      return rows;
    });

  test('BEY-06 TSK-18 a completion is deferred by ten seconds and then executed by the server without a request', async () => {
    const { task, instance } = await open();
    const held = await complete(ann, task);
    assert.equal(held.status, 202);
    assert.equal(held.body.held.until, new Date(tenant.clock.now.getTime() + 10_000).toISOString());
    assert.equal(held.body.task.status, 'held');
    wait(9);
    await execute();
    assert.equal((await ann.get(`/api/tasks/${task}`)).body.status, 'held');
    wait(2);
    await execute();
    await execute();
    const done = (await ann.get(`/api/tasks/${task}`)).body;
    assert.equal(done.status, 'completed');
    assert.equal(done.endedBy.id, ann.username);
    assert.equal(done.held, undefined);
    assert.equal((await kindsOf(instance)).filter((one) => one === 'completed').length, 1);
    assert.deepEqual(
      (await adam.get(`/api/instances/${instance}`)).body.places.map((place: { nodeId: string }) => place.nodeId),
      ['second'],
    );
    const late = await undo(ann, held.body.held.id);
    assert.equal(late.status, 409);
    assert.equal(late.body.code, 'held.already_done');
  });

  once('BEY-06 an undo reopens the task unchanged, and the process has not moved', async () => {
    const { task, instance } = await open();
    const before = await inboxOf(bob);
    const { body } = await complete(ann, task);
    assert.ok(!(await inboxOf(bob)).includes(task), 'while it waits it is in no inbox');
    assert.equal((await undo(bob, body.held.id)).status, 404, 'nobody else can undo it');
    assert.equal((await undo(ann, body.held.id)).status, 204);
    assert.deepEqual(await inboxOf(bob), before);
    wait(11);
    await execute();
    const back = (await ann.get(`/api/tasks/${task}`)).body;
    assert.equal(back.status, 'open');
    assert.equal(back.mayComplete, true);
    assert.equal((await ann.get(`/api/tasks/${task}/form`)).body.draft.comment, 'Fine', 'what was typed is back');
    assert.deepEqual(
      (await kindsOf(instance)).filter((one) => one === 'completed' || one === 'undone'),
      ['undone'],
    );
    assert.equal((await complete(ann, task, {})).status, 200);
  });

  once('BEY-06 neither completing nor undoing notifies the assignee or a candidate of a new task', async () => {
    const notifications = (task: string) =>
      tenant.transaction(async (tx) => {
        const { rows } = await sql<{ kind: string; user_id: string }>`
          SELECT kind, user_id FROM notification WHERE task_id = ${task}::uuid ORDER BY created_at`.execute(tx);
        return rows;
      });
    await tenant.transaction((tx) =>
      sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date)
        VALUES (${bob.userId}::uuid, ${ann.userId}::uuid, ${tenant.clock.now}::date - 1, ${tenant.clock.now}::date + 30)`.execute(
        tx,
      ),
    );
    try {
      // Ann is Bob's delegate, so that the acting user is not the assignee.
      for (const key of ['own', 'two'] as const) {
        const { task } = await open(key);
        // As after the e-mail about the new task and its deletion.
        const arrived = await notifications(task);
        assert.equal(arrived.length, key === 'own' ? 1 : 0);
        await tenant.transaction((tx) => sql`DELETE FROM notification WHERE task_id = ${task}::uuid`.execute(tx));
        const { status, body } = await complete(ann, task);
        assert.equal(status, 202, JSON.stringify(body));
        assert.equal((await undo(ann, body.held.id)).status, 204);
        assert.equal((await bob.get(`/api/tasks/${task}`)).body.status, 'open');
        assert.deepEqual(await notifications(task), []);
        assert.deepEqual((await eventsOf('task.created', task)).length, 1, 'only that of its arrival');
        await complete(ann, task);
        wait(11);
        await execute();
        assert.equal((await bob.get(`/api/tasks/${task}`)).body.status, 'completed');
        assert.deepEqual(await notifications(task), []);
      }
    } finally {
      await tenant.transaction((tx) => sql`DELETE FROM delegation`.execute(tx));
    }
  });

  once('TSK-18 BEY-06 other users see who is completing it and until when, without an id to undo it', async () => {
    const { task } = await open();
    const { body } = await complete(ann, task);
    for (const action of ['complete', 'save', 'claim', 'release']) {
      const refused = await bob.post(`/api/tasks/${task}`, { action });
      assert.equal(refused.status, 409, action);
      assert.equal(refused.body.code, 'task.held');
      assert.equal(refused.body.by.id, ann.username);
      assert.equal(refused.body.until, body.held.until);
    }
    const assigned = await adam.post(`/api/tasks/${task}/identitylinks`, { kind: 'assignee', userId: bob.username });
    assert.equal(assigned.body.code, 'task.held');
    const seen = (await bob.get(`/api/tasks/${task}`)).body;
    assert.equal(seen.held.by.id, ann.username);
    assert.equal(seen.held.id, undefined);
    assert.equal((await ann.get(`/api/tasks/${task}`)).body.held.id, body.held.id);
    assert.equal((await complete(ann, task)).body.code, 'task.held');
  });

  test('TSK-18 the same key gets the same deferred action, and one of twenty concurrent ones is deferred', async () => {
    const { task } = await open();
    const key = { ...UNDO, 'idempotency-key': randomUUID() };
    const first = await complete(ann, task, key);
    const again = await complete(ann, task, key);
    assert.deepEqual(again.body, first.body);
    const other = await open();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, at) => complete(at % 2 ? ann : bob, other.task)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [202, ...Array(19).fill(409)]);
    for (const { status, body } of replies) if (status === 409) assert.equal(body.code, 'task.held');
  });

  once('BEY-06 errors are reported at once, and nothing is deferred', async () => {
    const { task } = await open();
    const refused = await ann.post(`/api/tasks/${task}`, { action: 'complete', outcome: 'nonsense' }, UNDO);
    assert.equal(refused.body.code, 'outcome.unknown');
    assert.equal((await ann.get(`/api/tasks/${task}`)).body.status, 'open');
  });

  test('BEY-06 a process that ends the task meanwhile wins, and the completing user is notified', async () => {
    const { task, instance } = await open();
    await complete(ann, task);
    assert.equal(
      (await tenant.people.pia!.post(`/api/instances/${instance}/cancel`, { reason: 'Not needed' })).status,
      200,
    );
    wait(11);
    await execute();
    assert.equal((await ann.get(`/api/tasks/${task}`)).body.status, 'cancelled');
    assert.deepEqual(await eventsOf('task.refused', task), [
      { data: { taskId: task, code: 'task.cancelled' }, principals: [`u:${ann.userId}`] },
    ]);
  });

  once('BEY-06 TSK-18 pages that show the task are notified when it is executed', async () => {
    const { task } = await open();
    await complete(ann, task);
    wait(11);
    await execute();
    const [ended] = await eventsOf('task.ended', task);
    assert.ok(ended?.principals.includes('g:clerks'));
  });

  if (kind === 'postgres') {
    test('BEY-06 TSK-18 two servers and a dying connection execute each deferred completion once', async () => {
      const cases = await Promise.all(Array.from({ length: 12 }, () => open()));
      for (const { task } of cases) assert.equal((await complete(ann, task)).status, 202);
      wait(11);
      const dying = tenant.context.db.tenantTransaction(
        { tenantId: tenant.tenantId, userId: ann.userId },
        async (tx) => {
          await sql`SELECT id FROM held_action WHERE state = 'held' LIMIT 3 FOR UPDATE`.execute(tx);
          await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
        },
      );
      await Promise.all([assert.rejects(dying), execute(), execute(), execute()]);
      await execute();
      for (const { task, instance } of cases) {
        assert.equal((await ann.get(`/api/tasks/${task}`)).body.status, 'completed');
        assert.equal((await kindsOf(instance)).filter((one) => one === 'completed').length, 1);
      }
    });
  }
});
