import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { watchStatements } from '../../../../../test/support/statements.ts';
import { createTestTenant, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { saveAndPublishForm } from '../../forms/index.ts';
import { deployBpmn } from '../../processes/index.ts';

const FORMED = bpmn(
  'formed',
  sequence(
    start,
    userTask('ask', 'camunda:candidateGroups="clerks" camunda:formKey="sizes"'),
    userTask('keep', 'camunda:candidateGroups="clerks"'),
    end,
  ),
);

const FORM = {
  id: 'sizes',
  kind: 'task',
  title: { en: 'Sizes' },
  body: {
    formatVersion: 1,
    id: 'sizes',
    kind: 'task',
    title: { en: 'Sizes' },
    root: {
      type: 'stack',
      id: 'root',
      children: [{ type: 'text', key: 'size', label: { en: 'Size' }, required: true }],
    },
    outcomes: [{ id: 'approve', label: { en: 'Approve' } }],
  },
} as unknown as Parameters<typeof saveAndPublishForm>[1];

const TWO = bpmn(
  'two',
  sequence(
    start,
    userTask('first', 'camunda:candidateGroups="clerks"'),
    userTask('second', 'camunda:candidateGroups="clerks"'),
    end,
  ),
);

onDatabase('statements of one action', (db) => {
  let tenant: TestTenant;
  let statements: string[] = [];
  before(async () => {
    const watched = watchStatements(db(), (statement) => statements.push(statement));
    tenant = await createTestTenant(watched, 'acme', { ann: ['clerks'], bob: [], adam: ['admin'] });
    await tenant.transaction(async (tx) => {
      await saveAndPublishForm(tx, FORM);
      for (const model of [TWO, FORMED]) await deployBpmn(tx, tenant.scope(), model);
      await sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date, move_open_tasks, replace_verva)
        VALUES (${tenant.people.ann!.userId}::uuid, ${tenant.people.bob!.userId}::uuid, '2020-01-01', '2120-01-01', true, true)`.execute(
        tx,
      );
    });
  });

  const open = async (key = 'two') => (await tenant.startInstance({ key, variables: { size: 'S' } })).tasks[0]!.id;
  const act = (id: string, action: object, headers: Record<string, string> = {}) =>
    tenant.people.ann!.post(`/api/tasks/${id}`, action, headers);
  /** Counts the statements that read this task with its instance, or its files. */
  const counts = () => ({
    task: statements.filter((one) => one.includes('FROM task t JOIN process_instance')).length,
    files: statements.filter((one) => one.includes('FROM attachment a JOIN file')).length,
    instance: statements.filter((one) => /FROM process_instance\b/.test(one)).length,
    all: statements.length,
  });
  // With the two that read the user and the ways to sign in, which servers remember for half a minute.
  const ACTIONS = [
    ['claim', { action: 'claim' }, {}, 12],
    ['save', { action: 'save' }, {}, 8],
    ['release', { action: 'release' }, {}, 12],
    ['complete', { action: 'complete' }, {}, 15],
    ['complete later', { action: 'complete' }, { prefer: 'undo=10' }, 14],
  ] as const;

  test('TSK-08 an action reads its task, its files and its instance once', async () => {
    for (const [name, action, headers, most] of ACTIONS) {
      const id = await open();
      if (name === 'release') await act(id, { action: 'claim' });
      statements = [];
      const { status } = await act(id, action, headers);
      assert.equal(status, name === 'complete later' ? 202 : 200, name);
      const { all, ...reads } = counts();
      assert.deepEqual(reads, { task: 1, files: 1, instance: 0 }, name);
      assert.ok(all <= most, `${name}: ${all} statements`);
    }
  });

  test('TSK-08 with a form an action reads its task and its files once', async () => {
    for (const name of ['save', 'complete'] as const) {
      const id = await open('formed');
      statements = [];
      const { status, body } = await act(id, { action: name, variables: { size: 'L' } });
      assert.equal(status, 200, JSON.stringify(body));
      const { task, files, instance } = counts();
      assert.deepEqual({ task, files, instance }, { task: 1, files: 1, instance: 0 }, name);
    }
  });

  test('TSK-08 TSK-16 the response to an action is what reading the task afterwards returns', async () => {
    for (const key of ['two', 'formed']) {
      for (const [name, action, headers] of ACTIONS) {
        const id = await open(key);
        await tenant.people.ann!.get(`/api/tasks/${id}`);
        if (name === 'release') await act(id, { action: 'claim' });
        const done = await act(
          id,
          key === 'formed' && 'complete save'.includes(action.action)
            ? { ...action, variables: { size: 'L' } }
            : action,
          headers,
        );
        const { body } = await tenant.people.ann!.get(`/api/tasks/${id}`);
        assert.deepEqual(done.body.task, body, `${key}: ${name}`);
      }
    }
  });

  test('TSK-16 DEL-10 the response to a delegate’s action is what reading the task afterwards returns', async () => {
    const { bob, adam } = tenant.people;
    const id = await open();
    await adam!.post(`/api/tasks/${id}/identitylinks`, { kind: 'candidate', userId: tenant.people.ann!.username });
    await bob!.get(`/api/tasks/${id}`);
    for (const action of ['claim', 'release', 'claim', 'complete']) {
      tenant.clock.now = new Date(tenant.clock.now.getTime() + 1000);
      const done = await bob!.post(`/api/tasks/${id}`, { action });
      assert.equal(done.status, 200, `${action}: ${JSON.stringify(done.body)}`);
      assert.deepEqual(done.body.task, (await bob!.get(`/api/tasks/${id}`)).body, action);
    }
  });
});
