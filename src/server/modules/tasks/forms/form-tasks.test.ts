import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { FormBody, FormNode } from '../../../../shared/forms/index.ts';
import { saveAndPublishForm } from '../../forms/index.ts';

const PROCESS = bpmn(
  'buy',
  sequence(start, userTask('decide', 'camunda:candidateGroups="buyers" camunda:formKey="purchase"'), end),
);
const text = (key: string, more: object = {}) => ({ type: 'text', key, label: { en: key }, ...more }) as FormNode;
const purchase = (...children: FormNode[]): FormBody => ({
  formatVersion: 1,
  id: 'purchase',
  title: { en: 'Purchase' },
  root: { type: 'stack', id: 'root', children },
});

onDatabase('running tasks and versions of their form', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let root: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['buyers'], root: ['verva.admin'] });
    ({ ann, root } = tenant.people as Record<'ann' | 'root', Person>);
    await publish(purchase(text('subject'), text('phone')));
    await tenant.deploy(PROCESS);
  });

  const publish = (body: FormBody) =>
    tenant.transaction((tx) => saveAndPublishForm(tx, { id: body.id, kind: 'task', title: body.title, body }));
  const open = async () => (await tenant.startInstance({ key: 'buy' })).tasks[0]!.id;

  test('BEY-08 BEY-23 a task migrated to the new version keeps its draft, and the differences are reported once', async () => {
    const [task, other] = [await open(), await open()];
    const draft = (body: object) => ann.send('PUT', `/api/tasks/${task}/draft`, { rev: 0, base: {}, ...body });
    const formOf = async (id = task) => (await ann.get(`/api/tasks/${id}/form`)).body;
    assert.equal((await draft({ values: { subject: 'Ropes', phone: '+3725551234' } })).status, 200);
    await ann.post(`/api/tasks/${other}`, { action: 'save', variables: { subject: 'Hooks' } });
    await publish(purchase(text('subject'), text('reason', { required: true })));

    // A running task keeps the version it started with; nothing is reported and nothing is lost.
    const before = await formOf();
    assert.deepEqual([before.number, before.carriedOver, before.draft.values.phone], [1, undefined, '+3725551234']);
    const { body: running } = await root.get('/api/forms/purchase/tasks');
    assert.deepEqual(running.versions, [{ number: 1, open: 2 }]);
    assert.deepEqual(
      running.tasks.map((one: { id: string; number: number; isStarted: boolean }) => [
        one.id,
        one.number,
        one.isStarted,
      ]),
      [
        [task, 1, false],
        [other, 1, true],
      ].sort(),
    );

    const moved = await root.post('/api/forms/purchase/tasks/move', { taskIds: [task] });
    assert.deepEqual(moved.body, { moved: 1, more: false });
    assert.deepEqual((await root.get('/api/forms/purchase/tasks')).body.versions, [
      { number: 2, open: 1 },
      { number: 1, open: 1 },
    ]);

    // Values for the old form are refused for the new one.
    const late = await ann.post(`/api/tasks/${task}`, {
      action: 'complete',
      variables: { subject: 'Ropes', phone: '+3725551234' },
      formVersion: 1,
    });
    assert.deepEqual([late.status, late.body.code], [409, 'form.version_changed']);

    const after = await formOf();
    assert.equal(after.number, 2);
    assert.deepEqual(after.draft.values, { subject: 'Ropes' });
    assert.deepEqual(
      after.carriedOver.map((one: { kind: string; field: string; answers: { value: unknown }[] }) => [
        one.kind,
        one.field,
        one.answers.map(({ value }) => value),
      ]),
      [
        ['gone', 'phone', ['+3725551234']],
        ['new', 'reason', []],
      ],
    );
    // Input to the old form in another open window is migrated too.
    const stale = await draft({ rev: 1, values: { subject: 'Ropes 2', phone: '+3725550000' }, formVersion: 1 });
    assert.equal(stale.status, 200);
    assert.equal((await formOf()).carriedOver.length, 2);
    assert.equal((await draft({ rev: 2, values: { subject: 'Ropes 3' }, formVersion: 2 })).status, 200);
    const again = await formOf();
    assert.deepEqual([again.carriedOver, again.draft.values], [undefined, { subject: 'Ropes 3' }]);

    const history = (await ann.get(`/api/tasks/${task}/history`)).body;
    const noted = history.find((one: { kind: string }) => one.kind === 'form.moved');
    assert.equal(noted.by.id, root.username);
    const done = await ann.post(`/api/tasks/${task}`, {
      action: 'complete',
      variables: { subject: 'Ropes', reason: 'Roof' },
      formVersion: 2,
    });
    assert.equal(done.status, 200);
  });

  test('BEY-23 all running tasks are migrated at once, once, and only by permitted users', async () => {
    const tasks = [await open(), await open()];
    await publish(purchase(text('subject'), text('cause')));
    assert.equal((await ann.get('/api/forms/purchase/tasks')).body.code, 'access.denied');
    assert.equal((await ann.post('/api/forms/purchase/tasks/move', {})).body.code, 'access.denied');
    assert.equal((await root.get('/api/forms/nothing/tasks')).body.code, 'form.not_found');
    const moved = await root.post('/api/forms/purchase/tasks/move', {});
    assert.ok(moved.body.moved >= tasks.length);
    assert.deepEqual((await root.post('/api/forms/purchase/tasks/move', {})).body, { moved: 0, more: false });
    const { body } = await root.get('/api/forms/purchase/tasks');
    assert.deepEqual([body.versions.length, body.tasks], [1, []]);
    const other = await createTestTenant(db(), 'other', { eve: ['verva.admin'] });
    await other.transaction((tx) =>
      saveAndPublishForm(tx, {
        id: 'purchase',
        kind: 'task',
        title: { en: 'P' },
        body: purchase(text('subject')),
      }),
    );
    const foreign = await other.people.eve!.post('/api/forms/purchase/tasks/move', { taskIds: tasks });
    assert.deepEqual(foreign.body, { moved: 0, more: false });
  });
});
