import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { PARKING_KIND, prepareParking, putJson } from '../../../../test/support/parking.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

const KINDS = '/api/caseconfiguration';
const MASS = '/api/mass-task-action';

onDatabase('kinds of case', (db) => {
  let tenant: TestTenant;
  let people: Record<'ann' | 'mia' | 'ada' | 'pia', Person>;

  before(async () => {
    const members = { ann: ['staff'], mia: ['chiefs'], ada: ['admin'], pia: ['verva.admin', 'admin'] };
    tenant = await createTestTenant(db(), 'acme', members);
    people = tenant.people as typeof people;
    await prepareParking(tenant);
    await tenant.transaction((tx) => sql`INSERT INTO app_group (id, name) VALUES ('lonely', 'Lonely')`.execute(tx));
  });

  const faults = async (fields: object) => {
    const { status, body } = await people.pia.post(KINDS, { ...PARKING_KIND, id: 'wrong', ...fields });
    assert.deepEqual([status, body.code], [422, 'case_type.invalid'], JSON.stringify(body));
    return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  };

  test('PRV-04 only the provider configures kinds of case, each organisation its own', async () => {
    const other = await createTestTenant(db(), 'other', { zoe: ['verva.admin', 'admin'] }, tenant);
    for (const who of [people.ann, people.ada]) {
      for (const url of [KINDS, `${KINDS}/choices`, `${KINDS}/parking`]) assert.equal((await who.get(url)).status, 403);
      assert.equal((await who.post(KINDS, PARKING_KIND)).status, 403);
      assert.equal((await putJson(who, `${KINDS}/parking`, PARKING_KIND)).status, 403);
      assert.equal((await who.send('DELETE', `${KINDS}/parking`)).status, 403);
    }
    const made = await people.pia.post(KINDS, PARKING_KIND);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.equal(made.headers.etag, '"1"');
    const { findings, version, ...stored } = made.body;
    const rest = {
      numberSeries: null,
      startGroups: [],
      massAction: null,
      withdraw: 'beforeFirst',
      peopleShown: 'person',
    };
    assert.deepEqual([stored, findings, version], [{ ...rest, ...PARKING_KIND, active: true }, [], 1]);
    assert.deepEqual((await people.pia.get(KINDS)).body, [made.body]);
    assert.deepEqual((await people.pia.get(`${KINDS}/parking`)).body, made.body);
    assert.deepEqual((await other.people.zoe!.get(KINDS)).body, []);
    assert.equal((await other.people.zoe!.get(`${KINDS}/parking`)).body.code, 'case_type.not_found');
  });

  test('PRV-04 the editor gets what a kind of case can name', async () => {
    const { body } = await people.pia.get(`${KINDS}/choices`);
    assert.deepEqual(body, {
      processes: [
        {
          id: 'parking',
          name: 'parking',
          startForm: null,
          tasks: [
            { id: 'decide', name: 'decide', outcomes: [{ id: 'complete', name: 'Complete' }], fields: [] },
            { id: 'hand', name: 'hand', outcomes: [{ id: 'complete', name: 'Complete' }], fields: [] },
          ],
          ends: [{ id: 'end', name: 'end' }],
        },
      ],
      forms: [{ id: 'parking', name: 'Parking place' }],
      registries: [
        {
          id: 'places',
          name: 'Parking places',
          numberSeries: 'parking',
          statuses: [
            { id: 'asked', name: 'Asked' },
            { id: 'deciding', name: 'Being decided' },
            { id: 'given', name: 'Given' },
            { id: 'withdrawn', name: 'Withdrawn' },
          ],
        },
      ],
      series: [{ id: 'parking', pattern: 'P-{0000}' }],
    });
  });

  test('PRV-04 every fault is named with its place', async () => {
    const nothing = { process: 'nothing', startForm: 'nothing', registry: 'nothing', numberSeries: 'nothing' };
    assert.deepEqual(
      await faults({ ...nothing, title: { en: ' ' }, startGroups: ['staff', 'nothing'], statusMap: [] }),
      [
        '/title field.required',
        '/process field.choice_unknown',
        '/startForm field.choice_unknown',
        '/registry field.choice_unknown',
        '/numberSeries field.choice_unknown',
        '/startGroups/1 field.choice_unknown',
      ],
    );
    const statusMap = [
      { on: 'task:end', status: 'given' },
      { on: 'ended:decide', status: 'given' },
      { on: 'task:constructor', status: 'given' },
      { on: 'someday', status: 'given' },
      { on: 'started', status: 'lost' },
      { on: 'started', status: 'asked' },
    ];
    assert.deepEqual(await faults({ statusMap }), [
      '/statusMap/0/on field.choice_unknown',
      '/statusMap/1/on field.choice_unknown',
      '/statusMap/2/on field.choice_unknown',
      '/statusMap/3/on field.choice_unknown',
      '/statusMap/4/status field.choice_unknown',
      '/statusMap/5/on case_type.twice',
    ]);
    assert.deepEqual(await faults({ registry: null, statusMap: [{ on: 'started', status: 'asked' }] }), [
      '/statusMap/0/status field.choice_unknown',
    ]);
    assert.deepEqual(await faults({ massAction: [{ taskKey: 'end' }, { taskKey: 'hand' }, { taskKey: 'hand' }] }), [
      '/massAction/0/taskKey field.choice_unknown',
      '/massAction/2/taskKey case_type.twice',
    ]);
    assert.deepEqual(await faults({ defaults: { record: 'x', today: 'x', a: '=1 +', b: '=requester.name', c: 'x' } }), [
      '/defaults/record case_type.default_name',
      '/defaults/today case_type.default_name',
      '/defaults/a case_type.expression',
    ]);
    for (const id of ['parking', 'choices']) {
      assert.equal((await people.pia.post(KINDS, { ...PARKING_KIND, id })).body.code, 'case_type.id_taken');
    }
    const { id: _, ...unnamed } = PARKING_KIND;
    assert.equal((await people.pia.post(KINDS, unnamed)).body.code, 'request.missing_parameter');
  });

  test('PRV-04 a change names the version it is for, fields that are not sent stay, and findings say what is missing', async () => {
    const { pia } = people;
    const { body } = await pia.get(`${KINDS}/parking`);
    const changed = await putJson(pia, `${KINDS}/parking`, { ...body, startGroups: ['lonely'] }, { 'if-match': '"1"' });
    assert.deepEqual([changed.status, changed.body.version], [200, 2]);
    assert.deepEqual(changed.body.findings, [{ code: 'group_empty', about: 'lonely' }]);
    const stale = await putJson(pia, `${KINDS}/parking`, body, { 'if-match': '"1"' });
    assert.deepEqual([stale.status, stale.body.code, stale.body.current.version], [412, 'edit.conflict', 2]);
    assert.equal((await putJson(pia, `${KINDS}/parking`, body)).body.code, 'edit.conflict');
    assert.equal((await putJson(pia, `${KINDS}/nothing`, PARKING_KIND)).body.code, 'case_type.not_found');

    await tenant.deploy(bpmn('parking', sequence(start, userTask('decide', 'camunda:candidateGroups="chiefs"'), end)));
    await tenant.transaction(async (tx) => {
      await sql`UPDATE process SET suspended = true WHERE key = 'parking'`.execute(tx);
      await sql`UPDATE form SET active = false WHERE id = 'parking'`.execute(tx);
      await sql`UPDATE registry SET active = false, statuses = statuses - 2 WHERE id = 'places'`.execute(tx);
    });
    assert.deepEqual((await pia.get(`${KINDS}/parking`)).body.findings, [
      { code: 'process_suspended', about: 'parking' },
      { code: 'form_missing', about: 'parking' },
      { code: 'registry_inactive', about: 'places' },
      { code: 'group_empty', about: 'lonely' },
      { code: 'node_missing', about: 'hand' },
      { code: 'status_missing', about: 'given' },
    ]);
    const { title, process } = PARKING_KIND;
    const kept = await putJson(pia, `${KINDS}/parking`, { title, process, startGroups: [], statusMap: [] });
    assert.deepEqual([kept.status, kept.body.registry, kept.body.startGroups], [200, 'places', []]);
    await tenant.transaction((tx) => sql`UPDATE process SET suspended = false WHERE key = 'parking'`.execute(tx));
  });

  test('PRV-04 a kind names the variables that its process reads and nothing sets, and the editor what mass action can offer', async () => {
    const { pia } = people;
    await tenant.deploy(bpmn('reads', sequence(start, userTask('decide', 'verva:assignee="=boss"'), end)));
    const kind = { id: 'reads', title: { en: 'Reads' }, process: 'reads' };
    const { body } = await pia.post(KINDS, kind);
    assert.deepEqual(body.findings, [{ code: 'variable_missing', about: 'boss' }]);
    const changed = await putJson(pia, `${KINDS}/reads`, { ...body, defaults: { boss: 'mia' } });
    assert.deepEqual(changed.body.findings, []);
    const { processes } = (await pia.get(`${KINDS}/choices`)).body;
    assert.deepEqual(processes.find(({ id }: { id: string }) => id === 'reads').tasks, [
      { id: 'decide', name: 'decide', outcomes: [{ id: 'complete', name: 'Complete' }], fields: [] },
    ]);
    assert.equal((await pia.send('DELETE', `${KINDS}/reads`)).status, 204);
  });

  test('PRV-04 a kind of case with cases is not deleted; its groups and form cannot be deleted either', async () => {
    const { pia, ada } = people;
    const { body } = await pia.post(KINDS, { ...PARKING_KIND, id: 'used', statusMap: [], startGroups: ['lonely'] });
    const group = await ada.send('DELETE', '/api/identity/groups/lonely');
    assert.deepEqual([group.status, group.body.code, group.body.usedBy[0].kind], [409, 'group.in_use', 'caseType']);
    const form = await pia.send('DELETE', '/api/forms/parking');
    assert.ok(
      form.body.usedBy.some(({ kind, id }: { kind: string; id: string }) => kind === 'caseType' && id === 'used'),
    );
    const { instanceId } = await tenant.startInstance({ key: 'parking' });
    const setKind = (id: string | null) =>
      tenant.transaction((tx) =>
        sql`UPDATE process_instance SET case_type_id = ${id} WHERE id = ${instanceId}::uuid`.execute(tx),
      );
    await setKind('used');
    const refused = await pia.send('DELETE', `${KINDS}/used`);
    assert.deepEqual([refused.status, refused.body.code, refused.body.params.count], [409, 'case_type.in_use', 1]);
    await setKind(null);
    assert.equal(
      (await pia.send('DELETE', `${KINDS}/used`, undefined, { 'if-match': '"9"' })).body.code,
      'edit.conflict',
    );
    const gone = await pia.send('DELETE', `${KINDS}/used`, undefined, { 'if-match': `"${body.version}"` });
    assert.equal(gone.status, 204);
    assert.equal((await pia.get(`${KINDS}/used`)).body.code, 'case_type.not_found');
  });

  test('TSK-12 mass action offers what the kinds of case say, also in a run', async () => {
    const { pia, mia } = people;
    const offered = async () => {
      const { body } = await mia.get(`${MASS}/config`);
      return body.map(({ taskKey, outcomes }: { taskKey: string; outcomes: { id: string }[] }) => [
        taskKey,
        outcomes.map(({ id }) => id),
      ]);
    };
    const { instanceId, tasks } = await tenant.startInstance({ key: 'parking' });
    const offer = async (massAction: unknown) => {
      const { body } = await pia.get(`${KINDS}/parking`);
      const { status } = await putJson(pia, `${KINDS}/parking`, { ...body, massAction });
      assert.equal(status, 200);
    };
    const run = async (outcome = 'complete') => {
      const action = { action: 'complete', outcome };
      const { status, body } = await mia.post(`${MASS}/tasks`, { taskIds: [tasks[0]!.id], action, dryRun: true });
      assert.equal(status, 200, JSON.stringify(body));
      return body.items[0].code ?? 'ok';
    };
    const all = [['decide', ['complete']]];
    assert.deepEqual([await offered(), await run()], [all, 'ok']);
    await offer([]);
    assert.deepEqual([await offered(), await run()], [[], 'mass.not_offered']);
    await offer([{ taskKey: 'decide', outcomes: ['refuse'] }]);
    assert.deepEqual([await offered(), await run()], [[['decide', []]], 'mass.not_offered']);
    await offer([{ taskKey: 'decide', outcomes: ['complete'], fields: [] }]);
    assert.deepEqual([await offered(), await run()], [all, 'ok']);

    // The kind of a case decides for its tasks; another kind of the same process offers its own.
    const { status } = await pia.post(KINDS, { ...PARKING_KIND, id: 'closed', statusMap: [], massAction: [] });
    assert.equal(status, 201);
    assert.deepEqual(await offered(), all);
    await tenant.transaction((tx) =>
      sql`UPDATE process_instance SET case_type_id = 'closed' WHERE id = ${instanceId}::uuid`.execute(tx),
    );
    assert.equal(await run(), 'mass.not_offered');
    await offer(null);
    assert.deepEqual([await offered(), await run()], [all, 'mass.not_offered']);
  });
});
