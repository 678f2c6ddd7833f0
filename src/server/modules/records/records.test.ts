import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';

const FORM: FormBody = {
  formatVersion: 1,
  id: 'linked',
  title: { en: 'Linked' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'record', key: 'related', label: { en: 'Related case' }, resource: 'cases' },
      { type: 'record', key: 'other', label: { en: 'Other' }, resource: 'weather' },
    ],
  },
};

onDatabase('records that fields choose', (db) => {
  let tenant: TestTenant;
  let people: Record<'ann' | 'bob' | 'root', Person>;
  const cases: Record<string, { instance: string; task: string }> = {};

  const open = async (key: string, businessKey: string) => {
    const { tasks } = await tenant.startInstance({ key, businessKey });
    const { rows } = await tenant.transaction((tx) =>
      sql<{ id: string }>`SELECT instance_id AS id FROM task WHERE id = ${tasks[0]!.id}::uuid`.execute(tx),
    );
    cases[businessKey] = { instance: rows[0]!.id, task: tasks[0]!.id };
  };

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['buyers'], bob: [], root: ['admin'] });
    people = tenant.people as typeof people;
    await tenant.transaction((tx) =>
      saveAndPublishForm(tx, { id: FORM.id, kind: 'task', title: FORM.title, body: FORM }),
    );
    for (const [key, group] of [
      ['buy', 'buyers'],
      ['pay', 'payers'],
    ] as const) {
      const task = userTask('decide', `camunda:candidateGroups="${group}" camunda:formKey="linked"`);
      await tenant.deploy(bpmn(key, sequence(start, task, end)));
    }
    for (const number of ['PO-1', 'PO-2', 'po_3']) await open('buy', number);
    await open('pay', 'PO-9');
  });

  const numbers = async (who: Person, query: string) => {
    const { body } = await who.get(`/api/records/cases?${query}`);
    return body.items.map((one: { number: string }) => one.number);
  };

  test('FRM-04 cases are found by number among those the caller may see', async () => {
    assert.deepEqual(await numbers(people.ann, 'q=po-'), ['PO-2', 'PO-1']);
    assert.deepEqual(await numbers(people.ann, 'q=PO_'), ['po_3']);
    assert.deepEqual(await numbers(people.bob, 'q=po'), []);
    assert.deepEqual(await numbers(people.root, 'q=po-'), ['PO-9', 'PO-2', 'PO-1']);
    assert.deepEqual(await numbers(people.ann, ''), [], 'without a text those that one works on');
    await people.ann.post(`/api/tasks/${cases['PO-2']!.task}`, { action: 'claim' });
    assert.deepEqual(await numbers(people.ann, ''), ['PO-2']);
    const ids = ['PO-1', 'PO-9'].map((number) => cases[number]!.instance);
    assert.deepEqual(await numbers(people.ann, `ids=${ids.join()},nothing`), ['PO-1']);
    const { body } = await people.ann.get('/api/records/weather?q=rain');
    assert.deepEqual([body.code, body.params.name], ['registry.not_found', 'weather']);
  });

  test('FRM-08 FRM-04 a task accepts only a case that its user may see', async () => {
    const save = async (variables: unknown) => {
      const { status, body } = await people.ann.post(`/api/tasks/${cases['PO-1']!.task}`, {
        action: 'save',
        variables,
      });
      return [
        status,
        ...(body.errors ?? []).map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`),
      ];
    };
    const unknown = (field: string) => [422, `/variables/${field} field.reference_unknown`];
    assert.deepEqual(await save({ related: cases['PO-9']!.instance }), unknown('related'));
    assert.deepEqual(await save({ other: cases['PO-2']!.instance }), unknown('other'));
    assert.deepEqual(await save({ related: cases['PO-2']!.instance }), [200]);
    const foreign = await createTestTenant(db(), 'other', { eve: ['admin'] });
    const ids = Object.values(cases).map(({ instance }) => instance);
    assert.deepEqual((await foreign.people.eve!.get(`/api/records/cases?ids=${ids.join()}`)).body.items, []);
  });
});
