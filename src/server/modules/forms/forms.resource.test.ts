import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person } from '../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../shared/forms/index.ts';

const definition = (id: string, title: FormBody['title']): FormBody => ({
  formatVersion: 1,
  id,
  title,
  root: { type: 'stack', id: 'root', children: [] },
});

onDatabase('the list of forms', (db) => {
  let root: Person;
  let boss: Person;
  let stranger: Person;

  before(async () => {
    const tenant = await createTestTenant(db(), 'builders', { root: ['verva.admin'], boss: ['admin'] });
    const other = await createTestTenant(db(), 'neighbours', { eva: ['verva.admin'] }, tenant);
    root = tenant.people.root!;
    boss = tenant.people.boss!;
    stranger = other.people.eva!;
    const make = async (id: string, kind: string, title: FormBody['title']) => {
      const { status } = await root.post('/api/forms', { id, kind, title, body: definition(id, title) });
      assert.equal(status, 201, id);
    };
    const publish = (id: string) => root.post(`/api/forms/${id}/publish`, {});
    await make('quitting', 'task', { en: 'Absence', et: 'Puudumine' });
    await make('leave', 'start', { en: 'Leave', et: 'Avaldus' });
    await make('a-draft', 'task', { en: 'Zebra' });
    await make('asset', 'record', { en: 'Asset', et: 'Vara' });
    for (const id of ['quitting', 'leave', 'asset']) assert.equal((await publish(id)).status, 200, id);
    const changed = JSON.stringify({ body: definition('asset', { en: 'Asset', et: 'Vara', ru: 'Имущество' }) });
    assert.equal(
      (await root.send('PUT', '/api/forms/asset', changed, { 'content-type': 'application/json' })).status,
      200,
    );
    assert.equal((await root.send('DELETE', '/api/forms/quitting')).status, 204);
  });

  const list = async (query: string, headers: Record<string, string> = {}) =>
    (await root.send('GET', `/api/records/forms?${query}`, undefined, headers)).body;
  const ids = async (query: string, headers?: Record<string, string>) =>
    (await list(query, headers)).items.map(({ id }: { id: string }) => id);

  test('PRV-05 FIL-02 forms are sorted by title in the language of the page, filtered and searched', async () => {
    assert.deepEqual(await ids(''), ['quitting', 'asset', 'leave', 'a-draft']);
    assert.deepEqual(await ids('', { 'accept-language': 'et' }), ['leave', 'quitting', 'asset', 'a-draft']);
    assert.deepEqual(await ids('sort=id:desc'), ['quitting', 'leave', 'asset', 'a-draft']);
    assert.deepEqual(await ids('kind=eq:task&sort=id'), ['a-draft', 'quitting']);
    for (const [state, found] of [
      ['published', 'leave'],
      ['changed', 'asset'],
      ['unpublished', 'a-draft'],
      ['inactive', 'quitting'],
    ])
      assert.deepEqual(await ids(`state=eq:${state}`), [found], state);
    assert.deepEqual(await ids('q=AVALDUS'), ['leave'], 'titles of every language are searched');
    assert.deepEqual(await ids('q=a-dr'), ['a-draft'], 'and ids');
    const { items } = await list('q=a-dr');
    assert.deepEqual([items[0].body, items[0].published], [undefined, null]);
  });

  test('PRV-05 FIL-02 pages of forms work forwards and backwards, with ids that are names', async () => {
    for (const sort of ['title', 'version:desc', 'updated']) {
      const all = await ids(`sort=${sort}`);
      let page = await list(`sort=${sort}&limit=1&count=true`);
      assert.equal(page.total, 4);
      const seen = [page.items[0].id];
      while (page.next !== null) {
        page = await list(`sort=${sort}&limit=1&after=${page.next}`);
        seen.push(page.items[0].id);
      }
      assert.deepEqual(seen, all, sort);
      const back = [page.items[0].id];
      while (page.previous !== null) {
        page = await list(`sort=${sort}&limit=1&before=${page.previous}`);
        back.unshift(page.items[0].id);
      }
      assert.deepEqual(back, all, sort);
    }
  });

  test('PRV-05 only administrators of the provider read the list, each of their own organisation', async () => {
    for (const path of ['/api/records/forms', '/api/records/forms/columns']) {
      const { status, body } = await boss.get(path);
      assert.deepEqual([status, body.code], [403, 'access.denied'], path);
    }
    assert.deepEqual((await stranger.get('/api/records/forms?q=leave')).body.items, []);
  });
});
