import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { deferredActionKinds } from '../../../app.ts';
import { purgeExpired } from '../../../platform/jobs/retention.ts';
import { executeDeferredActions } from '../../deferred-actions/index.ts';

const LETTER = bpmn('letter', sequence(start, userTask('answer', 'camunda:candidateGroups="clerks"'), end));

onDatabase('drafts', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let bob: Person;
  let stranger: Person;
  let foreigner: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['clerks'], bob: ['clerks'], carl: [], adam: ['admin'] });
    ({ ann, bob, carl: stranger } = tenant.people as { ann: Person; bob: Person; carl: Person });
    const other = await createTestTenant(db(), 'beta', { boris: ['admin'] }, tenant);
    foreigner = other.people.boris!;
    await tenant.deploy(LETTER);
  });

  const open = async () => (await tenant.startInstance({ key: 'letter' })).tasks[0]!.id;
  const put = (who: Person, task: string, body: Record<string, unknown>) =>
    who.send('PUT', `/api/tasks/${task}/draft`, JSON.stringify(body), { 'content-type': 'application/json' });
  const draftOf = async (who: Person, task: string) => (await who.get(`/api/tasks/${task}/form`)).body.draft;
  const typed = (subject: string, rev = 0) => ({ rev, base: { subject: '' }, values: { subject }, comment: 'hm' });

  test('TSK-19 BEY-07 input is saved as a draft and returned with the form, for its author only', async () => {
    const task = await open();
    const saved = await put(ann, task, { ...typed('Roof'), unread: { 'lines.r1.qty': '12a' } });
    assert.equal(saved.status, 200);
    assert.equal(saved.body.rev, 1);
    assert.deepEqual((await draftOf(ann, task)).unread, { 'lines.r1.qty': '12a' });
    const draft = await draftOf(ann, task);
    assert.deepEqual(draft.values, { subject: 'Roof' });
    assert.deepEqual(draft.base, { subject: '' });
    assert.equal(draft.comment, 'hm');
    assert.equal(await draftOf(bob, task), null);
    const marks = async (who: Person) =>
      (await who.get('/api/tasks?limit=200')).body.items.find((one: { id: string }) => one.id === task).hasDraft;
    assert.equal(await marks(ann), true);
    assert.equal(await marks(bob), false);
  });

  test('BEY-07 a second window gets the draft of the first one, and nothing is overwritten', async () => {
    const task = await open();
    await put(ann, task, typed('Roof'));
    const stale = await put(ann, task, typed('Door'));
    assert.equal(stale.status, 409);
    assert.equal(stale.body.code, 'draft.conflict');
    assert.deepEqual(stale.body.theirs.values, { subject: 'Roof' });
    assert.equal(stale.body.params.time, stale.body.theirs.updated);
    const merged = await put(ann, task, typed('Roof and door', stale.body.theirs.rev));
    assert.equal(merged.body.rev, 2);
    const replies = await Promise.all(['a', 'b', 'c'].map((subject) => put(ann, task, typed(subject, 2))));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409]);
  });

  test('BEY-07 the form shows who last saved each value, so that a conflict can name them', async () => {
    const task = await open();
    await tenant.transaction((tx) =>
      sql`INSERT INTO process_history (instance_id, task_id, kind, actor_id, data, at)
        SELECT instance_id, id, 'saved', ${bob.userId}::uuid, '{"changed":["amount","subject"]}', now() FROM task WHERE id = ${task}::uuid`.execute(
        tx,
      ),
    );
    const { saved } = (await ann.get(`/api/tasks/${task}/form`)).body;
    assert.deepEqual(
      saved.map(({ key, by }: { key: string; by: { name: string } }) => [key, by.name]),
      [
        ['amount', 'Bob'],
        ['subject', 'Bob'],
      ],
    );
  });

  test('TSK-19 a draft ends when completing and when discarded; that of a deferred completion stays until it is executed', async () => {
    const task = await open();
    await put(ann, task, typed('Roof'));
    assert.equal((await ann.send('DELETE', `/api/tasks/${task}/draft`)).status, 204);
    assert.equal(await draftOf(ann, task), null);
    await put(ann, task, typed('Roof'));
    await put(bob, task, typed('Floor'));
    assert.equal((await ann.post(`/api/tasks/${task}`, { action: 'complete' }, { prefer: 'undo=5' })).status, 202);
    assert.equal((await draftOf(ann, task)).values.subject, 'Roof');
    tenant.clock.now = new Date(tenant.clock.now.getTime() + 6000);
    await executeDeferredActions(
      { ...tenant.context, clock: () => tenant.clock.now },
      deferredActionKinds(tenant.context),
    );
    assert.equal(await draftOf(ann, task), null);
    assert.equal((await draftOf(bob, task)).values.subject, 'Floor', 'who was not the first keeps the input');
    const late = await put(bob, task, typed('Floor!', 1));
    assert.equal(late.body.code, 'task.already_completed');
  });

  test('TSK-19 users who may not act on the task have no draft, and users without access learn nothing', async () => {
    const task = await open();
    for (const who of [stranger, foreigner]) {
      assert.equal((await put(who, task, typed('x'))).body.code, 'task.not_found');
      assert.equal((await who.send('DELETE', `/api/tasks/${task}/draft`)).body.code, 'task.not_found');
    }
    assert.equal((await put(tenant.people.adam!, task, typed('x'))).body.code, 'access.denied');
    assert.equal((await put(ann, task, { ...typed('x'), comment: 'x'.repeat(4001) })).status, 400);
    assert.equal((await put(ann, task, { values: {} })).status, 400);
  });

  test('a draft without changes for half a year is deleted', async () => {
    const task = await open();
    const old = await open();
    await put(ann, task, typed('Roof'));
    await put(ann, old, typed('Old'));
    await db().tenantTransaction({ tenantId: tenant.tenantId, userId: ann.userId }, (tx) =>
      sql`UPDATE form_draft SET updated_at = now() - interval '181 days' WHERE owner_id = ${old}`.execute(tx),
    );
    await purgeExpired(db());
    assert.equal(await draftOf(ann, old), null);
    assert.notEqual(await draftOf(ann, task), null);
  });
});
