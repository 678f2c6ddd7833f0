import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { RecordListRow } from '../../../shared/contracts/registries.contract.ts';
import type { RegistryColumn } from '../../../shared/contracts/registry-settings.contract.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { json } from '../../platform/database.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { indexNext, insertRegistry } from './index.ts';

const text = (en: string) => ({ en });
const options = ['Red', 'green'].map((id) => ({ id, text: text(`The ${id}`) }));
const FORM: FormBody = {
  formatVersion: 1,
  id: 'tool',
  title: text('Tool'),
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'name', label: text('Name') },
      { type: 'text', key: 'serial', label: text('Serial number') },
      { type: 'number', key: 'weight', label: text('Weight'), unit: text('kg') },
      { type: 'money', key: 'price', label: text('Price') },
      { type: 'date', key: 'bought', label: text('Bought') },
      { type: 'dateTime', key: 'checked', label: text('Checked') },
      { type: 'checkbox', key: 'rented', label: text('Rented') },
      { type: 'dropdown', key: 'colour', label: text('Colour'), options },
      { type: 'user', key: 'keeper', label: text('Keeper') },
      { type: 'tags', key: 'words', label: text('Words') },
    ],
  },
};

const column = (key: string, slot: string | undefined, more: Partial<RegistryColumn> = {}): RegistryColumn => ({
  field: `data.${key}`,
  from: key,
  listed: true,
  searchable: false,
  ready: false,
  ...(slot === undefined ? {} : { slot }),
  ...more,
});
const COLUMNS = [
  { field: 'title', from: 'name', listed: true, searchable: true, ready: true },
  column('serial', 't1', { searchable: true }),
  column('weight', 'n1'),
  column('price', 'n2'),
  column('bought', 'i1'),
  column('checked', 'i2'),
  column('rented', 't2'),
  column('colour', 't3'),
  column('keeper', 't4'),
  column('words', 'many'),
];

type Data = Readonly<Record<string, unknown>>;

onDatabase('lists of registries by fields of their form', (db) => {
  let tenant: TestTenant;
  let foreign: TestTenant;
  let ann: Person;
  let records: { id: string; data: Data }[];

  /** Values of the nth record; every fourth has none. */
  const dataOf = (n: number): Data =>
    n % 4 === 3
      ? { name: `Tool ${n}` }
      : {
          name: `Tool ${n}`,
          serial: `${['X-10', 'x-2', 'zz_9'][n % 3]}${n % 7}${n % 5 === 0 ? ' Ä 5%' : ''}`,
          weight: (n % 9) - 4.5,
          price: { amount: (n % 11) * 1050, currency: 'EUR' },
          bought: `2026-0${(n % 9) + 1}-${String((n % 28) + 1).padStart(2, '0')}`,
          checked: `2026-03-${String((n % 20) + 10)}T${String(n % 24).padStart(2, '0')}:30`,
          rented: n % 3 === 0,
          colour: options[n % 2]!.id,
          keeper: n % 2 === 0 ? ann.userId : undefined,
          words: n % 2 === 0 ? ['Heavy', `No ${n % 5}`] : null,
        };

  const setColumns = (one: TestTenant, columns: readonly object[]) =>
    one.transaction((tx) =>
      sql`UPDATE registry SET columns = ${json(columns)}::jsonb, indexed_at = NULL WHERE id = 'tools'`.execute(tx),
    );
  const indexAll = async () => {
    while (await indexNext(db())) {
      // Until no registry is left.
    }
  };
  const page = async (
    query: string,
    who = ann,
  ): Promise<{ items: RecordListRow[]; next: string | null; total?: number }> => {
    const { status, body } = await who.get(`/api/records/tools?limit=200&${query}`);
    assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`);
    return body;
  };

  before(async () => {
    tenant = await createTestTenant(db(), 'tools', { ann: ['admin'], bob: [] });
    foreign = await createTestTenant(db(), 'others', { zoe: ['admin'] }, tenant);
    ann = tenant.people.ann!;
    for (const one of [tenant, foreign]) {
      await one.transaction(async (tx) => {
        await saveAndPublishForm(tx, { id: 'tool', kind: 'record', title: FORM.title, body: FORM });
        const groups = { readGroups: [], writeGroups: [] };
        await insertRegistry(tx, {
          id: 'tools',
          title: text('Tools'),
          formId: 'tool',
          statuses: [],
          series: null,
          ...groups,
        });
      });
    }
    records = await tenant.transaction(async (tx) => {
      const rows = Array.from({ length: 130 }, (_, n) => ({ title: `Tool ${n}`, data: dataOf(n) }));
      const added = await sql<{ id: string; data: Data }>`
        INSERT INTO record (registry_id, title, form_number, data) SELECT 'tools', x.title, 1, x.data
        FROM jsonb_to_recordset(${json(rows)}::jsonb) AS x (title text, data jsonb) RETURNING id, data`.execute(tx);
      return added.rows;
    });
  });

  test('PRV-01 a new column is refused until a job has filled the index, which continues where it was killed', async () => {
    await indexAll();
    await setColumns(tenant, COLUMNS);
    const refused = await ann.get('/api/records/tools?data.weight=gt:1');
    assert.deepEqual([refused.status, refused.body.code], [409, 'registry.indexing']);
    assert.equal((await ann.get('/api/records/tools?sort=data.weight')).status, 409);
    // The list and its other filters are usable, with the values of the new columns.
    const { items } = await page('title=eq:tool%202');
    assert.deepEqual([items.length, items[0]!.data.serial], [1, records[2]!.data.serial]);
    const before = await tenant.transaction((tx) => sql<{ version: number }>`SELECT version FROM registry`.execute(tx));
    // Killed after two batches: a batch is whole or not there.
    for (let batch = 0; batch < 2; batch += 1) await indexNext(db(), 50);
    const done = await tenant.transaction((tx) =>
      sql<{ done: number }>`SELECT count(*)::int AS done FROM record_index WHERE n1 IS NOT NULL`.execute(tx),
    );
    assert.equal(done.rows[0]!.done, 100);
    await assert.rejects(
      tenant.transaction(async (tx) => {
        await sql`SELECT index_records('tools', NULL, 1000)`.execute(tx);
        throw new Error('killed');
      }),
      /killed/,
    );
    assert.equal((await ann.get('/api/records/tools?data.weight=gt:1')).status, 409);
    // Written meanwhile, on both sides of the position.
    for (const at of [0, 129]) {
      const data = { ...records[at]!.data, weight: 99 };
      await tenant.transaction((tx) =>
        sql`UPDATE record SET data = ${json(data)}::jsonb WHERE id = ${records[at]!.id}::uuid`.execute(tx),
      );
      records[at] = { id: records[at]!.id, data };
    }
    await indexAll();
    assert.equal((await page('data.weight=eq:99')).items.length, 2);
    const after = await tenant.transaction((tx) =>
      sql<{ version: number; ready: boolean }>`SELECT version, indexed_at IS NOT NULL AS ready FROM registry`.execute(
        tx,
      ),
    );
    assert.deepEqual(after.rows, [{ ...before.rows[0]!, ready: true }], 'indexing changes no setting');
  });

  type Fits = (data: Data) => boolean;
  const amount = ({ price }: Data) => (price ? (price as { amount: number }).amount / 100 : null);
  const FILTERS: readonly (readonly [string, Fits])[] = [
    ['data.serial=like:x-', ({ serial }) => /x-/i.test(String(serial ?? ''))],
    ['data.serial=endWith:%C3%A4%205%25', ({ serial }) => /ä 5%$/i.test(String(serial ?? ''))],
    ['data.serial=startWith:ZZ', ({ serial }) => /^zz/i.test(String(serial ?? ''))],
    ['data.serial=like:5%25', ({ serial }) => String(serial ?? '').includes('5%')],
    ['data.serial=eq:', ({ serial }) => !serial],
    ['data.serial=neq:', ({ serial }) => !!serial],
    ['data.serial=in:X-103,zz_95,emptyValue', ({ serial }) => [undefined, 'X-103', 'zz_95'].includes(serial as string)],
    ['data.weight=gt:1', ({ weight }) => weight !== undefined && (weight as number) > 1],
    ['data.weight=lte:-2.5', ({ weight }) => weight !== undefined && (weight as number) <= -2.5],
    ['data.weight=inrange:,0', ({ weight }) => weight !== undefined && (weight as number) <= 0],
    ['data.weight=neq:0.5', ({ weight }) => weight !== 0.5],
    ['data.weight=eq:', ({ weight }) => weight === undefined],
    ['data.price=gte:52.5', (data) => (amount(data) ?? -1) >= 52.5],
    ['data.price=in:10.5,emptyValue', (data) => amount(data) === null || amount(data) === 10.5],
    ['data.bought=lt:2026-05-03', ({ bought }) => !!bought && String(bought) < '2026-05-03'],
    ['data.bought=gt:2026-05-03', ({ bought }) => !!bought && String(bought) > '2026-05-03'],
    ['data.bought=inrange:2026-03-01,2026-04-30', ({ bought }) => /^2026-0[34]/.test(String(bought))],
    ['data.bought=neq:', ({ bought }) => !!bought],
    ['data.checked=eq:2026-03-12', ({ checked }) => String(checked).startsWith('2026-03-12')],
    ['data.checked=lte:2026-03-12', ({ checked }) => !!checked && String(checked) < '2026-03-13'],
    ['data.checked=neq:2026-03-12', ({ checked }) => !String(checked).startsWith('2026-03-12')],
    ['data.rented=eq:true', ({ rented }) => rented === true],
    ['data.rented=eq:false', ({ rented }) => rented !== true],
    ['data.colour=eq:Red', ({ colour }) => colour === 'Red'],
    ['data.colour=in:green,emptyValue', ({ colour }) => colour !== 'Red'],
    ['data.keeper=eq:me', ({ keeper }) => !!keeper],
    ['data.keeper=eq:ann.tools', ({ keeper }) => !!keeper],
    ['data.keeper=neq:ann.tools', ({ keeper }) => !keeper],
    ['data.keeper=eq:', ({ keeper }) => !keeper],
    ['data.words=eq:heavy', ({ words }) => Array.isArray(words)],
    ['data.words=in:No%203,No%204', ({ words }) => /No [34]/.test(String(words))],
    ['data.words=in:No%203,emptyValue', ({ words }) => !Array.isArray(words) || words.includes('No 3')],
    ['data.words=neq:No%203', ({ words }) => !String(words).includes('No 3')],
    ['data.words=eq:', ({ words }) => !Array.isArray(words)],
    ['data.words=neq:', ({ words }) => Array.isArray(words)],
    [
      'data.rented=eq:true&data.weight=gt:0&data.words=eq:heavy',
      ({ rented, weight, words }) => rented === true && (weight as number) > 0 && Array.isArray(words),
    ],
  ];

  test('FIL-01 FIL-02 PRV-01 every condition on a field finds what it means, and counts it', async () => {
    for (const [query, fits] of FILTERS) {
      const { items, total } = await page(`${query}&count=true`);
      const wanted = records.filter(({ data }) => fits(data)).map(({ id }) => id);
      assert.ok(wanted.length > 0 && wanted.length < records.length, `${query} divides`);
      assert.deepEqual(items.map(({ id }) => id).toSorted(), wanted.toSorted(), query);
      assert.equal(total, wanted.length, query);
    }
  });

  const sortValue: Readonly<Record<string, (data: Data) => string | number | null>> = {
    'data.serial': ({ serial }) => (serial === undefined ? null : String(serial).toLowerCase()),
    'data.weight': ({ weight }) => (weight as number | undefined) ?? null,
    'data.price': amount,
    'data.bought': ({ bought }) => (bought as string | undefined) ?? null,
    'data.checked': ({ checked }) => (checked as string | undefined) ?? null,
  };
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' ? a - (b as number) : Buffer.compare(Buffer.from(a), Buffer.from(String(b)));

  test('FIL-02 PRV-01 records are sorted by a field in both directions, blanks last, and paged without loss', async () => {
    for (const [field, read] of Object.entries(sortValue)) {
      for (const [direction, sign] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        for (const filter of ['', '&data.rented=eq:false']) {
          const listed = records.filter(({ data }) => filter === '' || data.rented !== true);
          const wanted = listed
            .toSorted((a, b) => {
              const [left, right] = [read(a.data), read(b.data)];
              if (left === null || right === null) {
                return left === right ? sign * compare(a.id, b.id) : left === null ? 1 : -1;
              }
              return sign * (compare(left, right) || compare(a.id, b.id));
            })
            .map(({ id }) => id);
          const found: string[] = [];
          for (let next: string | null = ''; next !== null; ) {
            const one: Awaited<ReturnType<typeof page>> = await page(
              `sort=${field}:${direction}${filter}&limit=17${next && `&after=${next}`}`,
            );
            found.push(...one.items.map(({ id }) => id));
            next = one.next;
          }
          assert.deepEqual(found, wanted, `${field} ${direction}${filter}`);
        }
      }
    }
    const several = await page('sort=data.rented,data.weight:desc').catch(() => null);
    assert.equal(several, null, 'a box to tick has no order');
    const { items } = await page('sort=data.weight:desc,title');
    const weights = items.map(({ data }) => (data.weight as number | undefined) ?? null);
    assert.deepEqual(
      weights,
      weights.toSorted((a, b) => (a === null || b === null ? Number(a === null) - Number(b === null) : b - a)),
    );
  });

  test('PRV-01 a search finds fields that are searchable, and rows have the names of what they refer to', async () => {
    const { items } = await page('q=zz_9');
    assert.deepEqual(
      items.map(({ id }) => id).toSorted(),
      records
        .filter(({ data }) => String(data.serial).includes('zz_9'))
        .map(({ id }) => id)
        .toSorted(),
    );
    const { body } = await ann.get('/api/records/tools/columns');
    const described = (field: string) => body.columns.find((one: { field: string }) => one.field === field);
    assert.deepEqual(described('data.price').value, { type: 'money', scale: 2, unit: 'EUR' });
    assert.deepEqual(described('data.colour').options[0], { id: 'Red', text: 'The Red' });
    const [row] = (await page('title=eq:tool%202')).items;
    assert.deepEqual(row!.texts, { 'data.colour': 'The Red', 'data.keeper': 'Ann' });
    const file = await ann.send('GET', '/api/records/tools?title=eq:tool%202', undefined, { accept: 'text/csv' });
    assert.match(String(file.body), /The Red,Ann/);
  });

  test('BEY-19 PRV-01 views of a registry are saved for who may read it, with its own fields only', async () => {
    const definition = {
      filters: [{ column: 'data.weight', operation: 'gt', value: '1' }],
      sort: 'data.bought:desc',
      columns: ['number', 'data.serial'],
    };
    const resource = 'registry.tools';
    const saved = await ann.post('/api/views', { resource, name: 'Heavy', definition });
    assert.deepEqual([saved.status, saved.body.resource], [201, resource], JSON.stringify(saved.body));
    const shared = { resource, name: 'All', audience: 'tenant', slug: 'all-tools', definition };
    assert.equal((await ann.post('/api/views', shared)).status, 201);
    const names = async (who: Person) =>
      (await who.get(`/api/views?resource=${resource}`)).body.map(({ name }: { name: string }) => name);
    assert.deepEqual(await names(ann), ['All', 'Heavy']);
    assert.deepEqual((await ann.get('/api/views?resource=tasks')).body, []);
    for (const [fault, code] of [
      [{ columns: ['data.other'] }, 'view.unknown_column'],
      [{ sort: 'data.other' }, 'sort.unknown_field'],
      [{ filters: [{ column: 'due', operation: 'lt', value: 'now' }] }, 'filter.unknown_field'],
    ] as const) {
      const body = { resource, name: 'x', definition: { filters: [], ...fault } };
      assert.equal((await ann.post('/api/views', body)).body.code, code);
    }
    assert.equal((await ann.post('/api/views', { resource: 'registry.none', name: 'x', definition })).status, 404);

    const { bob } = tenant.people as { bob: Person };
    for (const url of [`/api/views?resource=${resource}`, `/api/views/all-tools?resource=${resource}`]) {
      assert.equal((await bob.get(url)).status, 404);
    }
    const ownerReads = (on: boolean) =>
      tenant.transaction((tx) => sql`UPDATE registry SET owner_reads = ${on} WHERE id = 'tools'`.execute(tx));
    await ownerReads(true);
    assert.deepEqual(await names(bob), ['All']);
    await ownerReads(false);
  });

  test('SEC-01 PRV-01 owners without the right to read have a list of their own records, in every form, and of no other', async () => {
    const { bob } = tenant.people as { bob: Person };
    const owned = records.slice(10, 13).map(({ id }) => id);
    const setOwner = (ids: readonly string[], owner: string | null) =>
      tenant.transaction((tx) =>
        sql`UPDATE record SET owner_id = ${owner}::uuid WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx),
      );
    const ownerReads = (on: boolean) =>
      tenant.transaction((tx) => sql`UPDATE registry SET owner_reads = ${on} WHERE id = 'tools'`.execute(tx));
    await setOwner(owned, bob.userId);
    await setOwner([records[20]!.id], ann.userId);
    const code = async (url: string) => (await bob.get(url)).body.code;
    for (const url of ['/api/records/tools', '/api/records/tools/counts', '/api/records/tools/columns']) {
      assert.equal(await code(url), 'registry.not_found');
    }
    await ownerReads(true);
    const listed = async (query: string) => (await page(query, bob)).items.map(({ id }) => id).toSorted();
    const all = owned.toSorted();
    for (const query of [
      'count=true',
      'sort=title',
      'sort=data.weight:desc',
      'sort=data.serial',
      'q=tool',
      'title=like:tool',
    ]) {
      assert.deepEqual(await listed(query), all, query);
    }
    assert.equal((await page('count=true', bob)).total, owned.length);
    assert.deepEqual(await listed(`id=in:${records[20]!.id},${owned[0]}`), [owned[0]]);
    assert.deepEqual(await listed(`owner=eq:ann.tools`), []);
    const paged: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const reply: { body: { items: RecordListRow[]; next: string | null } } = await bob.get(
        `/api/records/tools?limit=1&sort=title${next && `&after=${next}`}`,
      );
      paged.push(...reply.body.items.map(({ id }) => id));
      next = reply.body.next;
    }
    assert.deepEqual(paged.toSorted(), all);
    const counts = (await bob.get('/api/records/tools/counts')).body;
    assert.deepEqual([counts.total.count, counts.mayWrite, counts.mayMove], [owned.length, false, false]);
    const file = await bob.post('/api/downloads', { list: '/api/records/tools', query: '', columns: ['id'] });
    const lines = String((await bob.get(file.body.url)).body)
      .trim()
      .split(/\r?\n/);
    assert.deepEqual(lines.slice(1).toSorted(), all);
    const change = { ids: [records[20]!.id], status: 'any' };
    assert.notEqual((await bob.post('/api/records/tools/status-changes', change)).status, 201);
    assert.equal((await foreign.people.zoe!.get('/api/records/tools')).body.items.length, 0);
    await ownerReads(false);
    assert.equal(await code('/api/records/tools'), 'registry.not_found');
    await setOwner([...owned, records[20]!.id], null);
  });

  test('SEC-01 PRV-01 the index of another organisation is neither read nor written', async () => {
    const { zoe } = foreign.people;
    await setColumns(foreign, COLUMNS);
    await indexAll();
    assert.deepEqual((await page('data.weight=neq:', zoe)).items, []);
    assert.deepEqual((await page('q=zz_9', zoe)).items, []);
    assert.deepEqual((await page('data.words=eq:heavy', zoe)).items, []);
    const counts = await foreign.transaction((tx) =>
      sql<{
        count: number;
      }>`SELECT (SELECT count(*) FROM record_index)::int + (SELECT count(*) FROM record_index_many)::int
        + (SELECT count(*) FROM search_text WHERE kind LIKE 'record:%')::int + (SELECT count(*) FROM registry_indexing)::int AS count`.execute(
        tx,
      ),
    );
    assert.equal(counts.rows[0]!.count, 0);
    await assert.rejects(
      foreign.transaction((tx) =>
        sql`INSERT INTO record_index_many (tenant_id, registry_id, field, t, record_id)
          VALUES (${tenant.tenantId}, 'tools', 'words', 'x', ${records[0]!.id}::uuid)`.execute(tx),
      ),
    );
    await tenant.transaction((tx) =>
      sql`UPDATE record SET removed_at = now() WHERE id = ${records[0]!.id}::uuid`.execute(tx),
    );
    assert.equal((await page('data.weight=eq:99')).items.length, 1, 'in the bin');
    await tenant.transaction((tx) =>
      sql`UPDATE record SET removed_at = NULL WHERE id = ${records[0]!.id}::uuid`.execute(tx),
    );
    assert.equal((await page('data.weight=eq:99')).items.length, 2, 'restored');
  });

  test('PRV-01 a value of another type than its slot is blank and refused by nothing', async () => {
    for (const data of [
      { weight: 'heavy', bought: '2026-02-31', checked: 7, serial: { a: 1 }, words: 'x', price: 1e308 },
      { weight: [], bought: 'soon', checked: '0000-01-01', serial: 5, words: {}, price: { amount: '1' } },
    ]) {
      const { rows } = await tenant.transaction((tx) =>
        sql<{
          id: string;
        }>`INSERT INTO record (registry_id, title, form_number, data) VALUES ('tools', 'Odd', 1, ${json(data)}::jsonb) RETURNING id`.execute(
          tx,
        ),
      );
      const { items } = await page('data.weight=eq:&data.bought=eq:&data.words=eq:&title=eq:odd');
      assert.deepEqual(
        items.map(({ id }) => id),
        [rows[0]!.id],
      );
      await tenant.transaction((tx) => sql`DELETE FROM record WHERE id = ${rows[0]!.id}::uuid`.execute(tx));
    }
  });
});
