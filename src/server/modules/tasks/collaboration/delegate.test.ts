import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { deployBpmn } from '../../processes/index.ts';

const LETTER = bpmn(
  'letter',
  sequence(start, userTask('answer', 'camunda:candidateUsers="=users" camunda:candidateGroups="=groups"'), end),
);

onDatabase('delegating one task', (db) => {
  let tenant: TestTenant;
  let anna: Person;
  let mart: Person;
  let liis: Person;
  let chief: Person;
  let stranger: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      anna: ['clerks'],
      mart: [],
      liis: ['clerks'],
      kadri: [],
      gone: [],
      chief: ['admin'],
    });
    ({ anna, mart, liis, chief } = tenant.people as Record<'anna' | 'mart' | 'liis' | 'chief', Person>);
    stranger = (await createTestTenant(db(), 'beta', { boris: ['admin'] }, tenant)).people.boris!;
    tenant.clock.now = new Date('2026-11-18T10:00:00.000Z');
    await tenant.transaction(async (tx) => {
      await deployBpmn(tx, tenant.scope(), LETTER);
      await sql`UPDATE app_user SET status = 'disabled' WHERE id = ${tenant.people.gone!.userId}::uuid`.execute(tx);
    });
  });

  async function open(users: string[], groups: string[] = []): Promise<string> {
    const started = await tenant.startInstance({ key: 'letter', businessKey: null, variables: { users, groups } });
    return started.tasks[0]!.id;
  }
  const claim = (who: Person, id: string) => who.post(`/api/tasks/${id}`, { action: 'claim' });
  const complete = (who: Person, id: string) => who.post(`/api/tasks/${id}`, { action: 'complete' });
  const delegate = (who: Person, id: string, to: string, body: object = { returns: true }): Promise<Reply> =>
    who.post(`/api/tasks/${id}/delegate/${to}`, body);
  const returnToOwner = (who: Person, id: string, body: object = {}) => who.post(`/api/tasks/${id}/return`, body);
  const listed = async (who: Person): Promise<string[]> =>
    (await who.get('/api/tasks?limit=200')).body.items.map((task: { id: string }) => task.id);
  const history = async (who: Person, id: string) => (await who.get(`/api/tasks/${id}/history`)).body;
  const live = async (): Promise<{ type: string; principals: string[]; data: { taskId?: string } }[]> => {
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ payload: never }>`SELECT payload FROM outbox WHERE topic = 'live' ORDER BY id`.execute(tx),
    );
    return rows.map(({ payload }) => payload);
  };
  async function mine(): Promise<string> {
    const id = await open([anna.username]);
    assert.equal((await claim(anna, id)).status, 200);
    return id;
  }

  test('TSK-05 a delegated task can be worked on by the colleague, and the owner decides after its return', async () => {
    const id = await mine();
    const { status, body } = await delegate(anna, id, mart.username, { returns: true, comment: 'Check the price' });
    assert.equal(status, 200);
    assert.equal(body.assignee.id, mart.username);
    assert.equal(body.owner.id, anna.username);
    assert.equal(body.delegated, 'returns');
    assert.equal(body.mayReturn, true);
    assert.equal(body.mayComplete, false);
    assert.ok((await listed(mart)).includes(id));
    assert.ok(!(await listed(anna)).includes(id));

    const seen = (await mart.get(`/api/tasks/${id}`)).body;
    assert.deepEqual(
      [seen.mayComplete, seen.mayEdit, seen.mayReturn, seen.mayRelease, seen.mayAssign],
      [false, true, true, false, false],
    );
    const refused = await complete(mart, id);
    assert.equal(refused.status, 409);
    assert.equal(refused.body.code, 'task.returns');
    assert.equal(refused.body.params.name, 'Anna');
    assert.equal((await mart.post(`/api/tasks/${id}`, { action: 'save' })).status, 200);

    const back = await returnToOwner(mart, id, { comment: 'It is fair' });
    assert.equal(back.status, 200);
    assert.equal(back.body.assignee.id, anna.username);
    assert.equal(back.body.delegated, null);
    assert.ok((await listed(anna)).includes(id));
    assert.equal((await complete(anna, id)).status, 200);
  });

  test('TSK-17 BEY-03 the history has both users, the comment and the recipient', async () => {
    const id = await mine();
    await delegate(anna, id, mart.username, { returns: true, comment: 'Check the price' });
    await returnToOwner(mart, id, { comment: 'It is fair' });
    const rows = (await history(anna, id)).filter((row: { kind: string }) =>
      ['delegated', 'returned'].includes(row.kind),
    );
    const [given, returned] = rows;
    assert.deepEqual([given.by.name, given.to.name, given.comment], ['Anna', 'Mart', 'Check the price']);
    assert.deepEqual(
      [returned.by.name, returned.onBehalfOf.name, returned.to.name, returned.comment],
      ['Mart', 'Anna', 'Anna', 'It is fair'],
    );
  });

  test('TSK-05 BEY-03 a finally delegated task is completed by the colleague on behalf of the owner', async () => {
    const id = await mine();
    await delegate(anna, id, mart.username, { returns: false });
    const { body } = await complete(mart, id);
    assert.equal(body.task.endedBy.name, 'Mart');
    assert.equal(body.task.onBehalfOf.name, 'Anna');
    const done = (await history(anna, id)).find((row: { kind: string }) => row.kind === 'completed');
    assert.deepEqual([done.by.name, done.onBehalfOf.name], ['Mart', 'Anna']);
  });

  test('TSK-05 the owner takes it back at any time; other users cannot', async () => {
    const id = await mine();
    await delegate(anna, id, mart.username, { returns: false });
    assert.equal((await returnToOwner(liis, id)).status, 404);
    assert.equal((await returnToOwner(stranger, id)).status, 404);
    assert.equal((await returnToOwner(anna, id)).body.assignee.id, anna.username);
    assert.equal((await returnToOwner(anna, id)).body.code, 'task.not_delegated');
    const row = (await history(anna, id)).find(({ kind }: { kind: string }) => kind === 'taken_back');
    assert.equal(row.by.name, 'Anna');
  });

  test('TSK-05 a task delegated for the owner’s decision returns to the owner after any number of delegations', async () => {
    const id = await mine();
    await delegate(anna, id, mart.username, { returns: true });
    const { body } = await delegate(mart, id, tenant.people.kadri!.username, { returns: false });
    assert.deepEqual([body.owner.name, body.assignee.name, body.delegated], ['Anna', 'Kadri', 'returns']);
    assert.equal((await returnToOwner(tenant.people.kadri!, id)).body.assignee.name, 'Anna');
  });

  test('TSK-05 DEL-10 a delegate of the owner delegates on the owner’s behalf', async () => {
    const id = await mine();
    const period = { delegateUserId: liis.username, startDate: '2026-11-18', endDate: '2026-11-18' };
    const { body: delegation } = await anna.post('/api/identity/delegate/me', period);
    const { status, body } = await delegate(liis, id, mart.username);
    assert.equal(status, 200);
    assert.equal(body.owner.name, 'Anna');
    const row = (await history(mart, id)).find(({ kind }: { kind: string }) => kind === 'delegated');
    assert.deepEqual([row.by.name, row.onBehalfOf.name, row.to.name], ['Liis', 'Anna', 'Mart']);
    await anna.send('DELETE', `/api/identity/delegate/${delegation.id}`);
  });

  test('TSK-05 only to another active user of the organisation, and never health or pay tasks', async () => {
    const id = await mine();
    const code = async (to: string, who = anna) => (await delegate(who, id, to)).body.code;
    assert.equal(await code('nobody.here'), 'user.not_found');
    assert.equal(await code(stranger.userId), 'user.not_found');
    assert.equal(await code(tenant.people.gone!.username), 'user.disabled');
    assert.equal(await code('me'), 'delegation.to_self');
    assert.equal(await code(anna.username), 'delegation.to_self');
    assert.equal(await code(mart.username, stranger), 'task.not_found');
    assert.equal(await code(mart.username, liis), 'task.not_found');
    assert.equal((await delegate(anna, id, mart.username, { returns: true, comment: 'x'.repeat(4001) })).status, 422);
    await tenant.transaction((tx) => sql`UPDATE task SET confidential = 'pay' WHERE id = ${id}::uuid`.execute(tx));
    assert.equal(await code(mart.username), 'task.confidential');
    assert.equal(await code(mart.username, chief), 'task.confidential');
    const assign = await anna.post(`/api/tasks/${id}/identitylinks`, { kind: 'assignee', userId: mart.username });
    assert.equal(assign.body.code, 'task.confidential');
  });

  test('TSK-04 TSK-17 a lost race for assigning returns the assignee and the time', async () => {
    const id = await open([], ['clerks']);
    const [first, second] = await Promise.all([claim(anna, id), claim(liis, id)]);
    const [won, lostRace] = first.status === 200 ? [first, second] : [second, first];
    assert.equal(won.status, 200);
    assert.equal(lostRace.status, 409);
    assert.equal(lostRace.body.code, 'task.claimed_by_other');
    assert.equal(lostRace.body.by.id, won.body.task.assignee.id);
    assert.equal(lostRace.body.at, tenant.clock.now.toISOString());
    const loser = won.body.task.assignee.id === anna.username ? liis : anna;
    assert.equal((await delegate(loser, id, mart.username)).body.code, 'task.claimed_by_other');
  });

  test('TSK-05 TSK-18 of a concurrent delegation and completion one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await mine();
      const [done, given] = await Promise.all([complete(anna, id), delegate(anna, id, mart.username)]);
      const task = (await chief.get(`/api/tasks/${id}`)).body;
      if (task.status === 'completed') {
        assert.equal(done.status, 200);
        assert.equal(given.body.code, 'task.already_completed');
      } else {
        assert.equal(given.status, 200);
        assert.equal(task.assignee.name, 'Mart');
        assert.equal(done.status, 409);
        assert.ok(['task.claimed_by_other', 'task.returns'].includes(done.body.code), done.body.code);
      }
    }
  });

  test('TSK-17 open pages of all involved users are notified, and no others', async () => {
    const id = await mine();
    await db().systemTransaction((tx) => sql`DELETE FROM outbox`.execute(tx));
    await delegate(anna, id, mart.username);
    const events = (await live()).filter(({ type, data }) => type === 'task.changed' && data.taskId === id);
    assert.deepEqual(
      new Set(events.flatMap(({ principals }) => principals)),
      new Set([`u:${anna.userId}`, `u:${mart.userId}`]),
    );
  });
});
