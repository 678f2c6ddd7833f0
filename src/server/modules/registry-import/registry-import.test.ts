import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { IMPORTS } from '../../app.ts';
import { insertDropdown, insertOptions } from '../dropdowns/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { workOnImport } from '../imports/index.ts';
import { insertRegistry } from '../registries/index.ts';

const FORM: FormBody = {
  formatVersion: 1,
  id: 'tool',
  title: { en: 'Tool' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'name', label: { en: 'Name', et: 'Nimetus' }, required: true },
      { type: 'money', key: 'price', label: { en: 'Price', et: 'Hind' } },
      { type: 'money', key: 'tax', label: { en: 'Tax' }, computed: 'price * 0.2' },
      { type: 'date', key: 'bought', label: { en: 'Bought', ru: 'Куплено' }, min: '2000-01-01', max: '2030-01-01' },
      { type: 'checkbox', key: 'rented', label: { en: 'Rented' } },
      { type: 'dropdown', key: 'place', label: { en: 'Place' }, source: { dropdownId: 'places' } },
      { type: 'user', key: 'user', label: { en: 'User' } },
      { type: 'record', key: 'partOf', label: { en: 'Part of' }, resource: 'tools' },
      { type: 'text', key: 'serial', label: { en: 'Serial' }, visible: { field: 'rented', op: 'eq', value: true } },
    ],
  },
};
const STATUSES: Parameters<typeof insertRegistry>[1]['statuses'] = [
  { id: 'new', title: { en: 'New', et: 'Uus' } },
  { id: 'used', title: { en: 'In use', et: 'Kasutusel' } },
];

onDatabase('imports of records', (db) => {
  let tenant: TestTenant;
  let people: Record<'ann' | 'bob' | 'vic' | 'eve' | 'root', Person>;

  before(async () => {
    const groups = { ann: ['keepers'], bob: ['keepers'], vic: ['viewers'], eve: [], root: ['admin'] };
    tenant = await createTestTenant(db(), 'acme', groups);
    people = tenant.people as typeof people;
    await tenant.transaction(async (tx) => {
      await insertDropdown(tx, { id: 'places', name: 'Places', description: null });
      await insertOptions(tx, 'places', [
        { id: 'hall', defaultText: 'Hall', texts: { et: 'Saal' }, properties: {}, active: true },
        { id: 'yard', defaultText: 'Yard', texts: {}, properties: {}, active: true },
      ]);
      await saveAndPublishForm(tx, { id: FORM.id, kind: 'record', title: FORM.title, body: FORM });
      await insertRegistry(tx, {
        ...{ id: 'tools', title: { en: 'Tools' }, formId: 'tool', titleFrom: 'name', statuses: STATUSES },
        ...{ readGroups: ['viewers'], writeGroups: ['keepers'] },
        series: { id: 'tools', pattern: 'T-{0000}', resets: 'never' },
      });
      const moves = [{ from: 'new', to: 'used', groups: [], requires: ['place'] }];
      await sql`UPDATE registry SET moves = ${JSON.stringify(moves)}::jsonb`.execute(tx);
    });
  });

  const plan = (csv: string | Buffer, as = people.ann, query = '') =>
    as.send('POST', `/api/records/tools/import${query}`, csv, { 'content-type': 'text/csv' });
  const rowsOf = async (id: string, as = people.ann) => (await as.get(`/api/imports/${id}/rows?limit=200`)).body.items;
  const work = (id: string) => workOnImport(tenant.context, IMPORTS, tenant.tenantId, id, { milliseconds: 60_000 });
  const run = async (id: string, as = people.ann) => {
    const started = await as.post(`/api/imports/${id}/run`, {});
    assert.equal(started.status, 202, JSON.stringify(started.body));
    await work(id);
    return (await as.get(`/api/imports/${id}`)).body;
  };
  const undo = async (id: string) => {
    const started = (await people.ann.post(`/api/imports/${id}/undo`)).body;
    await work(started.id);
    return (await people.ann.get(`/api/imports/${started.id}`)).body;
  };
  const faultsOf = async (csv: string) => {
    const { body } = await plan(csv);
    const rows: { line: number; verb: string; faults: { field: string; title: string }[] }[] = await rowsOf(body.id);
    return rows.flatMap(({ line, verb, faults }) =>
      verb === 'refuse' ? [[line, faults.map(({ field, title }) => `${field}: ${title}`).join(' ')]] : [],
    );
  };
  const read = async (name: string) => (await people.ann.get(`/api/records/tools/${name}`)).body;

  test('ADM-08 PRV-01 a file adds records with values by code or name, and a second file changes those with a number', async () => {
    const { status, body } = await plan(
      [
        'Nimetus;Hind;Куплено;Rented;Place;User;Status;Owner;data.serial;Tax',
        `Crane;1 250,50;31.01.2026;jah;saal;ann.acme;Kasutusel;bob.acme;X-1;9`,
        'Drill;9.5;2026-02-01;no;yard;;;;;',
      ].join('\n'),
    );
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual([body.counts.add, body.counts.refuse, body.options.key], [2, 0, '']);
    assert.deepEqual(
      body.columns.map(({ field }: { field: string | null }) => field),
      [
        'data.name',
        'data.price',
        'data.bought',
        'data.rented',
        'data.place',
        'data.user',
        'status',
        'owner',
        'data.serial',
        null,
      ],
    );
    assert.equal(body.columns[1].title, 'Price');
    assert.deepEqual((await people.ann.get('/api/records/tools')).body.items, [], 'a check writes nothing');
    const ended = await run(body.id);
    assert.deepEqual([ended.state, ended.done, ended.counts.refuse], ['done', 2, 0]);
    const crane = await read('T-0001');
    const { userId } = people.ann;
    assert.deepEqual(
      [crane.title, crane.status, crane.owner.key, crane.version],
      ['Crane', 'used', people.bob.userId, 1],
    );
    assert.deepEqual(crane.data, {
      ...{ name: 'Crane', price: { amount: 125050, currency: 'EUR' }, tax: { amount: 25010, currency: 'EUR' } },
      ...{ bought: '2026-01-31', rented: true, place: 'hall', user: userId, partOf: null, serial: 'X-1' },
    });
    const drill = await read('T-0002');
    assert.deepEqual([drill.status, drill.data.price.amount, drill.data.rented], ['new', 950, false]);

    const second = (
      await plan(
        ['Number,Title,Part of,Price', 'T-0001,Crane 2,,', 'T-0002,Drill,T-0001,9.50', ',Saw,Crane,3'].join('\n'),
      )
    ).body;
    assert.deepEqual([second.counts.change, second.counts.add, second.counts.same], [2, 1, 0]);
    const shown = await rowsOf(second.id);
    assert.deepEqual(
      shown[0].changes.map(({ field, before, after }: Record<string, string>) => [field, before, after]).sort(),
      [
        ['data.name', 'Crane', 'Crane 2'],
        ['data.price', '1250.5', null],
        ['data.tax', '250.1', null],
      ],
    );
    await run(second.id);
    assert.deepEqual([(await read('T-0001')).data.price, (await read('T-0001')).data.place], [null, 'hall']);
    assert.equal((await read('T-0002')).data.partOf, crane.id);
    assert.deepEqual([(await read('T-0003')).title, (await read('T-0003')).data.partOf], ['Saw', crane.id]);

    const undone = await undo(second.id);
    assert.deepEqual([undone.done, undone.counts.refuse], [3, 0]);
    assert.deepEqual((await read('T-0001')).data, crane.data);
    assert.equal((await people.ann.get('/api/records/tools/T-0003')).status, 404);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_log WHERE entity = 'record' AND actor_id = ${userId}::uuid
        AND request_id = ${`import-${second.id}`}`.execute(tx),
    );
    assert.equal(rows[0]!.n, 3, 'each record has a row in the audit log');
  });

  test('ADM-08 PRV-01 a downloaded list can be imported again unchanged', async () => {
    const { body } = await people.ann.post('/api/downloads', { list: '/api/records/tools', query: '' });
    const csv = await people.ann.get(body.url);
    const again = await plan(String(csv.body), people.ann, '?key=number');
    assert.equal(again.status, 201, JSON.stringify(again.body));
    assert.deepEqual([again.body.counts.same, again.body.total], [again.body.total, again.body.total]);
  });

  test('ADM-08 PRV-01 each refused row is named with its line, its column and the reason', async () => {
    assert.deepEqual(
      await faultsOf(
        [
          'number,Name,Price,Bought,Rented,Place,Part of,Status,Serial,Owner',
          ',,1,,,,,,,',
          ',Saw,abc,,,,,,,',
          ',Saw,1.234,soon,,,,,,',
          ',Saw,,2031-01-01,,,,,,',
          ',Saw,,,maybe,,,,,',
          ',Saw,,,,attic,,,,',
          ',Saw,,,,,T-9999,,,',
          ',Saw,,,,,,used,,',
          ',Saw,,,,,,broken,,',
          ',Saw,,,no,,,,X-9,',
          ',Saw,,,,,,,,no.one',
          'T-9999,Saw,,,,,,,,',
          'T-0001,Saw',
          ',,,soon,,,,,,',
        ].join('\n'),
      ),
      [
        [2, 'data.name: Field Name should be filled out.'],
        [3, 'data.price: Price is not a number.'],
        [
          4,
          'data.price: Price can have at most 2 decimal places. data.bought: Bought: Enter a date in the form 2026-01-31.',
        ],
        [5, 'data.bought: Bought must be from 2000-01-01 to 2030-01-01.'],
        [6, 'data.rented: Rented is not valid.'],
        [7, 'data.place: Place: attic is not on the list.'],
        [8, 'data.partOf: Part of: T-9999 is not on the list.'],
        [9, 'data.place: Field Place should be filled out.'],
        [10, 'status: Status: broken is not on the list.'],
        [11, 'data.serial: Serial cannot be changed here.'],
        [12, 'owner: Owner: no.one is not on the list.'],
        [13, 'number: Number: This record does not exist, or you do not have access to it.'],
        [14, 'null: The row has 2 cells instead of 10.'],
        [15, 'data.bought: Bought: Enter a date in the form 2026-01-31. data.name: Field Name should be filled out.'],
      ],
    );
  });

  test('ADM-08 Windows-1257 and UTF-8 are read alike; headings that nothing has are named', async () => {
    const text = 'Name;Place\nŠveitsi tõstuk žž;Hall';
    const baltic = Buffer.from(text.replaceAll('Š', '\xd0').replaceAll('õ', '\xf5').replaceAll('ž', '\xfe'), 'latin1');
    for (const file of [text, `\uFEFF${text}`, baltic]) {
      const { body } = await plan(file);
      assert.equal((await rowsOf(body.id))[0].name, 'Šveitsi tõstuk žž');
    }
    const unknown = await plan('Name,Colour\nSaw,red');
    assert.deepEqual(
      [unknown.status, unknown.body.code, unknown.body.columns],
      [422, 'import.unknown_column', ['Colour']],
    );
    const twice = await plan('Name,Title\nSaw,Saw');
    assert.equal(twice.body.code, 'import.duplicate_column');
    assert.equal((await plan(Buffer.from([0xff, 0xfe, 0x41, 0x00]))).body.code, 'import.encoding');
  });

  test('PRV-01 ROLE-01 users who may change records import them and see their own imports; others do not', async () => {
    const { id } = (await plan('Name\nLathe')).body;
    for (const [who, code] of [
      [people.vic, 'access.denied'],
      [people.eve, 'import.not_offered'],
    ] as const) {
      assert.equal((await plan('Name\nLathe', who)).body.code, code);
      assert.equal((await who.get(`/api/imports/${id}`)).body.code, code);
    }
    for (const path of ['', '/rows', '/refused']) {
      assert.equal((await people.bob.get(`/api/imports/${id}${path}`)).body.code, 'import.not_found', path);
      assert.equal((await people.root.get(`/api/imports/${id}${path}`)).status, 200, path);
    }
    for (const path of ['run', 'undo']) {
      assert.equal((await people.bob.post(`/api/imports/${id}/${path}`, {})).body.code, 'import.not_found', path);
    }
    const users = await people.ann.send('POST', '/api/records/people/import', 'username,name\nx,X', {
      'content-type': 'text/csv',
    });
    assert.deepEqual([users.status, users.body.code], [403, 'access.denied']);
    // Whose right ends, does not write any more.
    const started = await people.ann.post(`/api/imports/${id}/run`, {});
    assert.equal(started.status, 202);
    await tenant.transaction((tx) =>
      sql`DELETE FROM group_member WHERE user_id = ${people.ann.userId}::uuid`.execute(tx),
    );
    await work(id);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ state: string; done: number }>`SELECT state, done FROM import_run WHERE id = ${id}::uuid`.execute(tx),
    );
    assert.deepEqual(rows[0], { state: 'stopped', done: 0 });
    await tenant.transaction((tx) =>
      sql`INSERT INTO group_member (user_id, group_id) VALUES (${people.ann.userId}::uuid, 'keepers')`.execute(tx),
    );
  });

  test('ADM-08 PRV-01 the import does what the check said, row by row, also with many rows', async () => {
    const ROWS = 1200;
    const lines = Array.from({ length: ROWS }, (_, index) =>
      index % 100 === 7 ? `,bad,x` : `Part ${index},${index % 2 ? 'Hall' : 'yard'},${index}.25`,
    );
    const { body } = await plan(`Name,Place,Price\n${lines.join('\n')}`);
    assert.deepEqual([body.counts.add, body.counts.refuse], [ROWS - 12, 12]);
    const ended = await run(body.id);
    assert.deepEqual([ended.done, ended.counts], [ROWS - 12, body.counts]);
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        n: number;
        numbers: number;
        gap: number;
      }>`SELECT count(*)::int AS n, count(DISTINCT number)::int AS numbers,
        (max(substr(number, 3)::int) - min(substr(number, 3)::int) + 1)::int AS gap FROM record WHERE title LIKE 'Part %'`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows[0], { n: ROWS - 12, numbers: ROWS - 12, gap: ROWS - 12 });
    const changed = await plan(`number,Price\nT-0001,1`);
    await people.bob.send('PUT', '/api/records/tools/T-0001', JSON.stringify({ data: { price: null } }), {
      'content-type': 'application/json',
    });
    assert.equal((await run(changed.body.id)).counts.refuse, 1, 'what another user has changed stays');
  });
});
