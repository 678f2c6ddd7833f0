import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';
import { removeLooseUploads } from '../attachments/index.ts';
import { insertDropdown, insertOptions } from '../dropdowns/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { insertRegistry } from './index.ts';

const assetForm = (label = 'Name'): FormBody => ({
  formatVersion: 1,
  id: 'asset',
  title: { en: 'Asset' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'name', label: { en: label }, required: true },
      { type: 'number', key: 'price', label: { en: 'Price' }, min: 0 },
      { type: 'number', key: 'tax', label: { en: 'Tax' }, computed: 'price * 0.2' },
      {
        type: 'text',
        key: 'serial',
        label: { en: 'Serial number' },
        visible: { field: 'price', op: 'gt', value: 100 },
        required: true,
      },
      { type: 'text', key: 'origin', label: { en: 'Origin' }, readOnly: true },
      { type: 'dropdown', key: 'place', label: { en: 'Place' }, source: { dropdownId: 'places' } },
      { type: 'record', key: 'partOf', label: { en: 'Part of' }, resource: 'assets' },
      { type: 'attachment', key: 'papers', label: { en: 'Papers' } },
    ],
  },
});

const STATUSES: Parameters<typeof insertRegistry>[1]['statuses'] = [
  { id: 'pending', title: { en: 'Pending', et: 'Ootel' }, color: '#FFB74D' },
  { id: 'assigned', title: { en: 'Assigned' }, color: '#70CA44' },
];

onDatabase('records of registries', (db) => {
  let tenant: TestTenant;
  let foreign: TestTenant;
  let people: Record<'ann' | 'vic' | 'eve' | 'root', Person>;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ann: ['assetadmin'],
      vic: ['assetviewer'],
      eve: ['clerks'],
      root: ['admin'],
    });
    people = tenant.people as typeof people;
    foreign = await createTestTenant(db(), 'other', { zoe: ['admin', 'assetadmin'] }, tenant);
    for (const one of [tenant, foreign]) await one.transaction(makeAssets);
    await tenant.transaction((tx) =>
      insertRegistry(tx, { ...registry('closed'), formId: null, readGroups: [], writeGroups: [], series: null }),
    );
  });

  const registry = (id: string) => ({
    id,
    title: { en: 'Assets', et: 'Varad' },
    formId: 'asset',
    titleFrom: 'name',
    statuses: STATUSES,
    readGroups: ['assetviewer'],
    writeGroups: ['assetadmin'],
    series: { id: 'assets', pattern: 'A-{0000}', resets: 'never' as const },
  });
  const publish = (body: FormBody) => (tx: Parameters<typeof insertRegistry>[0]) =>
    saveAndPublishForm(tx, { id: body.id, kind: 'record', title: body.title, body });
  async function makeAssets(tx: Parameters<typeof insertRegistry>[0]): Promise<void> {
    await insertDropdown(tx, { id: 'places', name: 'Places', description: null });
    await insertOptions(tx, 'places', [{ id: 'hall', defaultText: 'Hall', texts: {}, properties: {}, active: true }]);
    await publish(assetForm())(tx);
    await insertRegistry(tx, registry('assets'));
  }

  const add = (who: Person, data: object, more: object = {}) => who.post('/api/records/assets', { data, ...more });
  const put = (who: Person, id: string, body: object, version?: number) =>
    who.send('PUT', `/api/records/assets/${id}`, JSON.stringify(body), {
      'content-type': 'application/json',
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    });
  const faults = ({ status, body }: Awaited<ReturnType<typeof add>>) => [
    status,
    body.code,
    ...(body.errors ?? []).map((one: { pointer: string; code: string }) => `${one.pointer} ${one.code}`),
  ];

  test('PRV-01 RTE-05 writers change a record, readers see it, and the registry does not exist for others', async () => {
    const made = await add(people.ann, { name: 'Crane' }, { owner: people.vic.username });
    assert.deepEqual(
      [made.status, made.body.title, made.body.status, made.body.owner.key, made.headers.etag],
      [201, 'Crane', 'pending', people.vic.userId, '"1"'],
    );
    const path = `/api/records/assets/${made.body.id}`;
    for (const [who, readOnly] of [
      [people.ann, false],
      [people.root, false],
      [people.vic, true],
    ] as const) {
      assert.deepEqual((await who.get(path)).body, made.body);
      const { body } = await who.get(`${path}/form`);
      assert.deepEqual([body.readOnly, body.title, body.number, body.body.id], [readOnly, 'Assets', 1, 'asset']);
      assert.deepEqual(body.record, made.body);
      assert.equal((await who.get('/api/records/assets')).body.items.length, 1);
    }
    assert.deepEqual((await people.vic.get(`/api/records/assets/${made.body.number}`)).body, made.body);
    const changes = (who: Person) => [
      add(who, { name: 'Mine' }),
      put(who, made.body.id, { status: 'assigned' }),
      who.send('DELETE', path),
      who.post(`${path}/restore`),
      who.get('/api/records/assets/new/form'),
    ];
    for (const reply of await Promise.all(changes(people.vic))) {
      assert.deepEqual([reply.status, reply.body.code], [403, 'access.denied']);
    }
    const all = (who: Person) => [
      ...changes(who),
      ...['', '/columns', `/${made.body.id}`, `/${made.body.id}/form`, `?ids=${made.body.id}`].map((rest) =>
        who.get(`/api/records/assets${rest}`),
      ),
    ];
    for (const reply of await Promise.all(all(people.eve))) {
      assert.deepEqual([reply.status, reply.body.code], [404, 'registry.not_found']);
    }
    // The other organisation has a registry of this name and an administrator, who cannot see this record.
    const { zoe } = foreign.people;
    for (const reply of await Promise.all([zoe!.get(path), zoe!.get(`${path}/form`), put(zoe!, made.body.id, {})])) {
      assert.deepEqual([reply.status, reply.body.code], [404, 'record.not_found']);
    }
    assert.deepEqual((await zoe!.get('/api/records/assets')).body.items, []);
    // A registry without groups is open only to administrators.
    assert.equal((await people.ann.get('/api/records/closed')).status, 404);
    assert.equal((await people.root.get('/api/records/closed')).status, 200);
  });

  test('FRM-08 a record accepts what its form accepts: computed on the server, without hidden, unknown or read-only fields', async () => {
    assert.deepEqual(faults(await add(people.ann, {})), [422, 'form.invalid', '/data/name field.required']);
    for (const [data, fault] of [
      [{ name: 'A', price: 'much' }, '/data/price field.not_a_number'],
      [{ name: 'A', price: -1 }, '/data/price field.number_range'],
      [{ name: 'A', secret: 1 }, '/data/secret field.unknown'],
      [{ name: 'A', serial: 'hidden' }, '/data/serial field.not_editable'],
      [{ name: 'A', origin: 'mine' }, '/data/origin field.not_editable'],
      [{ name: 'A', price: 500 }, '/data/serial field.required'],
      [{ name: 'A', place: 'moon' }, '/data/place field.choice_unknown'],
      [{ name: 'A', partOf: '019aa5d0-0000-7000-8000-000000000001' }, '/data/partOf field.reference_unknown'],
    ] as const) {
      assert.deepEqual(faults(await add(people.ann, data)), [422, 'form.invalid', fault]);
    }
    assert.deepEqual(faults(await add(people.ann, { name: 'A' }, { status: 'sold' })), [
      422,
      'form.invalid',
      '/status field.choice_unknown',
    ]);
    assert.deepEqual(faults(await add(people.ann, { name: 'A' }, { owner: 'nobody' })), [
      404,
      'user.not_found',
      '/owner user.not_found',
    ]);
    const kept = await add(people.ann, { name: 'Pump', price: 500, tax: 1, serial: 'X1', place: 'hall' });
    assert.deepEqual([kept.body.data.tax, kept.body.data.serial], [100, 'X1']);
    // Fields that are not sent keep their value; hidden ones lose it.
    const cheaper = await put(people.ann, kept.body.id, { data: { price: 50 } });
    assert.deepEqual(
      [cheaper.body.data.name, cheaper.body.data.tax, 'serial' in cheaper.body.data],
      ['Pump', 10, false],
    );
    const part = await add(people.ann, { name: 'Valve', partOf: kept.body.id });
    assert.equal(part.status, 201);
    // Records of the other organisation's registry of the same name cannot be referenced.
    const theirs = await add(foreign.people.zoe!, { name: 'Theirs' });
    assert.deepEqual(faults(await add(people.ann, { name: 'A', partOf: theirs.body.id })), [
      422,
      'form.invalid',
      '/data/partOf field.reference_unknown',
    ]);
  });

  test('API-04 PRV-01 the second writer learns who saved first and when, and nothing is lost', async () => {
    const { body: made } = await add(people.ann, { name: 'Ladder' });
    const first = await put(people.root, made.id, { data: { name: 'Long ladder' }, status: 'assigned' }, 1);
    assert.deepEqual([first.status, first.body.version, first.body.title], [200, 2, 'Long ladder']);
    const second = await put(people.ann, made.id, { data: { name: 'Short ladder' } }, 1);
    assert.deepEqual([second.status, second.body.code, second.body.params.name], [412, 'edit.conflict', 'Root']);
    assert.deepEqual(second.body.current, first.body);
    assert.deepEqual([second.body.changedBy.key, second.body.changedAt], [people.root.userId, first.body.changed]);
    assert.equal((await put(people.ann, made.id, { data: { name: 'Short ladder' } }, 2)).body.title, 'Short ladder');
    const liveEvents = await db().systemTransaction((tx) =>
      sql<{
        payload: { principals: string[]; data: { version: number } };
      }>`SELECT payload FROM outbox WHERE topic = 'live'
        AND payload ->> 'type' = 'record.changed' AND payload -> 'data' ->> 'recordId' = ${made.id} ORDER BY id`.execute(
        tx,
      ),
    );
    assert.deepEqual(
      liveEvents.rows.map(({ payload }) => payload.data.version),
      [1, 2, 3],
    );
    assert.deepEqual(liveEvents.rows[0]!.payload.principals, [
      'g:assetviewer',
      'g:assetadmin',
      'g:admin',
      'g:verva.admin',
    ]);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ verb: string; before: { title?: string } | null; after: { title?: string } }>`
        SELECT verb, before, after FROM audit_log WHERE entity = 'record' AND entity_id = ${made.id} ORDER BY id`.execute(
        tx,
      ),
    );
    assert.deepEqual(
      rows.map(({ verb, before, after }) => [verb, before?.title, after.title]),
      [
        ['insert', undefined, 'Ladder'],
        ['update', 'Ladder', 'Long ladder'],
        ['update', 'Long ladder', 'Short ladder'],
      ],
    );
  });

  test('PRV-01 numbers have no gaps, also with concurrent and refused additions', async () => {
    const newest = (await people.ann.get('/api/records/assets?sort=number:desc&limit=1')).body.items[0].number;
    const names = ['One', '', 'Two', '', 'Three'];
    const replies = await Promise.all(names.map((name) => add(people.ann, { name })));
    const numbers = replies.flatMap(({ status, body }) => (status === 201 ? [body.number] : [])).toSorted();
    const at = Number(newest.slice(2));
    assert.deepEqual(
      numbers,
      [1, 2, 3].map((step) => `A-${String(at + step).padStart(4, '0')}`),
    );
    // A repeated request returns the same record.
    const key = { 'idempotency-key': 'once-and-only-once' };
    const [one, again] = [
      await people.ann.post('/api/records/assets', { data: { name: 'Once' } }, key),
      await people.ann.post('/api/records/assets', { data: { name: 'Once' } }, key),
    ];
    assert.equal(one.body.id, again.body.id);
  });

  test('PRV-01 FIL-02 a registry is listed by its columns, and fields find its records by name', async () => {
    await add(people.ann, { name: 'Zebra printer' }, { status: 'assigned', owner: people.ann.username });
    const titles = async (query: string) =>
      (await people.vic.get(`/api/records/assets?${query}`)).body.items.map((one: { title: string }) => one.title);
    assert.deepEqual(await titles('q=zebra'), ['Zebra printer']);
    assert.deepEqual(await titles(`status=eq:assigned&owner=eq:${people.ann.username}&title=startWith:zeb`), [
      'Zebra printer',
    ]);
    assert.deepEqual((await titles('sort=title&limit=2')).toSorted(), await titles('sort=title&limit=2'));
    const refused = await people.vic.get('/api/records/assets?data.name=eq:x');
    assert.deepEqual([refused.status, refused.body.code], [400, 'filter.unknown_field']);
    const { body } = await people.vic.send('GET', '/api/records/assets/columns', undefined, {
      'accept-language': 'et',
    });
    assert.equal(body.title, 'Varad');
    const status = body.columns.find(({ field }: { field: string }) => field === 'status');
    assert.deepEqual(status.options[0], { id: 'pending', text: 'Ootel' });
    const [zebra] = (await people.vic.get('/api/records/assets?q=zebra')).body.items;
    const chosen = await people.vic.get(`/api/records/assets?ids=${zebra.id},nothing&sort=title`);
    assert.deepEqual(chosen.body.items, [{ id: zebra.id, number: zebra.number, title: 'Zebra printer' }]);
    const csv = await people.vic.send('GET', '/api/records/assets?q=zebra', undefined, { accept: 'text/csv' });
    assert.match(String(csv.body), /Zebra printer/);
  });

  test('PRV-01 BEY-20 an element token opens registries with the records scope, and their choices with the tasks scope', async () => {
    const origin = 'https://intranet.example.org';
    await people.root.post('/api/embed/origins', { origin });
    const client = (await people.root.post('/api/embed/clients', { name: 'Intranet', scopes: ['task', 'records'] }))
      .body;
    const [row] = (await people.vic.get('/api/records/assets?limit=1')).body.items;
    const paths = [`?ids=${row.id}`, '?q=', '?status=eq:pending', '/columns', `/${row.id}`, `/${row.id}/form`];
    const answers = async (scope: string, userId: string) => {
      const session = await tenant.app.inject({
        method: 'POST',
        url: '/api/embed/sessions',
        headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
        payload: { userId, scopes: [scope], origin },
      });
      const headers = { authorization: `Bearer ${session.json().token}`, origin };
      const get = (path: string) => tenant.app.inject({ url: `/api/records/assets${path}`, headers });
      return Promise.all(paths.map(async (path) => (await get(path)).json()));
    };
    const asTask = await answers('task', people.vic.username);
    assert.deepEqual(asTask[0].items, [{ id: row.id, number: row.number, title: row.title }]);
    assert.deepEqual(Object.keys(asTask[1].items[0]), ['id', 'number', 'title'], 'nothing but what fields choose from');
    assert.deepEqual(
      asTask.slice(3).map(({ code }) => code),
      ['scope.missing', 'scope.missing', 'scope.missing'],
    );
    const asRecords = await answers('records', people.vic.username);
    assert.deepEqual(
      asRecords.flatMap(({ code }) => code ?? []),
      [],
    );
    for (const { code } of await answers('records', people.eve.username)) assert.equal(code, 'registry.not_found');
  });

  test('FRM-05 PRV-01 writers add files to a record and readers see them', async () => {
    const { body: made } = await add(people.ann, { name: 'Boiler' });
    const { body: other } = await add(people.ann, { name: 'Other boiler' });
    const data = Buffer.from('Checked in May').toString('base64');
    const upload = (who: Person) =>
      who.post(`/api/attachments/${made.id}`, { fieldName: 'papers', fileName: 'check.txt', data });
    assert.deepEqual(
      [(await upload(people.vic)).body.code, (await upload(people.eve)).body.code],
      ['access.denied', 'attachment.not_found'],
    );
    const file = (await upload(people.ann)).body;
    const shown = async (who: Person) => (await who.get(`/api/attachments/${made.id}`)).body.length;
    assert.deepEqual(
      [await shown(people.ann), await shown(people.vic)],
      [1, 0],
      'until it is saved it is its uploader’s',
    );
    assert.deepEqual(faults(await put(people.ann, other.id, { data: { papers: [{ id: file.id }] } })), [
      422,
      'form.invalid',
      '/data/papers attachment.not_found',
    ]);
    const saved = await put(people.ann, made.id, { data: { papers: [{ id: file.id }] } });
    assert.deepEqual([saved.status, saved.body.data.papers[0].fileName], [200, 'check.txt']);
    assert.equal(await shown(people.vic), 1);
    const content = (who: Person) => who.get(`/api/attachments/${file.id}/content`);
    assert.match(String((await content(people.vic)).body), /Checked in May/);
    for (const who of [people.eve, foreign.people.zoe!]) {
      assert.equal((await content(who)).body.code, 'attachment.not_found');
    }
    assert.equal((await people.vic.send('DELETE', `/api/attachments/${file.id}`)).status, 403);
    // Files taken out of the record, and uploads never saved, are removed a day later; files in the record stay.
    await upload(people.ann);
    const sweep = (days: number) => removeLooseUploads(db(), new Date(Date.now() + days * 86_400_000));
    assert.deepEqual([await sweep(0), await sweep(2), await shown(people.ann)], [0, 1, 1]);
    await put(people.ann, made.id, { data: { papers: null } });
    assert.deepEqual([await sweep(2), await shown(people.ann)], [1, 0]);
  });

  test('FRM-09 a record keeps the form version it was created with', async () => {
    const { body: made } = await add(people.ann, { name: 'Old' });
    await tenant.transaction(publish(assetForm('Full name')));
    const labelOf = async (id: string) => {
      const { number, body } = (await people.ann.get(`/api/records/assets/${id}/form`)).body;
      return [number, body.root.children[0].label.en];
    };
    assert.deepEqual(await labelOf(made.id), [1, 'Name']);
    assert.deepEqual(await labelOf('new'), [2, 'Full name']);
    assert.equal((await add(people.ann, { name: 'New' }, { formVersion: 1 })).body.code, 'form.version_changed');
    assert.equal((await add(people.ann, { name: 'New' }, { formVersion: 2 })).status, 201);
    const root = people.root;
    const inUse = await root.send('DELETE', '/api/dropdowns/places');
    assert.deepEqual(
      [inUse.body.code, inUse.body.usedBy.map((use: { number: number }) => use.number)],
      ['dropdown.in_use', [2, 1]],
    );
  });

  test('PRV-01 a record is in the bin before it is deleted, and can be restored', async () => {
    const { body: made } = await add(people.ann, { name: 'Broken' });
    const path = `/api/records/assets/${made.id}`;
    assert.equal((await people.ann.send('DELETE', path, undefined, { 'if-match': '"9"' })).status, 412);
    assert.equal((await people.ann.send('DELETE', path, undefined, { 'if-match': '"1"' })).status, 204);
    assert.equal((await people.ann.get(path)).body.code, 'record.not_found');
    assert.deepEqual((await people.ann.get('/api/records/assets?q=broken')).body.items, []);
    assert.deepEqual((await people.ann.get(`/api/records/assets?ids=${made.id}`)).body.items, []);
    const back = await people.ann.post(`${path}/restore`);
    assert.deepEqual([back.status, back.body.number], [200, made.number]);
    assert.equal((await people.ann.post(`${path}/restore`)).body.code, 'record.not_found');
    await people.ann.send('DELETE', path);
    const { record: kept } = await purgeExpired(db());
    await tenant.transaction((tx) =>
      sql`UPDATE record SET removed_at = now() - interval '31 days' WHERE id = ${made.id}::uuid`.execute(tx),
    );
    const { record: gone } = await purgeExpired(db());
    assert.deepEqual([kept, gone], [0, 1]);
    assert.equal((await people.ann.post(`${path}/restore`)).body.code, 'record.not_found');
  });

  test('PRV-01 moves of statuses hold for changes, the endpoint for statuses and new records', async () => {
    const moves = [
      { from: 'pending', to: 'assigned', groups: [], requires: ['serial', 'place'] },
      { from: 'assigned', to: 'pending', groups: ['stewards'], requires: [] },
    ];
    await tenant.transaction((tx) =>
      sql`UPDATE registry SET moves = ${JSON.stringify(moves)}::jsonb WHERE id = 'assets'`.execute(tx),
    );
    const { body: made } = await add(people.ann, { name: 'Boat', price: 200, serial: 'B-1' });
    const path = `/api/records/assets/${made.id}`;
    const form = (await people.ann.get(`${path}/form`)).body;
    assert.deepEqual(
      [form.moves, form.deletable, (await people.vic.get(`${path}/form`)).body.deletable],
      [[{ from: 'pending', to: 'assigned', requires: ['serial', 'place'] }], true, false],
    );
    const move = (who: Person, body: object, version?: number) =>
      who.send('POST', `${path}/status`, JSON.stringify(body), {
        'content-type': 'application/json',
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      });
    const missing = [422, 'form.invalid', '/data/place field.required'];
    assert.deepEqual(faults(await move(people.ann, { status: 'assigned' })), missing);
    assert.deepEqual(faults(await put(people.ann, made.id, { status: 'assigned' })), missing);
    assert.deepEqual(faults(await add(people.ann, { name: 'Raft' }, { status: 'assigned' })), [
      422,
      'form.invalid',
      '/data/serial field.required',
      '/data/place field.required',
    ]);
    assert.equal((await move(people.vic, { status: 'assigned' })).status, 403);
    assert.equal((await move(people.eve, { status: 'assigned' })).body.code, 'registry.not_found');
    assert.equal((await move(people.ann, { status: 'assigned', data: { place: 'hall' } }, 9)).status, 412);
    const done = await move(people.ann, { status: 'assigned', data: { place: 'hall' } }, 1);
    assert.deepEqual(
      [done.status, done.body.status, done.body.data.place, done.body.data.serial],
      [200, 'assigned', 'hall', 'B-1'],
    );
    const refused = await move(people.ann, { status: 'pending' });
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.params.allowed],
      [422, 'record.status_move', '–'],
    );
    assert.equal((await move(people.root, { status: 'pending' })).body.status, 'pending');
    assert.deepEqual(faults(await move(people.ann, { status: 'gone' })), [
      422,
      'form.invalid',
      '/status field.choice_unknown',
    ]);
    await tenant.transaction((tx) => sql`UPDATE registry SET moves = '[]' WHERE id = 'assets'`.execute(tx));
  });

  test('PRV-01 groups for deleting restrict who moves records to the bin', async () => {
    const { body: made } = await add(people.ann, { name: 'Safe' });
    const restrict = (groups: string) =>
      tenant.transaction((tx) =>
        sql`UPDATE registry SET delete_groups = ${groups}::text[] WHERE id = 'assets'`.execute(tx),
      );
    await restrict('{stewards}');
    const path = `/api/records/assets/${made.id}`;
    assert.equal((await people.ann.send('DELETE', path)).body.code, 'access.denied');
    assert.equal((await people.ann.get(`${path}/form`)).body.deletable, false);
    assert.equal((await people.root.send('DELETE', path)).status, 204);
    await restrict('{}');
  });

  test('PRV-01 records are counted by status, for users who may read all of them', async () => {
    const { body } = await people.vic.get('/api/records/assets/counts');
    const { body: all } = await people.vic.get('/api/records/assets?limit=200');
    const numberOf = (status: string) => all.items.filter((one: { status: string }) => one.status === status).length;
    assert.deepEqual(
      [body.title, body.mayWrite, body.total],
      ['Assets', false, { count: all.items.length, atLeast: false }],
    );
    assert.deepEqual(body.statuses, [
      { id: 'pending', title: 'Pending', color: '#FFB74D', count: numberOf('pending'), atLeast: false },
      { id: 'assigned', title: 'Assigned', color: '#70CA44', count: numberOf('assigned'), atLeast: false },
    ]);
    assert.ok(numberOf('pending') > 0);
    assert.equal((await people.ann.get('/api/records/assets/counts')).body.mayWrite, true);
    assert.equal((await people.eve.get('/api/records/assets/counts')).body.code, 'registry.not_found');
  });

  test('PRV-01 the owner of a record reads it and its files where the registry says so, and no other record', async () => {
    const { body: own } = await add(people.ann, { name: 'Bike' }, { owner: people.eve.username });
    const { body: other } = await add(people.ann, { name: 'Lorry' });
    const path = (id: string) => `/api/records/assets/${id}`;
    const allow = (on: boolean) =>
      tenant.transaction((tx) => sql`UPDATE registry SET owner_reads = ${on} WHERE id = 'assets'`.execute(tx));
    assert.equal((await people.eve.get(path(own.id))).body.code, 'registry.not_found');
    await allow(true);
    assert.equal((await people.eve.get(path(own.number))).body.title, 'Bike');
    const form = (await people.eve.get(`${path(own.id)}/form`)).body;
    assert.deepEqual([form.readOnly, form.deletable], [true, false]);
    assert.equal((await people.eve.get(path(other.id))).body.code, 'record.not_found');
    assert.equal((await people.eve.get(`${path(other.id)}/form`)).body.code, 'record.not_found');
    const attachments = (id: string) => people.eve.get(`/api/attachments/${id}`);
    assert.deepEqual([(await attachments(own.id)).status, (await attachments(other.id)).status], [200, 404]);
    for (const send of [
      put(people.eve, own.id, { status: 'assigned' }),
      people.eve.send('DELETE', path(own.id)),
      people.eve.post('/api/records/assets', { data: { name: 'X' } }),
    ]) {
      assert.equal((await send).body.code, 'access.denied');
    }
    assert.equal((await people.eve.get('/api/records/assets?ids=x')).body.code, 'registry.not_found');
    await allow(false);
    for (const gone of [`/${own.id}`, '', '/counts', '/columns']) {
      assert.equal((await people.eve.get(`/api/records/assets${gone}`)).body.code, 'registry.not_found', gone);
    }
  });
});
