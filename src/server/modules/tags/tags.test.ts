import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

const TAGS = '/api/identity/tags';

onDatabase('tags', (db) => {
  let tenant: TestTenant;
  let boss: Person;
  let ann: Person;
  let mart: Person;
  let eva: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'tagging', { boss: ['admin'], ann: ['manualsgroup'], mart: [] });
    ({ boss, ann, mart } = tenant.people as Record<'boss' | 'ann' | 'mart', Person>);
    await tenant.transaction((tx) =>
      tx.insertInto('language').values({ language_id: 'en', name: 'English', locale: 'en' }).execute(),
    );
    eva = (await createTestTenant(db(), 'strangers', { eva: ['admin'] }, tenant)).people.eva!;
  });

  const put = (who: Person, path: string, body: unknown, headers: Record<string, string> = {}) =>
    who.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  const remove = (who: Person, path: string) => who.send('DELETE', path);
  const make = async (name: string, color: string | null = null) => (await boss.post(TAGS, { name, color })).body;
  const named = async (user: Person, names: string[]) =>
    put(boss, `/api/identity/users/${user.username}/tags`, { tags: names });
  const code = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } | null }) => [
    status,
    body?.code,
  ];

  test('ADM-03 a tag is created, renamed with a version check, coloured and deleted', async () => {
    const made = await boss.post(TAGS, { name: ' First aid ', color: 'green' });
    assert.equal(made.status, 201);
    const { id, version, ...tag } = made.body;
    assert.deepEqual(tag, { name: 'First aid', color: 'green', people: 0 });
    assert.equal(made.headers.etag, `"${version}"`);

    const twin = await boss.post(TAGS, { name: 'First aid' });
    assert.deepEqual([...code(twin), twin.body.errors[0].pointer], [409, 'tag.name_taken', '/name']);
    assert.deepEqual(code(await boss.post(TAGS, { color: 'red' })), [400, 'request.missing_parameter']);
    assert.deepEqual(code(await boss.post(TAGS, { name: 'Odd', color: 'plaid' })), [400, 'request.invalid']);

    const renamed = await put(boss, `${TAGS}/${id}`, { ...made.body, name: 'Fire' }, { 'if-match': `"${version}"` });
    assert.deepEqual([renamed.status, renamed.body.name, renamed.body.color], [200, 'Fire', 'green']);
    const stale = await put(boss, `${TAGS}/${id}`, { name: 'Old' }, { 'if-match': `"${version}"` });
    assert.deepEqual([...code(stale), stale.body.current.name], [412, 'edit.conflict', 'Fire']);
    await make('Water');
    assert.deepEqual(code(await put(boss, `${TAGS}/${id}`, { name: 'Water' })), [409, 'tag.name_taken']);

    assert.equal((await remove(boss, `${TAGS}/${id}`)).status, 204);
    assert.deepEqual(code(await remove(boss, `${TAGS}/${id}`)), [404, 'tag.not_found']);
    assert.deepEqual(code(await remove(boss, `${TAGS}/nothing`)), [404, 'tag.not_found']);
  });

  test('ADM-03 deleting a tag takes it from its users, and a manual that addresses it prevents that', async () => {
    const { id } = await make('Divers');
    await named(ann, ['Divers', 'Night']);
    await named(mart, ['Divers']);
    const uses = async () => (await boss.get(`${TAGS}/${id}/uses`)).body;
    assert.deepEqual(await uses(), { people: 2, usedBy: [] });

    const groupId = (await ann.post('/api/manuals/groups', { name: { en: 'Safety' } })).body.id;
    const manual = { code: 'DIV', groupId, ownerId: 'me', title: 'Diving' };
    const manualId = (await ann.post('/api/manuals', manual)).body.id;
    await put(ann, `/api/manuals/${manualId}/audience`, { rules: [{ kind: 'tag', ref: id }] });
    const usedBy = [{ kind: 'manual', id: manualId, title: 'Diving' }];
    assert.deepEqual(await uses(), { people: 2, usedBy });
    const refused = await remove(boss, `${TAGS}/${id}`);
    assert.deepEqual([...code(refused), refused.body.usedBy], [409, 'tag.in_use', usedBy]);

    await put(ann, `/api/manuals/${manualId}/audience`, { rules: [] });
    assert.equal((await remove(boss, `${TAGS}/${id}`)).status, 204);
    const left = (await boss.get(`/api/identity/users/${ann.username}/tags`)).body;
    assert.deepEqual(
      left.map(({ name }: { name: string }) => name),
      ['Night'],
    );
  });

  test('ADM-03 merging gives users and audiences to the other tag, each once', async () => {
    const [from, into] = [await make('Welders'), await make('Hot work')];
    await named(ann, ['Welders', 'Hot work']);
    await named(mart, ['Welders']);
    const groupId = (await ann.post('/api/manuals/groups', { name: { en: 'Heat' } })).body.id;
    const manualId = (await ann.post('/api/manuals', { code: 'HOT', groupId, ownerId: 'me', title: 'Heat' })).body.id;
    await put(ann, `/api/manuals/${manualId}/audience`, {
      rules: [
        { kind: 'tag', ref: from.id },
        { kind: 'tag', ref: into.id },
      ],
    });

    assert.deepEqual(code(await boss.post(`${TAGS}/${from.id}/merge`, { into: from.id })), [422, 'tag.same']);
    const merged = await boss.post(`${TAGS}/${from.id}/merge`, { into: into.id });
    assert.deepEqual([merged.status, merged.body.id, merged.body.people], [200, into.id, 2]);
    const { rules } = (await ann.get(`/api/manuals/${manualId}/audience`)).body;
    assert.deepEqual(
      rules.map(({ ref }: { ref: string }) => ref),
      [into.id],
    );
    assert.deepEqual(code(await boss.get(`${TAGS}/${from.id}/uses`)), [404, 'tag.not_found']);
  });

  test('ADM-03 ADM-08 tags are listed with filters and as a file', async () => {
    await make('Crane', 'amber');
    const names = async (query: string) =>
      (await boss.get(`/api/records/tags?${query}`)).body.items.map(({ name }: { name: string }) => name);
    assert.deepEqual(await names('color=eq:amber'), ['Crane']);
    assert.deepEqual(await names('q=cran&sort=name:desc'), ['Crane']);
    const file = await boss.send('GET', '/api/records/tags?color=eq:amber', undefined, { accept: 'text/csv' });
    assert.match(String(file.body), /Crane/);
  });

  test('ADM-03 SEC-02 only administrators of the organisation change tags', async () => {
    const { id } = await make('Own');
    const requests = [
      (who: Person) => who.post(TAGS, { name: 'New' }),
      (who: Person) => put(who, `${TAGS}/${id}`, { name: 'Changed' }),
      (who: Person) => remove(who, `${TAGS}/${id}`),
      (who: Person) => who.get(`${TAGS}/${id}/uses`),
      (who: Person) => who.post(`${TAGS}/${id}/merge`, { into: id }),
      (who: Person) => who.get(`/api/identity/users/${mart.username}/tags`),
      (who: Person) => who.get('/api/records/tags'),
    ];
    for (const request of requests) assert.deepEqual(code(await request(ann)), [403, 'access.denied']);
    for (const request of requests.slice(1, 4)) assert.deepEqual(code(await request(eva)), [404, 'tag.not_found']);
    assert.deepEqual((await eva.get('/api/records/tags')).body.items, []);
  });
});
