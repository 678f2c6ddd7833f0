import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

const DEPARTMENTS = '/api/departments';

onDatabase('administration of departments', (db) => {
  let tenant: TestTenant;
  let boss: Person;
  let ann: Person;
  let mart: Person;
  let eva: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'shipyard', { boss: ['admin'], ann: ['manualsgroup'], mart: [] });
    ({ boss, ann, mart } = tenant.people as Record<'boss' | 'ann' | 'mart', Person>);
    eva = (await createTestTenant(db(), 'boatyard', { eva: ['admin'] }, tenant)).people.eva!;
    await tenant.transaction((tx) =>
      tx.insertInto('language').values({ language_id: 'en', name: 'English', locale: 'en' }).execute(),
    );
  });

  const put = (who: Person, path: string, body: unknown, headers: Record<string, string> = {}) =>
    who.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  const remove = (who: Person, path: string) => who.send('DELETE', path);
  const make = async (name: string, parentId: string | null = null) => {
    const { status, body } = await boss.post(DEPARTMENTS, { code: name, name, parentId });
    assert.equal(status, 201, JSON.stringify(body));
    return body as { id: string; code: string; name: string; version: number };
  };
  const code = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } | null }) => [
    status,
    body?.code,
  ];
  const place = (user: Person, departmentId: string, isPrimary = true) =>
    tenant.transaction((tx) =>
      tx
        .insertInto('user_department')
        .values({ user_id: user.userId, department_id: departmentId, is_primary: isPrimary })
        .execute(),
    );
  /** `below/above depth`, for each pair of the tree. */
  const pairs = async () => {
    const { rows } = await tenant.transaction((tx) =>
      sql<{ pair: string }>`SELECT d.name || '/' || a.name || ' ' || c.depth AS pair FROM department_closure c
        JOIN department d ON d.id = c.descendant_id JOIN department a ON a.id = c.ancestor_id WHERE c.depth > 0`.execute(
        tx,
      ),
    );
    return rows.map(({ pair }) => pair);
  };
  const pairsOf = async (...names: string[]) =>
    (await pairs()).filter((pair) => names.includes(pair.split('/')[0]!)).sort();
  const manualFor = async (name: string, departmentId: string) => {
    const groupId = (await ann.post('/api/manuals/groups', { name: { en: name } })).body.id;
    const manual = { code: name, groupId, ownerId: 'me', title: name };
    const { id } = (await ann.post('/api/manuals', manual)).body;
    await put(ann, `/api/manuals/${id}/audience`, { rules: [{ kind: 'department', ref: departmentId }] });
    return id as string;
  };

  test('ADM-04 a department is created, changed with a version check, and has a head and a company', async () => {
    const company = (await boss.post('/api/companies', { code: 'SY', name: 'Shipyard' })).body;
    const top = await make('Works');
    const made = await boss.post(DEPARTMENTS, {
      code: 'Q',
      name: ' Quays ',
      parentId: top.id,
      managerId: ann.userId,
      companyId: company.id,
    });
    const { id, version, ...department } = made.body;
    assert.deepEqual(department, {
      parentId: top.id,
      code: 'Q',
      name: 'Quays',
      manager: { id: ann.username, key: ann.userId, name: 'Ann' },
      company: { id: company.id, name: 'Shipyard' },
      active: true,
      people: 0,
    });
    const path = `${DEPARTMENTS}/${id}`;
    const twin = await boss.post(DEPARTMENTS, { code: 'Q', name: 'Other' });
    assert.deepEqual([...code(twin), twin.body.errors[0].pointer], [409, 'department.code_taken', '/code']);
    for (const [member, value] of Object.entries({
      parentId: eva.userId,
      managerId: eva.userId,
      companyId: top.id,
    })) {
      const refused = await put(boss, path, { code: 'Q', name: 'Quays', [member]: value });
      assert.deepEqual(code(refused), [422, 'department.unknown_reference'], member);
      assert.equal(refused.body.errors[0].pointer, `/${member}`);
    }
    const changed = await put(boss, path, { ...made.body, name: 'Piers' }, { 'if-match': made.headers.etag as string });
    assert.deepEqual([changed.body.name, changed.body.manager.id], ['Piers', ann.username]);
    const stale = await put(boss, path, { code: 'Q', name: 'Old' }, { 'if-match': `"${version}"` });
    assert.deepEqual([...code(stale), stale.body.current.name], [412, 'edit.conflict', 'Piers']);
    const bare = await put(boss, path, { code: 'Q', name: 'Piers', managerId: null, companyId: null, parentId: null });
    assert.deepEqual([bare.body.manager, bare.body.company, bare.body.parentId], [null, null, null]);
  });

  test('ADM-04 moving a department moves those below it; it cannot be moved below itself', async () => {
    const [port, yard] = [await make('Port'), await make('Yard')];
    const crane = await make('Crane', port.id);
    const winch = await make('Winch', crane.id);
    assert.deepEqual(await pairsOf('Crane', 'Winch'), ['Crane/Port 1', 'Winch/Crane 1', 'Winch/Port 2']);
    const moved = await put(boss, `${DEPARTMENTS}/${crane.id}`, { ...crane, parentId: yard.id });
    assert.equal(moved.body.parentId, yard.id);
    assert.deepEqual(await pairsOf('Crane', 'Winch'), ['Crane/Yard 1', 'Winch/Crane 1', 'Winch/Yard 2']);
    for (const parentId of [crane.id, winch.id]) {
      const refused = await put(boss, `${DEPARTMENTS}/${crane.id}`, { ...crane, parentId });
      assert.deepEqual([...code(refused), refused.body.errors[0].pointer], [422, 'department.cycle', '/parentId']);
    }
    await put(boss, `${DEPARTMENTS}/${crane.id}`, { ...crane, parentId: null });
    assert.deepEqual(await pairsOf('Crane', 'Winch'), ['Winch/Crane 1']);
  });

  test('ADM-04 the tree has twenty levels at most', async () => {
    let parentId: string | null = null;
    for (let level = 1; level <= 20; level++) parentId = (await make(`Level ${level}`, parentId)).id;
    const refused = await boss.post(DEPARTMENTS, { code: 'L21', name: 'Level 21', parentId });
    assert.deepEqual(code(refused), [422, 'department.too_deep']);
    const [first, top] = [await tenant.transaction(readId('Level 1')), await make('Above')];
    const deeper = await put(boss, `${DEPARTMENTS}/${first}`, { code: 'Level 1', name: 'Level 1', parentId: top.id });
    assert.deepEqual(code(deeper), [422, 'department.too_deep']);
  });

  const readId = (name: string) => async (tx: Parameters<Parameters<TestTenant['transaction']>[0]>[0]) => {
    const row = await tx.selectFrom('department').select('id').where('name', '=', name).executeTakeFirstOrThrow();
    return row.id;
  };

  test('ADM-04 a move says whom it affects and which manuals they gain and lose, and changes nothing', async () => {
    const [from, to] = [await make('From'), await make('To')];
    const moving = await make('Moving', from.id);
    const below = await make('Moving below', moving.id);
    await place(mart, below.id);
    await place(mart, moving.id, false);
    const lost = await manualFor('LOST', from.id);
    const gained = await manualFor('GAINED', to.id);
    await manualFor('KEPT', moving.id);
    const { body } = await boss.get(`${DEPARTMENTS}/${moving.id}/move?parentId=${to.id}`);
    assert.deepEqual(body, {
      people: 1,
      departments: 2,
      manuals: [
        { id: gained, title: 'GAINED', change: 'gained', department: 'To' },
        { id: lost, title: 'LOST', change: 'lost', department: 'From' },
      ],
    });
    assert.deepEqual((await boss.get(`${DEPARTMENTS}/${moving.id}/move`)).body.manuals.length, 1);
    const circle = await boss.get(`${DEPARTMENTS}/${moving.id}/move?parentId=${below.id}`);
    assert.deepEqual(code(circle), [422, 'department.cycle']);
    assert.deepEqual(await pairsOf('Moving'), ['Moving/From 1']);
  });

  test('ADM-04 a department is deleted when empty, or gives its content to another one', async () => {
    const [gone, into] = [await make('Gone'), await make('Into')];
    const child = await make('Child', gone.id);
    const [both, only] = [ann, boss];
    await tenant.transaction((tx) => sql`DELETE FROM user_department`.execute(tx));
    await place(both, gone.id);
    await place(both, into.id, false);
    await place(only, gone.id);
    const path = `${DEPARTMENTS}/${gone.id}`;
    const usedBy = [{ kind: 'department', id: child.id, title: 'Child' }];
    assert.deepEqual((await boss.get(`${path}/uses`)).body, { people: 2, usedBy });
    const refused = await remove(boss, path);
    assert.deepEqual([...code(refused), refused.body.people], [409, 'department.in_use', 2]);
    const itself = await remove(boss, `${path}?into=${child.id}`);
    assert.deepEqual([...code(itself), itself.body.errors[0].pointer], [422, 'department.cycle', '?into']);

    const manualId = await manualFor('GONE', gone.id);
    assert.deepEqual(code(await remove(boss, `${path}?into=${into.id}`)), [409, 'department.in_use']);
    await put(ann, `/api/manuals/${manualId}/audience`, { rules: [] });
    assert.equal((await remove(boss, `${path}?into=${into.id}`)).status, 204);
    assert.deepEqual(await pairsOf('Child'), ['Child/Into 1']);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ name: string; main: boolean }>`SELECT u.username AS name, d.is_primary AS main FROM user_department d
        JOIN app_user u ON u.id = d.user_id WHERE d.department_id = ${into.id}::uuid ORDER BY 1`.execute(tx),
    );
    assert.deepEqual(rows, [
      { name: both.username, main: true },
      { name: only.username, main: true },
    ]);
    assert.deepEqual(code(await put(boss, path, { code: 'Gone', name: 'Back' })), [404, 'department.not_found']);
    assert.equal((await boss.get(`${DEPARTMENTS}?ids=${gone.id}`)).body.items[0].name, 'Gone');
    const all = (await boss.get(`${DEPARTMENTS}?tree=true&inactive=true`)).body;
    assert.ok(!JSON.stringify(all).includes(gone.id));
    assert.notEqual((await make('Gone')).id, gone.id);
  });

  test('ADM-04 inactive departments are offered to administrators only on request', async () => {
    const closed = await make('Closed');
    await put(boss, `${DEPARTMENTS}/${closed.id}`, { ...closed, active: false });
    const names = async (query: string) =>
      (await boss.get(`${DEPARTMENTS}?${query}`)).body.map((one: { name: string }) => one.name);
    assert.ok(!(await names('tree=true')).includes('Closed'));
    assert.ok((await names('tree=true&inactive=true')).includes('Closed'));
    const rows = (await boss.get('/api/records/departments?status=eq:inactive')).body.items;
    assert.deepEqual(
      rows.map((one: { name: string }) => one.name),
      ['Closed'],
    );
    const file = await boss.send('GET', '/api/records/departments?name=eq:Closed', undefined, { accept: 'text/csv' });
    assert.match(String(file.body), /Closed/);
  });

  test('ADM-04 a synchronisation creates, changes and deactivates by code, with a dry run', async () => {
    const sync = (departments: object[], more: object = {}) =>
      boss.post(`${DEPARTMENTS}/sync`, { departments, ...more });
    const sent = [
      { code: 'S2', name: 'Second', parentCode: 'S1', manager: mart.username.toUpperCase() },
      { code: 'S1', name: 'First' },
    ];
    const dry = await sync(sent, { dryRun: true });
    assert.deepEqual(dry.body, { dryRun: true, created: ['S2', 'S1'], changed: [], deactivated: [], unchanged: 0 });
    assert.deepEqual(await pairsOf('Second'), []);
    assert.deepEqual((await sync(sent)).body.created, ['S2', 'S1']);
    assert.deepEqual(await pairsOf('Second'), ['Second/First 1']);
    const again = await sync(sent);
    assert.deepEqual(again.body, { dryRun: false, created: [], changed: [], deactivated: [], unchanged: 2 });

    const swapped = await sync([
      { code: 'S1', name: 'First', parentCode: 'S2' },
      { code: 'S2', name: 'Second', parentCode: null },
    ]);
    assert.deepEqual(swapped.body.changed, ['S1', 'S2']);
    assert.deepEqual(await pairsOf('First', 'Second'), ['First/Second 1']);
    const [second] = (await boss.get(`${DEPARTMENTS}?q=second`)).body.items;
    assert.equal(second.manager.id, mart.username, 'omitted members stay');

    const codes = (await boss.get('/api/records/departments?limit=200')).body.items.map(
      (one: { code: string }) => one.code,
    );
    const most = codes.filter((one: string) => one !== 'S1').map((one: string) => ({ code: one, name: one }));
    assert.deepEqual((await sync(most, { missing: 'deactivate', dryRun: true })).body.deactivated, ['S1']);
  });

  test('ADM-04 a synchronisation with a fault changes nothing and names every fault', async () => {
    const before = (await pairs()).length;
    const refused = await boss.post(`${DEPARTMENTS}/sync`, {
      departments: [
        { code: 'F1', name: 'Fine' },
        { code: 'F2', name: 'Circle', parentCode: 'F3' },
        { code: 'F3', name: 'Circle', parentCode: 'F2' },
        { code: 'F4', name: 'Lost', parentCode: 'nothing', companyCode: 'none', manager: 'no.body' },
        { code: 'F1', name: 'Twice' },
      ],
    });
    assert.equal(refused.status, 422);
    assert.deepEqual(
      refused.body.errors.map(({ pointer, code: fault }: { pointer: string; code: string }) => [pointer, fault]),
      [
        ['/departments/1/parentCode', 'department.cycle'],
        ['/departments/2/parentCode', 'department.cycle'],
        ['/departments/3/parentCode', 'department.unknown_reference'],
        ['/departments/3/companyCode', 'department.unknown_reference'],
        ['/departments/3/manager', 'department.unknown_reference'],
        ['/departments/4/code', 'department.code_taken'],
      ],
    );
    assert.equal((await pairs()).length, before);
    assert.deepEqual((await boss.get(`${DEPARTMENTS}?q=fine`)).body.items, []);
  });

  test('ADM-04 SEC-02 only administrators of the organisation change departments', async () => {
    const { id } = await make('Own');
    const path = `${DEPARTMENTS}/${id}`;
    const requests = [
      (who: Person) => put(who, path, { code: 'Own', name: 'Theirs' }),
      (who: Person) => remove(who, path),
      (who: Person) => who.get(`${path}/uses`),
      (who: Person) => who.get(`${path}/move`),
      (who: Person) => who.post(DEPARTMENTS, { code: 'N', name: 'New' }),
      (who: Person) => who.post(`${DEPARTMENTS}/sync`, { departments: [] }),
    ];
    for (const request of requests) assert.deepEqual(code(await request(mart)), [403, 'access.denied']);
    for (const request of requests.slice(0, 4)) {
      assert.deepEqual(code(await request(eva)), [404, 'department.not_found']);
    }
    assert.deepEqual(
      (await eva.post(`${DEPARTMENTS}/sync`, { departments: [{ code: 'S1', name: 'Theirs' }], dryRun: true })).body
        .created,
      ['S1'],
    );
  });
});
