import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../test/support/test-tenant.ts';

const LETTER = bpmn(
  'letter',
  sequence(
    start,
    userTask('answer', 'camunda:candidateGroups="clerks" camunda:dueDate="=due" camunda:priority="=priority"'),
    end,
  ),
);
const URGENT = { filters: [{ column: 'priority', operation: 'gte', value: '70' }], sort: 'created:asc' };

onDatabase('saved views', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let bob: Person;
  let root: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'viewers', {
      ann: ['clerks'],
      bob: ['clerks', 'guards'],
      root: ['admin'],
      eva: [],
    });
    ({ ann, bob, root } = tenant.people as Record<'ann' | 'bob' | 'root', Person>);
    await tenant.deploy(LETTER);
    for (const priority of [10, 70, 90]) await open(priority);
  });

  const open = (priority: number) =>
    tenant.startInstance({ key: 'letter', businessKey: null, variables: { due: null, priority } });
  const put = (
    who: Person,
    view: { id: string; version: number },
    body: object,
    version = view.version,
  ): Promise<Reply> =>
    who.send('PUT', `/api/views/${view.id}`, JSON.stringify(body), {
      'content-type': 'application/json',
      'if-match': `"${version}"`,
    });
  const remove = (who: Person, { id, version }: { id: string; version: number }) =>
    who.send('DELETE', `/api/views/${id}`, undefined, { 'if-match': `"${version}"` });

  async function save(who: Person, view: object) {
    const { status, body } = await who.post('/api/views', { resource: 'tasks', definition: URGENT, ...view });
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }
  const names = async (who: Person) =>
    (await who.get('/api/views?resource=tasks')).body.map(({ name }: { name: string }) => name);
  const priorities = async (who: Person, query: string) => {
    const { status, body } = await who.get(`/api/tasks?${query}`);
    return status === 200 ? body.items.map(({ priority }: { priority: number }) => priority) : body.code;
  };

  test('BEY-19 a view is visible to its owner, to a group, or to all users', async () => {
    const own = await save(ann, { name: 'Mine' });
    const guards = await save(root, { name: 'Of the guards', audience: 'group', groupId: 'guards' });
    await save(root, { name: 'All of us', audience: 'tenant', slug: 'all-of-us' });
    assert.deepEqual(await names(ann), ['All of us', 'Mine']);
    assert.deepEqual(await names(bob), ['All of us', 'Of the guards']);
    assert.deepEqual(await names(tenant.people.eva!), ['All of us']);
    assert.equal((await bob.get(`/api/views/${own.id}`)).body.code, 'view.not_found');
    assert.equal((await root.get(`/api/views/${own.id}`)).body.code, 'view.not_found');
    assert.equal((await ann.get(`/api/views/${guards.id}`)).body.code, 'view.not_found');
    assert.equal((await bob.get('/api/views/all-of-us')).body.name, 'All of us');
    for (const one of [own, guards]) await remove(one === own ? ann : root, one);
  });

  test('BEY-19 a list is queried by a view, and explicit parameters take precedence', async () => {
    const view = await save(ann, { name: 'Urgent' });
    assert.deepEqual(await priorities(ann, `view=${view.id}`), [70, 90]);
    assert.deepEqual(await priorities(ann, `view=${view.id}&sort=created:desc`), [90, 70]);
    assert.deepEqual(await priorities(ann, `view=${view.id}&priority=lt:70`), [10]);
    assert.deepEqual(await priorities(ann, `view=${view.id}&priority=`), [10, 70, 90]);
    assert.deepEqual(await priorities(ann, `view=${view.id}&process=eq:none`), []);
    assert.equal(await priorities(bob, `view=${view.id}`), 'view.not_found');
    assert.equal(await priorities(ann, 'view=nothing-of-this-name'), 'view.not_found');
    assert.equal(await priorities(ann, `view=${view.id}&nothing=eq:1`), 'filter.unknown_field');
    const { body } = await ann.get(`/api/tasks?view=${view.id}&limit=1`);
    assert.deepEqual(await priorities(ann, `view=${view.id}&limit=1&after=${body.next}`), [90]);
  });

  test('BEY-19 a shared view has a unique name for URLs', async () => {
    const view = await save(root, { name: 'Urgent ones', audience: 'tenant', slug: 'urgent' });
    assert.deepEqual(await priorities(bob, 'view=urgent'), [70, 90]);
    const again = await root.post('/api/views', {
      resource: 'tasks',
      name: 'Other',
      audience: 'tenant',
      slug: 'urgent',
      definition: URGENT,
    });
    assert.deepEqual([again.status, again.body.code], [409, 'view.slug_taken']);
    const other = await save(root, { name: 'Other', audience: 'tenant', slug: 'other' });
    assert.equal((await put(root, other, { slug: 'urgent' })).body.code, 'view.slug_taken');
    // In another list the same slug is allowed.
    await save(root, { name: 'Other', audience: 'tenant', slug: 'urgent', resource: 'tasks.all' });
    assert.equal(
      (await ann.post('/api/views', { resource: 'tasks', name: 'x', slug: 'mine', definition: URGENT })).status,
      400,
    );
    await remove(root, view);
    assert.equal(await priorities(bob, 'view=urgent'), 'view.not_found');
    await save(root, { name: 'Urgent again', audience: 'tenant', slug: 'urgent' });
  });

  test('BEY-19 only administrators share views and change shared ones; a private view belongs to its owner', async () => {
    const own = await save(ann, { name: 'Mine' });
    assert.equal((await put(ann, own, { audience: 'tenant' })).status, 403);
    assert.equal(
      (await ann.post('/api/views', { resource: 'tasks', name: 'x', audience: 'tenant', definition: URGENT })).status,
      403,
    );
    assert.equal((await put(root, own, { name: 'x' })).status, 404);
    const shared = await save(root, { name: 'Shared', audience: 'group', groupId: 'clerks' });
    assert.equal((await ann.get(`/api/views/${shared.id}`)).body.mayEdit, false);
    assert.equal((await put(ann, shared, { name: 'x' })).status, 403);
    assert.equal((await remove(ann, shared)).status, 403);
    const missing = await root.post('/api/views', {
      resource: 'tasks',
      name: 'x',
      audience: 'group',
      groupId: 'nobody',
      definition: URGENT,
    });
    assert.equal(missing.body.code, 'group.not_found');
    assert.equal(
      (await root.post('/api/views', { resource: 'tasks', name: 'x', audience: 'group', definition: URGENT })).status,
      400,
    );
    const { rows } = await tenant.transaction((tx) =>
      sql<{ entity_id: string }>`SELECT entity_id FROM audit_log WHERE entity = 'saved_view'`.execute(tx),
    );
    const audited = rows.map(({ entity_id }) => entity_id);
    assert.ok(audited.includes(shared.id));
    assert.ok(!audited.includes(own.id));
  });

  test('BEY-19 a change requires its version, and a stale one gets the current view', async () => {
    const view = await save(ann, { name: 'First' });
    assert.equal(
      (await ann.send('PUT', `/api/views/${view.id}`, '{"name":"x"}', { 'content-type': 'application/json' })).status,
      428,
    );
    const changed = await put(ann, view, {
      name: 'Second',
      definition: { ...URGENT, group: 'process', density: 'comfortable' },
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal(changed.body.definition.group, 'process');
    assert.equal(changed.headers.etag, `"${changed.body.version}"`);
    const stale = await put(ann, view, { name: 'Third' });
    assert.deepEqual([stale.status, stale.body.code, stale.body.current.name], [412, 'edit.conflict', 'Second']);
    assert.equal((await remove(ann, view)).status, 412);
    assert.equal((await remove(ann, changed.body)).status, 204);
    assert.ok(!(await names(ann)).includes('Second'));
  });

  test('BEY-19 FIL-04 a definition that the list cannot interpret is refused by name', async () => {
    const refusal = async (definition: object) => {
      const { status, body } = await ann.post('/api/views', {
        resource: 'tasks',
        name: 'x',
        definition: { filters: [], ...definition },
      });
      return [status, body.code, body.errors?.[0]?.pointer];
    };
    const filter = (column: string, operation: string, value: string) => ({
      filters: [...URGENT.filters, { column, operation, value }],
    });
    assert.deepEqual(await refusal(filter('colour', 'eq', 'red')), [
      400,
      'filter.unknown_field',
      '/definition/filters/1',
    ]);
    assert.deepEqual(await refusal(filter('due', 'like', 'x')), [
      400,
      'filter.unknown_operator',
      '/definition/filters/1',
    ]);
    assert.deepEqual(await refusal(filter('due', 'lt', 'someday')), [400, 'filter.bad_value', '/definition/filters/1']);
    assert.deepEqual(await refusal({ sort: 'colour' }), [400, 'sort.unknown_field', '/definition/sort']);
    assert.deepEqual(await refusal({ columns: ['name', 'colour'] }), [
      422,
      'view.unknown_column',
      '/definition/columns/1',
    ]);
    assert.deepEqual(await refusal({ widths: { 'a/b': 100 } }), [
      422,
      'view.unknown_column',
      '/definition/widths/a~1b',
    ]);
    assert.deepEqual(await refusal({ group: 'colour' }), [422, 'view.unknown_column', '/definition/group']);
    assert.equal((await refusal({ shape: 'round' }))[0], 400);
  });

  test('BEY-19 its use is recorded, and a view without use for twelve months is marked', async () => {
    const view = await save(ann, { name: 'Rare' });
    assert.equal(view.lastUsed, null);
    await ann.get(`/api/tasks?view=${view.id}`);
    const used = (await ann.get('/api/views?resource=tasks')).body.find(({ id }: { id: string }) => id === view.id);
    assert.equal(used.lastUsed, tenant.clock.now.toISOString());
    // Using a view does not change it.
    assert.equal(used.version, view.version);
    const before = tenant.clock.now;
    tenant.clock.now = new Date(before.getTime() + 370 * 86_400_000);
    const later = (await ann.get('/api/views?resource=tasks')).body.find(({ id }: { id: string }) => id === view.id);
    assert.equal(later.unused, true);
    assert.equal((await ann.get(`/api/views/${view.id}`)).status, 200);
    const again = (await ann.get('/api/views?resource=tasks')).body.find(({ id }: { id: string }) => id === view.id);
    assert.equal(again.unused, false);
    tenant.clock.now = before;
  });

  test('BEY-19 a view that a menu entry opens is not deleted', async () => {
    const view = await save(root, { name: 'In the menu', audience: 'tenant', slug: 'in-the-menu' });
    await tenant.transaction((tx) =>
      sql`INSERT INTO menu_item (path, title) VALUES ('/inbox?view=in-the-menu', '{"en":"Menu"}')`.execute(tx),
    );
    const refused = await remove(root, view);
    assert.deepEqual([refused.status, refused.body.code], [409, 'view.in_use']);
    await tenant.transaction((tx) => sql`UPDATE menu_item SET removed_at = now()`.execute(tx));
    assert.equal((await remove(root, view)).status, 204);
  });

  test('BEY-19 one user stores a hundred views at most', async () => {
    const eva = tenant.people.eva!;
    await tenant.transaction((tx) =>
      sql`INSERT INTO saved_view (resource, name, audience, owner_id, definition)
        SELECT 'tasks', 'View ' || n, 'tenant', ${eva.userId}::uuid, '{"filters":[]}' FROM generate_series(1, 100) n`.execute(
        tx,
      ),
    );
    // Shared ones do not count.
    await save(eva, { name: 'First' });
    await db().tenantTransaction({ tenantId: tenant.tenantId, userId: eva.userId }, (tx) =>
      sql`UPDATE saved_view SET audience = 'private' WHERE owner_id = ${eva.userId}::uuid AND audience = 'tenant' AND name <> 'View 100'`.execute(
        tx,
      ),
    );
    const { status, body } = await eva.post('/api/views', { resource: 'tasks', name: 'x', definition: URGENT });
    assert.deepEqual([status, body.code, body.params.max], [422, 'view.too_many', 100]);
  });
});
