import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { PARKING_KIND, prepareParking, putJson } from '../../../../test/support/parking.ts';
import { PDF } from '../../../../test/support/small-files.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../test/support/test-tenant.ts';

onDatabase('starting a kind of case', (db) => {
  let tenant: TestTenant;
  let people: Record<'ann' | 'bob' | 'mia' | 'pia' | 'ada', Person>;

  before(async () => {
    const members = {
      ann: ['staff'],
      bob: ['guests'],
      mia: ['chiefs', 'staff'],
      ada: ['admin'],
      pia: ['verva.admin', 'admin'],
    };
    tenant = await createTestTenant(db(), 'acme', members);
    people = tenant.people as typeof people;
    await prepareParking(tenant);
    await made('/api/caseconfiguration', { ...PARKING_KIND, startGroups: ['staff'] });
    await made('/api/catalogue/items', { id: 'park', kind: 'case', target: 'parking', startForGroups: ['chiefs'] });
    await tenant.transaction(async (tx) => {
      await sql`INSERT INTO department (code, name) VALUES ('H', 'Harbour'), ('O', 'Office')`.execute(tx);
      await sql`INSERT INTO user_department (user_id, department_id)
        SELECT ${people.ann.userId}::uuid, id FROM department WHERE name = 'Harbour'
        UNION ALL SELECT ${people.mia.userId}::uuid, id FROM department WHERE name = 'Office'`.execute(tx);
    });
  });

  async function made(url: string, body: object): Promise<Reply['body']> {
    const reply = await people.pia.post(url, body);
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body;
  }
  const change = async (url: string, fields: object) => {
    const { body } = await people.pia.get(url);
    const reply = await putJson(people.pia, url, { ...body, ...fields });
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
  };
  const begin = (who: Person, body: object = { variables: { plate: '123 ABC' } }, key: string = randomUUID()) =>
    who.post('/api/catalogue/park/start', body, { 'idempotency-key': key });
  const recordOf = async (id: string): Promise<Reply['body']> =>
    (await people.mia.get(`/api/records/places/${id}`)).body;
  const variablesOf = async (id: string) => (await people.pia.get(`/api/instances/${id}`)).body.variables;
  const written = async () => {
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        instances: number;
        records: number;
        numbers: number;
      }>`SELECT (SELECT count(*)::int FROM process_instance) AS instances,
        (SELECT count(*)::int FROM record) AS records, (SELECT coalesce(sum(last), 0)::int FROM number_counter) AS numbers`.execute(
        tx,
      ),
    );
    return rows[0]!;
  };
  const complete = async (instance: string) => {
    const { body } = await people.mia.get('/api/tasks?limit=50');
    const task = body.items.find((one: { instanceId: string }) => one.instanceId === instance);
    const done = await people.mia.post(`/api/tasks/${task.id}`, { action: 'complete', outcome: 'complete' });
    assert.equal(done.status, 200, JSON.stringify(done.body));
  };

  test('CAT-01 PRV-04 members of the start groups find a kind of case under its title, with defaults in its form', async () => {
    const listed = async (who: Person) =>
      (await who.get('/api/catalogue')).body.items.map((one: { id: string; title: string; target: string }) => [
        one.id,
        one.title,
        one.target,
      ]);
    assert.deepEqual(await listed(people.ann), [['park', 'Request for a parking place', 'parking']]);
    assert.deepEqual(await listed(people.bob), []);
    assert.equal((await begin(people.bob)).body.code, 'catalogue.item_not_found');
    const { body } = await people.ann.get('/api/catalogue/park/form');
    assert.deepEqual([body.formId, body.values.team, body.next], ['parking', 'Harbour', ['decide']]);
  });

  test('CAT-01 PRV-04 a start gives number, record, defaults and kind to the case, in one transaction', async () => {
    const key = randomUUID();
    const variables = { plate: '123 ABC', team: 'Harbour' };
    const { status, body } = await begin(people.ann, { variables, formVersion: 1 }, key);
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.number, 'P-0001');
    assert.deepEqual([body.record.resource, body.record.number], ['places', 'P-0001']);
    assert.deepEqual((await begin(people.ann, { variables, formVersion: 1 }, key)).body, body);
    const record = await recordOf('P-0001');
    assert.deepEqual(
      [record.id, record.status, record.title, record.owner.id, record.data.plate, record.data.team],
      [body.record.id, 'asked', '123 ABC', 'ann.acme', '123 ABC', 'Harbour'],
    );
    const { plate, team, cost, requester, record: recordId } = await variablesOf(body.instanceId);
    assert.deepEqual(
      { plate, team, cost, requester, recordId },
      {
        plate: '123 ABC',
        team: 'Harbour',
        cost: 12,
        requester: 'ann.acme',
        recordId: body.record.id,
      },
    );
    const { rows } = await tenant.transaction((tx) =>
      sql`SELECT i.case_type_id AS kind, i.record_id = r.id AS same, r.case_type_id AS record_kind
        FROM process_instance i JOIN record r ON r.id = i.record_id WHERE i.id = ${body.instanceId}::uuid`.execute(tx),
    );
    assert.deepEqual(rows, [{ kind: 'parking', same: true, record_kind: 'parking' }]);
    assert.equal((await people.pia.send('DELETE', '/api/caseconfiguration/parking')).body.code, 'case_type.in_use');
  });

  test('PRV-04 lists and pages of tasks name the kind of case in the language of the reader', async () => {
    const { body } = await begin(people.ann);
    const inEstonian = { 'accept-language': 'et' };
    const task = async (headers = {}) =>
      (await people.mia.send('GET', '/api/tasks?limit=50', undefined, headers)).body.items.find(
        (one: { instanceId: string }) => one.instanceId === body.instanceId,
      );
    const { id, process } = await task();
    assert.deepEqual(
      [process.key, process.caseType, process.name],
      ['parking', 'parking', 'Request for a parking place'],
    );
    assert.equal((await task(inEstonian)).process.name, 'Parkimiskoha taotlus');
    const detail = await people.mia.send('GET', `/api/tasks/${id}`, undefined, inEstonian);
    assert.equal(detail.body.process.name, 'Parkimiskoha taotlus');
    const all = await people.pia.get('/api/tasks/all?limit=50');
    const listed = all.body.items.find((one: { id: string }) => one.id === id);
    assert.equal(listed.process.name, 'Request for a parking place');
    const download = { list: '/api/tasks', query: 'q=', columns: ['id', 'process'] };
    const file = await people.mia.post('/api/downloads', download);
    const lines = String((await people.mia.get(file.body.url)).body).split(/\r?\n/);
    assert.match(lines.find((line) => line.includes(id)) ?? '', /Request for a parking place/);
  });

  test('PRV-04 BEY-27 lists of processes, of kinds of tasks and of requests are named and found by the only kind of a process', async () => {
    await begin(people.ann);
    const processes = (await people.mia.get('/api/processes')).body;
    const parking = processes.find(({ key }: { key: string }) => key === 'parking');
    assert.equal(parking.title, 'Request for a parking place');
    assert.notEqual(parking.name, parking.title);
    const kinds = (await people.mia.get('/api/mass-task-action/config')).body;
    assert.deepEqual(
      kinds.map(({ processName }: { processName: string }) => processName),
      ['Request for a parking place'],
    );
    const found = await people.ann.get('/api/requests?q=for%20a%20parking');
    assert.ok(found.body.items.length > 0, JSON.stringify(found.body));
    await made('/api/caseconfiguration', { ...PARKING_KIND, id: 'parking_twice' });
    const twice = (await people.mia.get('/api/processes')).body;
    assert.equal(twice.find(({ key }: { key: string }) => key === 'parking').title, parking.name);
    assert.equal((await people.pia.send('DELETE', '/api/caseconfiguration/parking_twice')).status, 204);
  });

  test('PRV-04 a refused start leaves neither record nor number', async () => {
    const before = await written();
    assert.equal((await begin(people.ann, { variables: {} })).body.code, 'form.invalid');
    assert.equal((await begin(people.ann, { variables: { plate: 'x', cost: 1 } })).body.code, 'form.invalid');
    const other = await begin(people.ann, { variables: { plate: 'x' }, for: 'bob.acme' });
    assert.equal(other.body.code, 'catalogue.for_refused');
    await tenant.transaction((tx) => sql`UPDATE registry SET active = false WHERE id = 'places'`.execute(tx));
    assert.equal((await begin(people.ann)).body.code, 'catalogue.item_not_found');
    const shown = (await people.ada.get('/api/catalogue')).body.items[0].blocked;
    await tenant.transaction((tx) => sql`UPDATE registry SET active = true WHERE id = 'places'`.execute(tx));
    assert.equal(shown, 'registry_missing');
    await change('/api/caseconfiguration/parking', { active: false });
    assert.equal((await begin(people.ann)).body.code, 'catalogue.item_not_found');
    await change('/api/caseconfiguration/parking', { active: true });
    assert.deepEqual(await written(), before);
  });

  test('PRV-04 parallel starts get numbers without gap and without duplicate', async () => {
    const { numbers } = await written();
    const replies = await Promise.all(Array.from({ length: 12 }, () => begin(people.ann)));
    const expected = Array.from({ length: 12 }, (_, n) => `P-${String(numbers + n + 1).padStart(4, '0')}`);
    assert.deepEqual(replies.map(({ body }) => body.number).sort(), expected);
    assert.deepEqual(replies.map(({ body }) => body.record.number).sort(), expected);
  });

  test('PRV-04 a start for another user takes the defaults of that user', async () => {
    const variables = { plate: 'FOR 1', team: 'Office' };
    const { status, body } = await begin(people.mia, { variables, for: 'ann.acme' });
    assert.equal(status, 201, JSON.stringify(body));
    const { team, requester } = await variablesOf(body.instanceId);
    assert.deepEqual([team, requester], ['Harbour', 'ann.acme']);
    assert.equal((await recordOf(body.number)).owner.id, 'ann.acme');
  });

  test('PRV-04 the status of the record follows the case as its kind says', async () => {
    const { body } = await begin(people.ann);
    const status = async () => (await recordOf(body.number)).status;
    assert.equal(await status(), 'asked');
    await complete(body.instanceId);
    assert.equal(await status(), 'deciding');
    await complete(body.instanceId);
    assert.equal(await status(), 'given');

    await change('/api/caseconfiguration/parking', {
      statusMap: [{ on: 'started', status: 'deciding' }, ...PARKING_KIND.statusMap.slice(2)],
    });
    const second = (await begin(people.ann)).body;
    assert.equal((await recordOf(second.number)).status, 'deciding');
    const { version } = await recordOf(second.number);
    const withdrawn = await people.ann.post(`/api/requests/${second.instanceId}/withdraw`, { reason: 'Sold the car' });
    assert.equal(withdrawn.status, 200, JSON.stringify(withdrawn.body));
    const last = await recordOf(second.number);
    assert.deepEqual([last.status, last.version], ['withdrawn', version + 1]);
    await change('/api/caseconfiguration/parking', { statusMap: PARKING_KIND.statusMap });
  });

  test('CAT-02 PRV-04 a kind of case decides who may withdraw, which people are shown, and what the request is called', async () => {
    await change('/api/caseconfiguration/parking', { withdraw: 'never', peopleShown: 'none' });
    const { body } = await begin(people.ann);
    const request = async () => (await people.ann.get(`/api/requests/${body.instanceId}`)).body;
    const first = await request();
    assert.deepEqual([first.withdrawal.whyNot, first.process.name], ['never', 'Request for a parking place']);
    assert.deepEqual([first.holders[0].person, first.holders[0].groups], [null, []]);
    assert.equal(
      (await people.ann.post(`/api/requests/${body.instanceId}/withdraw`, { reason: 'x' })).body.code,
      'request.too_far',
    );
    await change('/api/caseconfiguration/parking', { withdraw: 'always', peopleShown: 'group' });
    const second = await request();
    assert.deepEqual([second.withdrawal.may, second.holders[0].groups], [true, ['chiefs']]);
  });

  test('CAT-02 PRV-04 files of the start form stay with the case, and the record has the other values', async () => {
    const draft = await putJson(people.ann, '/api/catalogue/park/draft', {
      rev: 0,
      base: {},
      values: { plate: 'F 1' },
    });
    const upload = { fieldName: 'permit', fileName: 'permit.pdf', data: PDF.toString('base64') };
    const { id, size } = (await people.ann.post(`/api/attachments/${draft.body.id}`, upload)).body;
    const permit = [{ id, name: 'permit.pdf', size }];
    const { status, body } = await begin(people.ann, { variables: { plate: 'F 1', permit } });
    assert.equal(status, 201, JSON.stringify(body));
    const documents = (await people.ann.get(`/api/requests/${body.instanceId}/documents`)).body;
    assert.deepEqual(
      documents.map((one: { fileName: string }) => one.fileName),
      ['permit.pdf'],
    );
    const { data } = await recordOf(body.number);
    assert.deepEqual([data.plate, data.permit ?? []], ['F 1', []]);

    // A line manager reads them where the process shows the requests of the team, and no task is confidential.
    const seen = async () => (await people.bob.get(`/api/attachments/${body.instanceId}`)).status;
    const manage = (change: ReturnType<typeof sql>) => tenant.transaction((tx) => change.execute(tx));
    await manage(
      sql`INSERT INTO user_manager (user_id, manager_id) VALUES (${people.ann.userId}::uuid, ${people.bob.userId}::uuid)`,
    );
    assert.equal(await seen(), 404);
    await manage(sql`UPDATE process SET managers_see = true WHERE key = 'parking'`);
    assert.equal(await seen(), 200);
    assert.equal((await people.bob.get(`/api/requests/${body.instanceId}/documents`)).body.length, 1);
    await manage(sql`UPDATE task SET confidential = 'health' WHERE instance_id = ${body.instanceId}::uuid`);
    assert.equal(await seen(), 404);
    await manage(sql`UPDATE task SET confidential = NULL WHERE instance_id = ${body.instanceId}::uuid`);
    await manage(sql`UPDATE process SET managers_see = false WHERE key = 'parking'`);
    await manage(sql`DELETE FROM user_manager WHERE manager_id = ${people.bob.userId}::uuid`);
    assert.equal(await seen(), 404);
  });

  test('PRV-04 a case is started by the id of its kind, through the item that the caller sees', async () => {
    const start = (who: Person, id: string) =>
      who.post(`/api/cases/${id}`, { variables: { plate: 'API 1' } }, { 'idempotency-key': randomUUID() });
    const { status, body } = await start(people.ann, 'parking');
    assert.deepEqual([status, (await recordOf(body.number)).title], [201, 'API 1']);
    for (const [who, id] of [
      [people.bob, 'parking'],
      [people.ann, 'nothing'],
    ] as const) {
      assert.equal((await start(who, id)).body.code, 'catalogue.item_not_found');
    }
  });

  test('CAT-01 an item for a new record leads to its form, for the groups that write', async () => {
    await made('/api/catalogue/items', { id: 'place', kind: 'record', target: 'places' });
    const place = async (who: Person) =>
      (await who.get('/api/catalogue')).body.items.find((one: { id: string }) => one.id === 'place');
    const { title, address, kind } = await place(people.mia);
    const form = '/record-form-view?resource=places&recordId=new';
    assert.deepEqual([title, address, kind], ['Parking places', form, 'record']);
    assert.equal(await place(people.ann), undefined);
    for (const wrong of [
      { kind: 'record', target: 'nothing' },
      { kind: 'case', target: 'nothing' },
    ]) {
      const { status, body } = await people.pia.post('/api/catalogue/items', { id: 'wrong', ...wrong });
      assert.deepEqual([status, body.errors[0].pointer, body.errors[0].code], [422, '/target', 'field.choice_unknown']);
    }
    const headers = { 'idempotency-key': randomUUID() };
    assert.equal(
      (await people.mia.post('/api/catalogue/place/start', {}, headers)).body.code,
      'catalogue.item_not_found',
    );
  });
});
