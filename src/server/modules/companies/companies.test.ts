import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { pngOf } from '../../../../test/support/pictures.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

const COMPANIES = '/api/companies';

onDatabase('companies', (db) => {
  let tenant: TestTenant;
  let boss: Person;
  let ann: Person;
  let eva: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'holding', { boss: ['admin'], ann: [] });
    ({ boss, ann } = tenant.people as Record<'boss' | 'ann', Person>);
    eva = (await createTestTenant(db(), 'rivals', { eva: ['admin'] }, tenant)).people.eva!;
  });

  const put = (who: Person, path: string, body: unknown, headers: Record<string, string> = {}) =>
    who.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  const remove = (who: Person, path: string) => who.send('DELETE', path);
  const make = async (code: string) => (await boss.post(COMPANIES, { code, name: `Company ${code}` })).body;
  const code = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } | null }) => [
    status,
    body?.code,
  ];

  test('ADM-05 a company is created, changed with a version check, and its code is unique', async () => {
    const made = await boss.post(COMPANIES, { code: 'PS', name: ' Port ', registryCode: ' 10203040 ', country: 'EE' });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { id, version, ...company } = made.body;
    assert.deepEqual(company, {
      code: 'PS',
      name: 'Port',
      registryCode: '10203040',
      country: 'EE',
      active: true,
      people: 0,
      logo: null,
    });
    const twin = await boss.post(COMPANIES, { code: 'PS', name: 'Other' });
    assert.deepEqual([...code(twin), twin.body.errors[0].pointer], [409, 'company.code_taken', '/code']);
    for (const body of [
      { name: 'No code' },
      { code: ' A', name: 'Space' },
      { code: 'A', name: ' ' },
      { code: 'A', name: 'A', country: 'Estonia' },
    ]) {
      assert.deepEqual(code(await boss.post(COMPANIES, body)), [400, 'request.invalid'], JSON.stringify(body));
    }
    const path = `${COMPANIES}/${id}`;
    const changed = await put(boss, path, { ...made.body, active: false, country: '' }, { 'if-match': `"${version}"` });
    assert.deepEqual([changed.status, changed.body.active, changed.body.country], [200, false, null]);
    const stale = await put(boss, path, { code: 'PS', name: 'Old' }, { 'if-match': `"${version}"` });
    assert.deepEqual([...code(stale), stale.body.current.active], [412, 'edit.conflict', false]);
    assert.equal((await put(boss, path, { code: 'PS', name: 'Port of call' })).body.registryCode, '10203040');
    await make('B');
    assert.deepEqual(code(await put(boss, path, { code: 'B', name: 'Port' })), [409, 'company.code_taken']);
  });

  test('ADM-05 a company in use cannot be deleted; a deleted one leaves its code and keeps its name in values', async () => {
    const { id } = await make('USED');
    const path = `${COMPANIES}/${id}`;
    const department = (await boss.post('/api/departments', { code: 'U', name: 'Users of it', companyId: id })).body;
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET company_id = ${id}::uuid WHERE id = ${ann.userId}::uuid`.execute(tx),
    );
    const usedBy = [{ kind: 'department', id: department.id, title: 'Users of it' }];
    assert.deepEqual((await boss.get(`${path}/uses`)).body, { people: 1, usedBy });
    const refused = await remove(boss, path);
    assert.deepEqual([...code(refused), refused.body.people, refused.body.usedBy], [409, 'company.in_use', 1, usedBy]);

    await tenant.transaction((tx) => sql`UPDATE app_user SET company_id = NULL`.execute(tx));
    await put(boss, `/api/departments/${department.id}`, { code: 'U', name: 'Users of it', companyId: null });
    assert.equal((await remove(boss, path)).status, 204);
    assert.deepEqual(code(await boss.get(path)), [404, 'company.not_found']);
    assert.deepEqual((await ann.get(`${COMPANIES}?ids=${id}`)).body.items[0].name, 'Company USED');
    assert.ok(!(await ann.get(COMPANIES)).body.items.some((one: { id: string }) => one.id === id));
    assert.notEqual((await make('USED')).id, id);
  });

  test('ADM-05 a company has a logo: a picture without its metadata, kept by browsers', async () => {
    const { id } = await make('LOGO');
    const path = `${COMPANIES}/${id}/logo`;
    assert.deepEqual(code(await ann.get(path)), [404, 'file.not_found']);
    const upload = (body: Buffer, type = 'image/png') => boss.send('PUT', path, body, { 'content-type': type });
    assert.deepEqual(code(await upload(Buffer.from('<svg/>'), 'image/svg+xml')), [415, 'file.type_refused']);
    assert.deepEqual(code(await upload(Buffer.from('nothing'))), [422, 'file.content_mismatch']);
    assert.equal((await upload(pngOf(8, 8))).status, 204);
    const { logo } = (await boss.get(`${COMPANIES}/${id}`)).body;
    const seen = await ann.get(`${path}?v=${logo}`);
    assert.deepEqual(
      [seen.status, seen.headers['content-type'], seen.headers['cache-control']],
      [200, 'image/png', 'private, max-age=86400'],
    );
    assert.deepEqual(code(await eva.get(path)), [404, 'file.not_found']);
    assert.equal((await remove(boss, path)).status, 204);
    assert.deepEqual(code(await ann.get(path)), [404, 'file.not_found']);
  });

  test('ADM-05 ADM-08 companies are listed with filters, order and as a file', async () => {
    await boss.post(COMPANIES, { code: 'Z9', name: 'Zinc', active: false });
    const codes = async (query: string) =>
      (await boss.get(`/api/records/companies?${query}`)).body.items.map((one: { code: string }) => one.code);
    assert.deepEqual(await codes('status=eq:inactive&q=zinc'), ['Z9']);
    const all = await codes('sort=code');
    assert.deepEqual(all, all.toSorted());
    const file = await boss.send('GET', '/api/records/companies?code=eq:Z9', undefined, { accept: 'text/csv' });
    assert.match(String(file.body), /Zinc/);
  });

  test('ADM-05 SEC-02 only administrators of the organisation change companies', async () => {
    const { id } = await make('OWN');
    const path = `${COMPANIES}/${id}`;
    const requests = [
      (who: Person) => who.get(path),
      (who: Person) => put(who, path, { code: 'OWN', name: 'Theirs' }),
      (who: Person) => remove(who, path),
      (who: Person) => who.get(`${path}/uses`),
      (who: Person) => who.send('PUT', `${path}/logo`, pngOf(8, 8), { 'content-type': 'image/png' }),
      (who: Person) => remove(who, `${path}/logo`),
      (who: Person) => who.post(COMPANIES, { code: 'NEW', name: 'New' }),
    ];
    for (const request of requests) assert.deepEqual(code(await request(ann)), [403, 'access.denied']);
    for (const request of requests.slice(0, -1)) {
      assert.deepEqual(code(await request(eva)), [404, 'company.not_found']);
    }
    assert.deepEqual((await eva.get('/api/records/companies')).body.items, []);
  });
});
