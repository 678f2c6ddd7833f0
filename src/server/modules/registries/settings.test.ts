import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';

const field = (type: string, key: string) => ({ type, key, label: { en: key } });
const form = (...children: object[]) =>
  ({
    formatVersion: 1,
    id: 'asset',
    title: { en: 'Asset' },
    root: { type: 'stack', id: 'root', children },
  }) as unknown as FormBody;
const FIELDS = [field('text', 'name'), field('text', 'serial'), field('number', 'price'), field('tags', 'marks')];

const column = (from: string, more: object = {}) => ({
  field: `data.${from}`,
  from,
  listed: true,
  searchable: false,
  filter: true,
  ...more,
});
const SETTINGS = {
  title: { en: ' Assets ', et: 'Varad', ru: '' },
  formId: 'asset',
  numbers: { pattern: 'A-{yyyy}-{0000}', resets: 'year' },
  columns: [column('name', { field: 'title' }), column('serial'), column('price'), column('marks')],
  statuses: [
    { id: 'pending', title: { en: 'Pending' }, color: '#FFB74D' },
    { id: 'assigned', title: { en: 'Assigned' }, color: '#70CA44' },
  ],
  moves: [{ from: 'pending', to: 'assigned', groups: [], requires: ['serial'] }],
  readGroups: ['assetviewer'],
  writeGroups: ['assetadmin'],
  retention: { months: 12, from: 'status:assigned', action: 'remove' },
};

onDatabase('settings of registries', (db) => {
  let tenant: TestTenant;
  let foreign: TestTenant;
  let provider: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      root: ['verva.admin'],
      ann: ['assetadmin'],
      vic: ['assetviewer'],
      boss: ['admin'],
    });
    provider = tenant.people.root!;
    foreign = await createTestTenant(db(), 'other', { zoe: ['verva.admin'] }, tenant);
    await publish(...FIELDS);
  });

  const publish = (...fields: object[]) =>
    tenant.transaction((tx) =>
      saveAndPublishForm(tx, { id: 'asset', kind: 'record', title: { en: 'Asset' }, body: form(...fields) }),
    );
  const make = (id: string, more: object = {}) => provider.post('/api/registries', { ...SETTINGS, id, ...more });
  const put = (id: string, body: object, version?: number) =>
    provider.send('PUT', `/api/registries/${id}`, JSON.stringify(body), {
      'content-type': 'application/json',
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    });
  const remove = (id: string) => provider.send('DELETE', `/api/registries/${id}`);

  test('PRV-01 the provider adds a registry, and its groups use it at once', async () => {
    const made = await make('assets');
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual(
      [made.body.title, made.body.numbers, made.body.records, made.body.lastNumbers],
      [{ en: 'Assets', et: 'Varad' }, SETTINGS.numbers, 0, { never: 0, year: 0, month: 0 }],
    );
    assert.deepEqual(
      made.body.columns.map((one: { from: string; slot?: string; filter: boolean; ready: boolean }) => [
        one.from,
        one.slot,
        one.filter,
        one.ready,
      ]),
      [
        ['name', undefined, true, true],
        ['serial', 't1', true, false],
        ['price', 'n1', true, false],
        ['marks', 'many', true, false],
      ],
    );
    const { ann, vic, boss } = tenant.people;
    const added = await ann!.post('/api/records/assets', { data: { name: 'Crane' } });
    assert.match(added.body.number, /^A-\d{4}-0001$/);
    assert.equal((await vic!.post('/api/records/assets', { data: { name: 'Crane' } })).status, 403);
    const listed = await provider.get('/api/registries');
    assert.deepEqual(
      listed.body.map(({ id, records }: { id: string; records: number }) => [id, records]),
      [['assets', 1]],
    );
    assert.equal((await provider.get('/api/registries/assets')).body.lastNumbers.year, 1);
    for (const other of [ann!, vic!, boss!]) assert.equal((await other.get('/api/registries')).status, 403);
    assert.deepEqual((await foreign.people.zoe!.get('/api/registries')).body, []);
    assert.equal((await foreign.people.zoe!.get('/api/registries/assets')).body.code, 'registry.not_found');
  });

  test('PRV-01 what GET returns can be sent back, fields that are not sent stay, and an older version is refused', async () => {
    await make('tools');
    const { body: before, headers } = await provider.get('/api/registries/tools');
    assert.equal(headers.etag, `"${before.version}"`);
    const same = await put('tools', before);
    assert.deepEqual([same.status, { ...same.body, version: 0 }], [200, { ...before, version: 0 }]);
    const { body: changed } = await put('tools', { icon: 'tool', ownerReads: true }, same.body.version);
    assert.deepEqual(
      [changed.icon, changed.ownerReads, changed.title, changed.columns],
      ['tool', true, before.title, before.columns],
    );
    const late = await put('tools', { icon: null }, same.body.version);
    assert.deepEqual([late.status, late.body.code, late.body.current.icon], [412, 'edit.conflict', 'tool']);
    assert.deepEqual((await put('tools', { ...before, icon: null })).body.code, 'edit.conflict');
  });

  test('PRV-01 the end of indexing changes no setting, and a column keeps its slot', async () => {
    const { body: made } = await make('keys');
    const indexed = sql`UPDATE registry SET indexed_at = now(), columns = (SELECT jsonb_agg(c || '{"ready": true}') FROM jsonb_array_elements(columns) c)
      WHERE id = 'keys'`;
    await tenant.transaction((tx) => indexed.execute(tx));
    const { body: after } = await provider.get('/api/registries/keys');
    assert.deepEqual(
      [after.version, after.columns.every(({ ready }: { ready: boolean }) => ready)],
      [made.version, true],
    );
    const isIndexed = () =>
      tenant.transaction(async (tx) => {
        const { rows } = await sql<{
          is: boolean;
        }>`SELECT indexed_at IS NOT NULL AS is FROM registry WHERE id = 'keys'`.execute(tx);
        return rows[0]!.is;
      });
    const [title, serial, price, marks] = after.columns;
    await put('keys', { columns: [title, price, serial] });
    assert.equal(await isIndexed(), true);
    const { body: again } = await put('keys', { columns: [title, price, serial, marks] });
    assert.deepEqual(
      again.columns.map(({ slot, ready }: { slot?: string; ready: boolean }) => [slot, ready]),
      [
        [undefined, true],
        ['n1', true],
        ['t1', true],
        ['many', false],
      ],
    );
    assert.equal(await isIndexed(), false);
  });

  test('PRV-01 faults are named with their pointers, and nothing is written', async () => {
    const faults = async (more: object) => {
      const { body } = await make('faulty', more);
      return [body.code, ...(body.errors ?? []).map((one: { pointer: string }) => one.pointer)];
    };
    assert.deepEqual(await faults({ title: { en: ' ' }, readGroups: ['ghosts'] }), [
      'registry.invalid',
      '/title',
      '/readGroups/0',
    ]);
    assert.deepEqual(await faults({ formId: 'gone' }), [
      'registry.invalid',
      '/formId',
      ...[0, 1, 2, 3].map((n) => `/columns/${n}/from`),
      '/moves/0/requires/0',
    ]);
    assert.deepEqual(await faults({ numbers: { pattern: '{0}', resets: 'year' } }), [
      'registry.invalid',
      '/numbers/pattern',
    ]);
    const names = Array.from({ length: 9 }, (_, index) => `t${index}`);
    await publish(...FIELDS, ...names.map((key) => field('text', key)));
    assert.deepEqual(await faults({ columns: names.map((key) => column(key)) }), ['registry.slots_full', '/columns/8']);
    for (const id of ['assets', 'people', 'cases']) {
      await make('assets');
      assert.equal((await make(id)).body.code, 'registry.id_taken');
    }
    assert.equal((await provider.get('/api/registries/faulty')).body.code, 'registry.not_found');
  });

  test('PRV-01 a registry in use is not deleted, and the answer lists what uses it', async () => {
    await make('vans', { numbers: null });
    await provider.post('/api/records/vans', { data: { name: 'Van' } });
    const body = { ...form({ ...field('record', 'van'), resource: 'vans' }), id: 'trip' };
    await tenant.transaction((tx) =>
      saveAndPublishForm(tx, { id: 'trip', kind: 'task', title: { en: 'Trip', et: 'Sõit' }, body }),
    );
    await tenant.transaction((tx) =>
      sql`INSERT INTO catalogue_item (id, kind, target, title) VALUES ('new-van', 'record', 'vans', '{"en": "New van"}')`.execute(
        tx,
      ),
    );
    const uses = [
      { kind: 'records', id: 'vans', title: 'vans', count: 1 },
      { kind: 'form', id: 'trip', title: 'Trip' },
      { kind: 'catalogueItem', id: 'new-van', title: 'New van' },
    ];
    const inUse = await remove('vans');
    assert.deepEqual([inUse.status, inUse.body.code, inUse.body.usedBy], [409, 'registry.in_use', uses]);
    assert.deepEqual((await provider.get('/api/registries/vans/uses')).body, uses);
    await make('unused', { numbers: null });
    assert.equal((await remove('unused')).status, 204);
    assert.equal((await remove('unused')).body.code, 'registry.not_found');
  });

  test('PRV-01 FRM-09 a form version without the field of a column is refused with the name of the registry', async () => {
    await make('pumps', { title: { en: 'Pumps' }, moves: [] });
    const draft = (...fields: object[]) => {
      const body = JSON.stringify({ kind: 'record', title: { en: 'Asset' }, body: form(...fields) });
      return provider.send('PUT', '/api/forms/asset', body, { 'content-type': 'application/json' });
    };
    const outcome = async (...fields: object[]) => {
      assert.equal((await draft(...fields)).status, 200);
      const { status, body } = await provider.post('/api/forms/asset/publish', {});
      return [status, body.code, body.title];
    };
    const [name, , price, marks] = FIELDS;
    await tenant.transaction((tx) => sql`UPDATE registry SET columns = '[]' WHERE id <> 'pumps'`.execute(tx));
    const [status, code, detail] = await outcome(name!, price!, marks!);
    assert.deepEqual([status, code], [409, 'form.registry_column']);
    assert.match(String(detail), /Pumps .*serial/);
    // A number where the index has texts.
    assert.deepEqual((await outcome(name!, field('number', 'serial'), price!, marks!)).slice(0, 2), [
      409,
      'form.registry_column',
    ]);
    assert.equal((await outcome(...FIELDS, field('text', 'more')))[0], 200);
    await put('pumps', { columns: [column('name', { field: 'title' })] });
    assert.equal((await outcome(name!))[0], 200);
  });
});
