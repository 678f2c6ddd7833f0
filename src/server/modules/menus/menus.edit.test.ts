import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { EditedMenuItem } from '../../../shared/contracts/menus.contract.ts';
import { giveMenu } from './index.ts';

const DAY_MS = 86_400_000;

onDatabase('the editor of the menu', (db) => {
  let tenant: TestTenant;
  let pia: Person;
  let ann: Person;
  let eva: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'menus', { pia: ['verva.admin'], ada: ['admin'], ann: ['crew'], bob: [] });
    const other = await createTestTenant(db(), 'others', { eva: ['verva.admin'] }, tenant);
    [pia, ann, eva] = [tenant.people.pia!, tenant.people.ann!, other.people.eva!];
    await tenant.transaction((tx) => giveMenu(tx));
  });

  const put = (who: Person, path: string, body: unknown, version?: number) =>
    who.send('PUT', path, JSON.stringify(body), {
      'content-type': 'application/json',
      ...(version !== undefined && { 'if-match': `"${version}"` }),
    });
  const menu = async (who = pia): Promise<EditedMenuItem[]> => (await who.get('/api/menus')).body;
  const flat = (items: readonly EditedMenuItem[]): EditedMenuItem[] =>
    items.flatMap((item) => [item, ...flat(item.children)]);
  const at = async (path: string) => flat(await menu()).find((item) => item.path === path);
  const mine = async (who: Person): Promise<string[]> =>
    flat((await who.get('/api/menus/mine')).body).map(({ path }) => path);
  const added = async (path: string, more: object = {}) => {
    const body = { path, title: { en: path }, meta: { page: 'section' }, ...more };
    const reply = await pia.post('/api/menus', body);
    assert.equal(reply.status, 201, JSON.stringify(reply.body));
    return reply.body as EditedMenuItem;
  };
  /** Runs a change and returns the number of announcements to open applications. */
  const announced = async (change: () => Promise<unknown>): Promise<number> => {
    const count = async () => {
      const { rows } = await db().systemTransaction((tx) =>
        sql<{ count: number }>`SELECT count(*)::int AS count FROM outbox
          WHERE tenant_id = ${tenant.tenantId} AND payload->>'type' = 'config.changed' AND payload->'data'->>'what' = 'menus'`.execute(
          tx,
        ),
      );
      return rows[0]!.count;
    };
    const before = await count();
    await change();
    return (await count()) - before;
  };
  const codes = ({
    status,
    body,
  }: {
    status: number;
    body: { code?: string; errors?: { pointer: string; code: string }[] };
  }) => [status, body?.code, ...(body?.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)];

  test('PRV-02 API-03 an entry is added at the end, changed, seen by its groups, and removed', async () => {
    const handbook = await added('/handbook', { meta: { page: 'manuals', groups: ['crew'] }, icon: 'manuals' });
    assert.equal(handbook.origin, 'own');
    const top = (await menu()).filter(({ priority }) => priority < 998).map(({ path }) => path);
    assert.equal(top.at(-1), '/handbook', 'before all tasks and the settings');
    assert.ok((await mine(ann)).includes('/handbook'));
    assert.ok(!(await mine(tenant.people.bob!)).includes('/handbook'));
    const renamed = { ...handbook, title: { en: 'Handbook', et: 'Käsiraamat' }, meta: { page: 'manuals' } };
    const changed = await put(pia, `/api/menus/${handbook.id}`, renamed);
    assert.deepEqual([changed.status, changed.body.title], [200, { en: 'Handbook', et: 'Käsiraamat' }]);
    assert.ok((await mine(tenant.people.bob!)).includes('/handbook'), 'without groups, everyone sees it');
    const stale = await put(pia, `/api/menus/${handbook.id}`, renamed, handbook.version);
    assert.deepEqual([stale.status, stale.body.code, stale.body.current.path], [412, 'edit.conflict', '/handbook']);
    assert.equal((await pia.send('DELETE', `/api/menus/${handbook.id}`)).status, 204);
    assert.equal(await at('/handbook'), undefined);
  });

  test('PRV-02 ERR-04 a missing id is named, and what cannot work is refused at its field', async () => {
    for (const method of ['PUT', 'DELETE'] as const) {
      const reply = await pia.send(method, '/api/menus', '{}', { 'content-type': 'application/json' });
      assert.deepEqual([reply.status, reply.body.code], [400, 'request.missing_parameter']);
      assert.match(reply.body.title, /Missing the required parameter id/);
    }
    const refused = async (body: object) =>
      codes(
        await pia.post('/api/menus', { path: '/refused', title: { en: 'No' }, meta: { page: 'section' }, ...body }),
      );
    assert.deepEqual(await refused({ title: { en: '  ' }, path: '/login/x', meta: { groups: ['unknown'] } }), [
      ...[422, 'menu.invalid', '/title field.required', '/path menu.path_invalid'],
      ...['/meta/page field.required', '/meta/groups/0 field.choice_unknown'],
    ]);
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://plain.example',
      '//evil.example',
      'https://a:b@c.example',
    ]) {
      const meta = { page: 'link', params: { url } };
      assert.deepEqual(await refused({ meta }), [422, 'menu.invalid', '/meta/params/url menu.url_refused'], url);
    }
    const list = (registry?: unknown) => refused({ meta: { page: 'registry', params: { registry } } });
    for (const registry of [undefined, 7, 'assets']) {
      assert.deepEqual(await list(registry), [422, 'menu.invalid', '/meta/params/registry field.choice_unknown']);
    }
    assert.deepEqual(await refused({ path: '/inbox' }), [409, 'menu.path_taken']);
    const parentId = '01900000-0000-7000-8000-000000000000';
    assert.deepEqual(await refused({ parentId }), [422, 'menu.invalid', '/parentId field.choice_unknown']);
  });

  test('PRV-02 entries are moved at once or not at all; circles, deep levels and older versions are refused', async () => {
    const one = await added('/one');
    const two = await added('/one/two', { parentId: one.id });
    const three = await added('/three', { parentId: two.id });
    const four = { path: '/four', title: { en: 'Four' }, meta: { page: 'section' } };
    assert.deepEqual(codes(await pia.post('/api/menus', { ...four, parentId: three.id })), [422, 'menu.too_deep']);
    const order = (body: object[]) => put(pia, '/api/menus/order', body);
    assert.deepEqual(codes(await order([{ id: one.id, parentId: two.id, priority: 10 }])), [422, 'menu.cycle']);
    const both = [
      { id: three.id, parentId: one.id, priority: 5, version: three.version },
      { id: two.id, parentId: null, priority: 7, version: two.version + 1 },
    ];
    assert.deepEqual(codes(await order(both)), [412, 'edit.conflict']);
    assert.equal((await at('/three'))?.parentId, two.id, 'nothing moved');
    assert.equal((await order([both[0]!, { ...both[1]!, version: two.version }])).status, 200);
    assert.deepEqual(
      (await at('/one'))?.children.map(({ path }) => path),
      ['/three'],
    );
    assert.equal((await at('/one/two'))?.parentId, null);
    const again = await order([{ id: three.id, parentId: null, priority: 1, version: three.version }]);
    assert.deepEqual(codes(again), [412, 'edit.conflict'], 'another editor has moved it');
  });

  test('PRV-02 an entry with others below is removed with them after a question, and each can be restored', async () => {
    const parent = await added('/parent');
    const child = await added('/parent/child', { parentId: parent.id });
    const refused = await pia.send('DELETE', `/api/menus/${parent.id}`);
    assert.deepEqual([refused.status, refused.body.code, refused.body.params], [409, 'menu.in_use', { count: 1 }]);
    assert.equal((await pia.send('DELETE', `/api/menus/${parent.id}?children=delete`)).status, 204);
    const removed = async () => (await pia.get('/api/menus/removed')).body.map(({ path }: { path: string }) => path);
    assert.deepEqual((await removed()).filter((path: string) => path.startsWith('/parent')).toSorted(), [
      '/parent',
      '/parent/child',
    ]);
    const restored = await pia.post(`/api/menus/${child.id}/restore`);
    assert.deepEqual([restored.status, restored.body.parentId], [200, null], 'at the top, as its parent is gone');
    assert.deepEqual(codes(await pia.post(`/api/menus/${child.id}/restore`)), [404, 'menu.not_found']);
    tenant.clock.pass(31 * DAY_MS);
    assert.ok(!(await removed()).includes('/parent'), 'after thirty days it is not offered');
    assert.deepEqual(codes(await pia.post(`/api/menus/${parent.id}/restore`)), [404, 'menu.not_found']);
    tenant.clock.pass(-31 * DAY_MS);
  });

  test('PRV-02 each change is announced to open applications', async () => {
    let entry: EditedMenuItem;
    const changes = [
      async () => (entry = await added('/announced')),
      () => put(pia, `/api/menus/${entry.id}`, { ...entry, title: { en: 'Renamed' } }),
      () => put(pia, '/api/menus/order', [{ id: entry.id, parentId: null, priority: 7 }]),
      () => pia.send('DELETE', `/api/menus/${entry.id}`),
      () => pia.post(`/api/menus/${entry.id}/restore`),
      async () => pia.post(`/api/menus/${(await at('/manuals'))!.id}/reset`),
    ];
    for (const [index, change] of changes.entries()) assert.equal(await announced(change), 1, `change ${index}`);
    assert.equal(await announced(() => pia.post('/api/menus', { path: '/inbox' })), 0, 'a refused one is not');
  });

  test('PRV-02 entries of the product say whether they were changed, return to the product, and come back', async () => {
    const before = (await at('/delegations'))!;
    assert.equal(before.origin, 'product');
    await put(pia, `/api/menus/${before.id}`, { ...before, title: { en: 'Away' } });
    assert.equal((await at('/delegations'))?.origin, 'changed');
    const reset = await pia.post(`/api/menus/${before.id}/reset`);
    assert.deepEqual([reset.body.title, reset.body.origin], [before.title, 'product']);
    const own = await added('/own-entry');
    assert.deepEqual(codes(await pia.post(`/api/menus/${own.id}/reset`)), [409, 'menu.not_product']);
    await pia.send('DELETE', `/api/menus/${before.id}`);
    tenant.clock.pass(400 * DAY_MS);
    const removed = (await pia.get('/api/menus/removed')).body.find(({ id }: { id: string }) => id === before.id);
    assert.equal(removed?.path, '/delegations', 'however long ago');
    assert.equal((await pia.post(`/api/menus/${before.id}/restore`)).status, 200);
    tenant.clock.pass(-400 * DAY_MS);
  });

  test('PRV-02 API-04 the menu is shown as a user sees it, and organisations do not see each other', async () => {
    await added('/crew-only', { meta: { page: 'manuals', groups: ['crew'] } });
    const seen = async (user: string) => {
      const { body } = await pia.get(`/api/menus/preview?user=${user}`);
      return flat(body.items).map(({ path }) => path);
    };
    assert.ok((await seen(ann.username)).includes('/crew-only'));
    assert.ok(!(await seen(tenant.people.bob!.username)).includes('/crew-only'));
    assert.deepEqual(await seen(ann.username), await mine(ann));
    assert.deepEqual(codes(await pia.get('/api/menus/preview?user=eva.others')), [404, 'user.not_found']);
    const one = (await at('/crew-only'))!;
    assert.deepEqual(codes(await put(eva, `/api/menus/${one.id}`, one)), [404, 'menu.not_found']);
    assert.deepEqual(codes(await eva.send('DELETE', `/api/menus/${one.id}`)), [404, 'menu.not_found']);
    assert.deepEqual(codes(await tenant.people.ada!.get('/api/menus')), [403, 'access.denied']);
  });
});
