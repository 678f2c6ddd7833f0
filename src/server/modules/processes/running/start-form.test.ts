import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../../shared/forms/index.ts';
import { saveAndPublishForm } from '../../forms/index.ts';
import { deployBpmn } from '../index.ts';

const REQUEST: FormBody = {
  formatVersion: 1,
  id: 'request',
  title: { en: 'Request' },
  kind: 'start',
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'number', key: 'amount', label: { en: 'Amount' }, required: true, min: 1 },
      { type: 'number', key: 'twice', label: { en: 'Twice' }, computed: 'amount * 2' },
      { type: 'checkbox', key: 'approved', label: { en: 'Approved' }, readOnly: true },
      { type: 'user', key: 'chief', label: { en: 'Chief' } },
      { type: 'attachment', key: 'plan', label: { en: 'Plan' } },
    ],
  },
};

const task = userTask('look', 'camunda:candidateGroups="clerks"');
const startWith = (form: string) => `<startEvent id="start" verva:formKey="${form}"/>`;

onDatabase('starting a process', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let pia: Person;
  let ada: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['clerks'], ada: ['admin'], pia: ['verva.admin', 'admin'] });
    ({ ann, pia, ada } = tenant.people as Record<'ann' | 'pia' | 'ada', Person>);
    const scope = { db: db(), tenantId: tenant.tenantId, timeZone: 'Europe/Tallinn', userId: null };
    const { id, title } = REQUEST;
    await tenant.transaction((tx) => saveAndPublishForm(tx, { id, kind: 'start', title, body: REQUEST }));
    const forms = { asked: 'request', told: '=&quot;re&quot; + &quot;quest&quot;', lost: 'nothing', vague: '=missing' };
    for (const [key, form] of Object.entries(forms)) {
      const xml = bpmn(key, sequence(startWith(form), task, end));
      await tenant.transaction((tx) => deployBpmn(tx, { ...scope, now: tenant.clock.now }, xml));
    }
    const bare = bpmn('bare', sequence(start, task, end));
    await tenant.transaction((tx) => deployBpmn(tx, { ...scope, now: tenant.clock.now }, bare));
  });

  const begin = (person: Person, key: string, variables?: object) =>
    person.post(`/api/processes/${key}/start`, variables === undefined ? {} : { variables });
  const variablesOf = async (id: string) => (await pia.get(`/api/instances/${id}`)).body.variables;
  const count = async () => (await pia.get('/api/instances?limit=100')).body.items.length;

  test('without a start form only the provider may send start variables', async () => {
    const before = await count();
    for (const person of [ann, ada]) {
      const { status, body } = await begin(person, 'bare', { approved: true });
      assert.deepEqual([status, body.code], [403, 'process.variables_not_allowed']);
    }
    assert.equal(await count(), before);
    for (const nothing of [undefined, {}]) {
      const { status, body } = await begin(ann, 'bare', nothing);
      assert.deepEqual([status, await variablesOf(body.instanceId)], [201, {}]);
    }
    const { body } = await begin(pia, 'bare', { approved: true });
    assert.deepEqual(await variablesOf(body.instanceId), { approved: true });
  });

  test('the start form validates start variables, also those of the provider', async () => {
    const before = await count();
    for (const key of ['asked', 'told']) {
      for (const person of [ann, pia]) {
        const problems = async (variables?: object) => {
          const { status, body } = await begin(person, key, variables);
          assert.deepEqual([status, body.code], [422, 'form.invalid']);
          return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
        };
        assert.deepEqual(await problems(), ['/variables/amount field.required']);
        assert.deepEqual(await problems({ amount: 2, granted: true }), ['/variables/granted field.unknown']);
        assert.deepEqual(await problems({ amount: 2, approved: true }), ['/variables/approved field.not_editable']);
        assert.deepEqual(await problems({ amount: 0 }), ['/variables/amount field.number_range']);
        const chief = '019aa5d0-0000-7000-8000-000000000001';
        assert.deepEqual(await problems({ amount: 2, chief }), ['/variables/chief field.reference_unknown']);
        const [plan] = await problems({ amount: 2, plan: [{ id: chief, name: 'a.pdf', size: 1 }] });
        assert.match(plan, /^\/variables\/plan/);
      }
    }
    assert.equal(await count(), before);
    const { status, body } = await begin(ann, 'asked', { amount: 4, twice: 1 });
    assert.equal(status, 201);
    const { amount, twice, approved } = await variablesOf(body.instanceId);
    assert.deepEqual({ amount, twice, approved }, { amount: 4, twice: 8, approved: false });
  });

  test('a start form that does not exist prevents the start', async () => {
    for (const key of ['lost', 'vague']) {
      for (const variables of [undefined, { amount: 4 }]) {
        assert.equal((await begin(pia, key, variables)).body.code, 'form.not_found');
      }
    }
    const { body } = await ann.get('/api/processes');
    const forms = Object.fromEntries(
      body.map((one: { key: string; startForm: string | null }) => [one.key, one.startForm]),
    );
    assert.deepEqual(forms, { asked: 'request', bare: null, lost: 'nothing', told: 'request', vague: null });
  });

  test('CAT-02 a case stores its requester and the submitted form, and a called process stores neither', async () => {
    const call = '<callActivity id="call" calledElement="bare"/>';
    const outer = bpmn('outer', sequence(start, call, end));
    const scope = { db: db(), tenantId: tenant.tenantId, timeZone: 'Europe/Tallinn', userId: null };
    await tenant.transaction((tx) => deployBpmn(tx, { ...scope, now: tenant.clock.now }, outer));
    const asked = (await begin(ann, 'asked', { amount: 4 })).body.instanceId;
    const calling = (await begin(ann, 'outer')).body.instanceId;
    const own = await tenant.startInstance({ key: 'bare' });
    const { rows } = await tenant.transaction((tx) =>
      sql<{ id: string; requester: string | null; form: string | null }>`
        SELECT i.id, i.parent_id AS parent, i.starter_id AS starter, i.requester_id AS requester,
          i.start_form_id || '/' || i.start_form_number || ' ' || (i.start_values->>'twice') AS form
        FROM process_instance i WHERE i.id = ANY(${[asked, calling, own.instanceId]}::uuid[]) OR i.parent_id = ${calling}::uuid
        ORDER BY i.parent_id NULLS FIRST, i.id`.execute(tx),
    );
    const case_ = { parent: null, starter: ann.userId, requester: ann.userId };
    assert.deepEqual(
      rows.map(({ id, ...row }) => ({ ...row, isOwn: id === own.instanceId })),
      [
        { ...case_, form: 'request/1 8', isOwn: false },
        { ...case_, form: null, isOwn: false },
        { parent: null, starter: null, requester: null, form: null, isOwn: true },
        { parent: calling, starter: ann.userId, requester: null, form: null, isOwn: false },
      ],
    );
  });
});
