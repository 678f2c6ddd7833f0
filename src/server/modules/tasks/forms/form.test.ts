import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../../shared/forms/index.ts';
import { insertDropdown, insertOptions } from '../../dropdowns/index.ts';
import { saveAndPublishForm } from '../../forms/index.ts';

const PROCESS = bpmn(
  'buy',
  sequence(
    start,
    userTask('decide', 'camunda:candidateGroups="buyers" camunda:formKey="purchase"'),
    userTask('order', 'camunda:candidateGroups="buyers"'),
    end,
  ),
);

const option = (id: string) => ({ id, defaultText: id, texts: {}, properties: {}, active: true });

function purchase(label = 'Amount'): FormBody {
  return {
    formatVersion: 1,
    id: 'purchase',
    title: { en: 'Purchase' },
    root: {
      type: 'stack',
      id: 'root',
      children: [
        { type: 'number', key: 'amount', label: { en: label }, required: true, min: 1 },
        { type: 'number', key: 'twice', label: { en: 'Twice' }, computed: 'amount * 2' },
        {
          type: 'multiline',
          key: 'why',
          label: { en: 'Why' },
          visible: { field: 'amount', op: 'gt', value: 100 },
          required: true,
        },
      ],
    },
    outcomes: [
      { id: 'approve', label: { en: 'Approve' }, style: 'primary' },
      { id: 'reject', label: { en: 'Reject' }, comment: 'required', validate: false },
    ],
  };
}

onDatabase('tasks with a form', (db) => {
  let tenant: TestTenant;
  let ann: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['buyers'], bob: ['buyers'], carl: [] });
    ann = tenant.people.ann!;
    await publish(purchase());
    await tenant.deploy(PROCESS);
  });

  const publish = (body: FormBody) =>
    tenant.transaction((tx) => saveAndPublishForm(tx, { id: body.id, kind: 'task', title: body.title, body }));
  const open = async () => (await tenant.startInstance({ key: 'buy' })).tasks[0]!.id;

  test('TSK-06 the variables of a task are those of its process and the submitted ones, all or by name', async () => {
    const variables = { amount: 5, centre: 'C-1', lines: [{ who: 'ann' }], nothing: null };
    const started = await tenant.startInstance({ key: 'buy', variables });
    const task = started.tasks[0]!.id;
    const read = async (query = '') => (await ann.get(`/api/tasks/${task}/variables${query}`)).body;
    assert.deepEqual(await read(), variables);
    await ann.post(`/api/tasks/${task}`, { action: 'save', variables: { amount: 300, why: 'Roof' } });
    assert.deepEqual(await read(), { ...variables, amount: 300, why: 'Roof' });
    assert.deepEqual(await read('?names=centre,%20amount,unknown,constructor'), { centre: 'C-1', amount: 300 });
    assert.deepEqual(await read('?names='), {});
    const stranger = await tenant.people.carl!.get(`/api/tasks/${task}/variables`);
    assert.deepEqual([stranger.status, stranger.body.code], [404, 'task.not_found']);
  });

  test('TSK-10 a form starts with the values of its task, or with its defaults only', async () => {
    const task = await open();
    await ann.post(`/api/tasks/${task}`, { action: 'save', variables: { amount: 300, why: 'Roof' } });
    const of = (body: unknown) => ann.post('/api/tasks/defaultvariables', body);
    assert.deepEqual((await of({ taskId: task })).body.variables, { amount: 300, twice: 600, why: 'Roof' });
    assert.deepEqual((await of({ formId: 'purchase' })).body.variables, { amount: null, twice: null });
    assert.equal((await of({ formId: 'nothing' })).body.code, 'form.not_found');
    assert.equal((await of({ taskId: '019aa5d0-0000-7000-8000-000000000001' })).body.code, 'task.not_found');
    for (const body of [{}, { taskId: task, formId: 'purchase' }, { processKey: 'buy' }])
      assert.equal((await of(body)).body.code, 'request.invalid');
  });

  test('FRM-08 TSK-08 the server computes values, drops hidden ones, and refuses invalid ones and unknown outcomes', async () => {
    const task = await open();
    const complete = (variables: unknown, outcome = 'approve', comment?: string) =>
      ann.post(`/api/tasks/${task}`, { action: 'complete', outcome, variables, ...(comment ? { comment } : {}) });
    const missing = await complete({});
    assert.equal(missing.status, 422);
    assert.deepEqual(
      missing.body.errors.map((one: { pointer: string; code: string }) => [one.pointer, one.code]),
      [['/variables/amount', 'field.required']],
    );
    assert.deepEqual(
      (await complete({ amount: 500 })).body.errors.map((one: { pointer: string }) => one.pointer),
      ['/variables/why'],
    );
    assert.equal((await complete({ amount: 0 })).body.code, 'form.invalid');
    assert.equal((await complete({ amount: 5, secret: 1 })).body.errors[0].code, 'field.unknown');
    assert.equal((await complete({ amount: 'five' })).body.code, 'form.invalid');
    assert.equal((await complete({ amount: 5, why: 'hidden' })).body.code, 'form.invalid');
    assert.equal((await complete({ amount: 5 }, 'burn')).body.code, 'outcome.unknown');
    assert.equal(
      (await ann.post(`/api/tasks/${task}`, { action: 'complete', variables: { amount: 5 } })).body.code,
      'outcome.required',
    );
    assert.equal((await complete({}, 'reject')).body.code, 'comment.required');
    assert.equal((await ann.get(`/api/tasks/${task}`)).body.status, 'open');
    const done = await complete({ amount: 5, twice: 999 });
    assert.equal(done.status, 200);
    const { variables } = (await ann.get(`/api/tasks/${done.body.next}`)).body;
    assert.deepEqual([variables.amount, variables.twice, variables.outcome], [5, 10, 'approve']);
    assert.equal('why' in variables, false);
    const shown = (await ann.get(`/api/tasks/${task}/form`)).body;
    assert.equal(shown.readOnly, true);
    assert.equal(shown.values.amount, 5);
  });

  test('FRM-08 API-02 hostile values are refused with their position or as a whole, and nothing is changed', async () => {
    const task = await open();
    const send = async (body: string | object) => {
      const reply = await ann.send('POST', `/api/tasks/${task}`, body, { 'content-type': 'application/json' });
      return [
        reply.status,
        reply.body.code,
        ...(reply.body.errors ?? []).map((one: { pointer: string }) => one.pointer),
      ];
    };
    const complete = (variables: string) => send(`{"action":"complete","outcome":"approve","variables":${variables}}`);
    assert.deepEqual(await complete('{"amount":5,"__proto__":{"amount":1}}'), [400, 'request.invalid']);
    assert.deepEqual(await complete('{"amount":5,"constructor":1}'), [422, 'form.invalid', '/variables/constructor']);
    assert.deepEqual(await complete('{"amount":5,"a/b":1}'), [422, 'form.invalid', '/variables/a~1b']);
    assert.deepEqual(await complete('{"amount":1e400}'), [400, 'request.invalid', '/variables/amount']);
    assert.deepEqual(await complete('{"amount":5,"why":"hidden"}'), [422, 'form.invalid', '/variables/why']);
    assert.deepEqual(await complete('[]'), [400, 'request.invalid', '/variables']);
    assert.deepEqual(await complete(`{"why":${JSON.stringify('x'.repeat(10_000_000))}}`), [413, 'request.too_large']);
    assert.deepEqual((await ann.get(`/api/tasks/${task}/variables`)).body, {});
    // A forged total is not stored.
    assert.equal((await send({ action: 'save', variables: { amount: 5, twice: 1_000_000 } }))[0], 200);
    assert.equal((await ann.get(`/api/tasks/${task}/form`)).body.values.twice, 10);
  });

  test('an outcome that requires a comment accepts an incomplete form with one, and the history has it', async () => {
    const task = await open();
    const rejected = await ann.post(`/api/tasks/${task}`, {
      action: 'complete',
      outcome: 'reject',
      comment: ' Too dear. ',
    });
    assert.equal(rejected.status, 200);
    const row = (await ann.get(`/api/tasks/${task}/history`)).body.find(
      (one: { kind: string }) => one.kind === 'completed',
    );
    assert.deepEqual(
      [row.outcome, row.comment, row.by.id, row.node.id],
      ['reject', 'Too dear.', ann.username, 'decide'],
    );
  });

  test('FRM-02 users who may only read get a read-only form, and their values are refused', async () => {
    const task = await open();
    const bob = tenant.people.bob!;
    const isReadOnly = async (who: Person) => (await who.get(`/api/tasks/${task}/form`)).body.readOnly;
    assert.deepEqual([await isReadOnly(ann), await isReadOnly(bob)], [false, false]);
    await ann.post(`/api/tasks/${task}`, { action: 'claim' });
    assert.deepEqual([await isReadOnly(ann), await isReadOnly(bob)], [false, true]);
    const refused = await bob.post(`/api/tasks/${task}`, { action: 'save', variables: { amount: 7 } });
    assert.equal(refused.body.code, 'task.claimed_by_other');
    assert.equal((await ann.get(`/api/tasks/${task}/form`)).body.values.amount ?? null, null);
  });

  test('TSK-08 saving stores the values, checks types only and completes nothing', async () => {
    const task = await open();
    const save = (variables: unknown) => ann.post(`/api/tasks/${task}`, { action: 'save', variables });
    assert.equal((await save({ amount: 'x' })).body.code, 'form.invalid');
    assert.equal((await save({ nothing: 1 })).body.errors[0].pointer, '/variables/nothing');
    const saved = await save({ amount: 700 });
    assert.equal(saved.status, 200);
    assert.equal(saved.body.task.status, 'open');
    const { values, outcomes, number } = (await ann.get(`/api/tasks/${task}/form`)).body;
    assert.equal(values.amount, 700);
    assert.equal(number, 1);
    assert.deepEqual(
      outcomes.map((one: { id: string; comment: string }) => [one.id, one.comment]),
      [
        ['approve', 'none'],
        ['reject', 'required'],
      ],
    );
  });

  test('FRM-08 FRM-04 a task accepts only existing active choices of the organisation', async () => {
    const other = await createTestTenant(db(), 'other', { eva: [] });
    await other.transaction((tx) => insertDropdown(tx, { id: 'centres', name: 'Centres', description: null }));
    await other.transaction((tx) => insertOptions(tx, 'centres', [option('theirs'), option('1')]));
    await tenant.transaction(async (tx) => {
      await insertDropdown(tx, { id: 'centres', name: 'Centres', description: null });
      await insertOptions(tx, 'centres', [option('1'), { ...option('old'), active: false }]);
    });
    await publish({
      formatVersion: 1,
      id: 'choosing',
      title: { en: 'Choosing' },
      root: {
        type: 'stack',
        id: 'root',
        children: [
          { type: 'dropdown', key: 'centre', label: { en: 'Centre' }, source: { dropdownId: 'centres' } },
          {
            type: 'table',
            key: 'lines',
            label: { en: 'Lines' },
            columns: [{ type: 'users', key: 'who', label: { en: 'Who' } }],
          },
        ],
      },
    });
    const chosen = bpmn(
      'choose',
      sequence(start, userTask('pick', 'camunda:candidateGroups="buyers" camunda:formKey="choosing"'), end),
    );
    await tenant.deploy(chosen);
    const started = await tenant.startInstance({ key: 'choose' });
    const send = (action: string, variables: unknown) =>
      ann.post(`/api/tasks/${started.tasks[0]!.id}`, { action, variables });
    const faults = async (action: string, variables: unknown) => {
      const { status, body } = await send(action, variables);
      return [
        status,
        ...(body.errors ?? []).map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`),
      ];
    };
    for (const action of ['save', 'complete']) {
      assert.deepEqual(await faults(action, { centre: 'theirs' }), [422, '/variables/centre field.choice_unknown']);
      assert.deepEqual(await faults(action, { centre: 'old' }), [422, '/variables/centre field.choice_unknown']);
      assert.deepEqual(await faults(action, { lines: [{ who: [ann.userId] }, { who: [other.people.eva!.userId] }] }), [
        422,
        '/variables/lines/1/who field.reference_unknown',
      ]);
    }
    assert.equal((await send('complete', { centre: '1', lines: [{ who: [ann.userId] }] })).status, 200);
  });

  test('FRM-09 a task keeps the form version it was opened with', async () => {
    const task = await open();
    await publish(purchase('Sum'));
    const { body, number } = (await ann.get(`/api/tasks/${task}/form`)).body;
    assert.equal(number, 1);
    assert.equal(body.root.children[0].label.en, 'Amount');
    assert.equal((await ann.get(`/api/tasks/${await open()}/form`)).body.number, 2);
  });
});
