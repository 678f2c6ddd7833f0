import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { replaceUses } from '../references/index.ts';

const DIMENSIONS = '/api/dimensions';

onDatabase('dimensions', (db) => {
  let tenant: TestTenant;
  let boss: Person;
  let ann: Person;
  let eva: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'costs', { boss: ['admin'], ann: [] });
    ({ boss, ann } = tenant.people as Record<'boss' | 'ann', Person>);
    eva = (await createTestTenant(db(), 'payers', { eva: ['admin'] }, tenant)).people.eva!;
  });

  const put = (who: Person, path: string, body: unknown, headers: Record<string, string> = {}) =>
    who.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  const remove = (who: Person, path: string) => who.send('DELETE', path);
  const make = async (code: string) => (await boss.post(DIMENSIONS, { code, name: `Dimension ${code}` })).body;
  const code = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } | null }) => [
    status,
    body?.code,
  ];

  test('ADM-05 a dimension is created and renamed; its code, which forms name, is fixed and unique', async () => {
    const made = await boss.post(DIMENSIONS, { code: 'project', name: ' Projects ' });
    const { id, version, ...dimension } = made.body;
    assert.deepEqual([made.status, dimension], [201, { code: 'project', name: 'Projects', active: true }]);
    assert.deepEqual(code(await boss.post(DIMENSIONS, { code: 'project', name: 'P' })), [409, 'dimension.code_taken']);
    assert.deepEqual(code(await boss.post(DIMENSIONS, { name: 'P' })), [400, 'request.missing_parameter']);

    const path = `${DIMENSIONS}/project`;
    const changed = await put(boss, path, { ...made.body, active: false }, { 'if-match': `"${version}"` });
    assert.deepEqual([changed.status, changed.body.active], [200, false]);
    const stale = await put(boss, path, { name: 'Old' }, { 'if-match': `"${version}"` });
    assert.deepEqual([...code(stale), stale.body.current.name], [412, 'edit.conflict', 'Projects']);
    assert.equal((await put(boss, path, { code: 'other', name: 'P' })).body.errors[0].pointer, '/code');
    const offered = async (query: string) =>
      (await ann.get(`${DIMENSIONS}?${query}`)).body.items.map((one: { id: string }) => one.id);
    assert.ok(!(await offered('')).includes(id));
    assert.ok((await offered('inactive=true')).includes(id));
  });

  test('ADM-05 values form a tree without circles, of twenty levels at most', async () => {
    const { id } = await make('tree');
    const values = `${DIMENSIONS}/${id}/values`;
    const add = async (name: string, parentId: string | null = null) =>
      boss.post(values, { code: name, name, parentId });
    const top = (await add('top')).body;
    const below = (await add('below', top.id)).body;
    assert.deepEqual([below.parentId, below.active, below.version], [top.id, true, 1]);
    assert.deepEqual(code(await add('top')), [409, 'dimension_value.code_taken']);
    const circle = await put(boss, `${values}/${top.id}`, { code: 'top', name: 'top', parentId: below.id });
    assert.deepEqual([...code(circle), circle.body.errors[0].pointer], [422, 'dimension_value.cycle', '/parentId']);
    const foreign = (await boss.post(`${DIMENSIONS}/${(await make('else')).id}/values`, { code: 'x', name: 'x' })).body;
    assert.deepEqual(code(await add('lost', foreign.id)), [422, 'dimension_value.parent_unknown']);

    let parentId = below.id;
    for (let level = 3; level <= 20; level++) parentId = (await add(`l${level}`, parentId)).body.id;
    assert.deepEqual(code(await add('l21', parentId)), [422, 'dimension_value.too_deep']);
    const high = (await add('high')).body;
    const deep = await put(boss, `${values}/${top.id}`, { code: 'top', name: 'top', parentId: high.id });
    assert.deepEqual(code(deep), [422, 'dimension_value.too_deep']);

    const refused = await remove(boss, `${values}/${top.id}`);
    assert.deepEqual(
      [...code(refused), refused.body.detail ?? refused.body.title],
      [409, 'dimension_value.in_use', 'Values below this one: 1. Move or delete them first.'],
    );
    assert.equal((await remove(boss, `${values}/${parentId}`)).status, 204);
    assert.equal((await ann.get(`${values}?ids=${parentId}`)).body.items[0].name, 'l20');
  });

  test('ADM-05 a dimension that a form uses cannot be deleted; with its values a deleted one keeps its names', async () => {
    const { id } = await make('used');
    const value = (await boss.post(`${DIMENSIONS}/${id}/values`, { code: 'V', name: 'Kept' })).body;
    await tenant.transaction(async (tx) => {
      await tx
        .insertInto('form')
        .values({ id: 'costs', kind: 'task', title: JSON.stringify({ en: 'Costs' }), draft: '{}', published: 1 })
        .execute();
      await replaceUses(tx, { kind: 'form', id: 'costs', number: 1 }, [
        { target: { kind: 'dimension', id: 'used' }, place: '/root' },
      ]);
    });
    const refused = await remove(boss, `${DIMENSIONS}/${id}`);
    assert.deepEqual([...code(refused), refused.body.usedBy[0].title], [409, 'dimension.in_use', 'Costs']);
    await tenant.transaction((tx) => replaceUses(tx, { kind: 'form', id: 'costs', number: 1 }, []));
    assert.equal((await remove(boss, `${DIMENSIONS}/used`)).status, 204);
    assert.deepEqual(code(await boss.get(`${DIMENSIONS}/used`)), [404, 'dimension.not_found']);
    assert.notEqual((await make('used')).id, id);
    const rows = (await boss.get('/api/records/dimension_values?code=eq:V')).body.items;
    assert.deepEqual(rows, [], value.id);
  });

  test('ADM-05 ADM-08 values are listed by dimension, and as a file', async () => {
    const { id } = await make('list');
    const one = (await boss.post(`${DIMENSIONS}/${id}/values`, { code: 'A', name: 'Alpha' })).body;
    await boss.post(`${DIMENSIONS}/${id}/values`, { code: 'B', name: 'Beta', parentId: one.id, active: false });
    const { items } = (await boss.get(`/api/records/dimension_values?dimension=eq:${id}&sort=code:desc`)).body;
    assert.deepEqual(
      items.map((row: { code: string; parent: { name: string } | null }) => [row.code, row.parent?.name ?? null]),
      [
        ['B', 'Alpha'],
        ['A', null],
      ],
    );
    const inactive = await boss.get(`/api/records/dimension_values?dimension=eq:${id}&status=eq:inactive`);
    assert.equal(inactive.body.items.length, 1);
  });

  test('ADM-05 SEC-02 only administrators of the organisation change dimensions', async () => {
    const { id } = await make('own');
    const path = `${DIMENSIONS}/${id}`;
    const value = (await boss.post(`${path}/values`, { code: 'V', name: 'V' })).body;
    const requests = [
      (who: Person) => who.get(path),
      (who: Person) => put(who, path, { name: 'Theirs' }),
      (who: Person) => remove(who, path),
      (who: Person) => who.post(`${path}/values`, { code: 'W', name: 'W' }),
      (who: Person) => put(who, `${path}/values/${value.id}`, { code: 'V', name: 'V' }),
      (who: Person) => remove(who, `${path}/values/${value.id}`),
    ];
    for (const request of requests) {
      assert.deepEqual(code(await request(ann)), [403, 'access.denied']);
      assert.deepEqual(code(await request(eva)), [404, 'dimension.not_found']);
    }
    assert.deepEqual((await eva.get('/api/records/dimension_values')).body.items, []);
  });
});
