import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

const GROUPS = '/api/identity/groups';
type Name = 'ann' | 'kadri' | 'mart' | 'boss' | 'second' | 'root';

onDatabase('groups', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let people: Record<Name, Person>;
  let eva: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'harbour', {
      ann: ['manualsgroup'],
      kadri: ['manualsviewer', 'crew'],
      mart: [],
      boss: ['admin'],
      second: ['admin'],
      root: ['verva.admin'],
    });
    other = await createTestTenant(db(), 'others', { eva: ['admin', 'strangers'] }, tenant);
    people = tenant.people as typeof people;
    eva = other.people.eva!;
  });

  const put = (who: Person, path: string, body: unknown, headers: Record<string, string> = {}) =>
    who.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  const remove = (who: Person, path: string, headers: Record<string, string> = {}) =>
    who.send('DELETE', path, undefined, headers);
  const membersOf = async (id: string, query = '') =>
    (await people.boss.get(`${GROUPS}/${id}/members?${query}`)).body.items.map(
      ({ user }: { user: { name: string } }) => user.name,
    );
  const code = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } | null }) => [
    status,
    body?.code,
  ];

  test('MAN-04 ROLE-01 manual authors and viewers choose from the groups of their own organisation, others cannot', async () => {
    const { ann, kadri, mart } = people;
    const { status, body } = await ann.get(GROUPS);
    assert.equal(status, 200);
    const count = Object.fromEntries(body.map((one: { id: string; people: number }) => [one.id, one.people]));
    assert.deepEqual([count.manualsgroup, count.crew, count.strangers], [1, 1, undefined]);
    assert.equal((await kadri.get(GROUPS)).status, 200);
    assert.equal((await mart.get(GROUPS)).body.code, 'access.denied');
  });

  test('ADM-02 a group is created, renamed with a version check, and deleted with its memberships', async () => {
    const { boss, mart } = people;
    const made = await boss.post(GROUPS, { id: 'divers', name: ' Divers ', description: ' Under water ' });
    assert.equal(made.status, 201);
    const { version, ...group } = made.body;
    assert.deepEqual(group, { id: 'divers', name: 'Divers', description: 'Under water', kind: 'custom', people: 0 });
    assert.equal(made.headers.etag, `"${version}"`);
    const twin = await boss.post(GROUPS, { id: 'divers', name: 'Again' });
    assert.deepEqual([...code(twin), twin.body.errors[0].pointer], [409, 'group.id_taken', '/id']);
    assert.deepEqual(code(await boss.post(GROUPS, { name: 'Nameless' })), [400, 'request.missing_parameter']);
    assert.deepEqual((await boss.post(GROUPS, { id: 'Über', name: 'X' })).body.errors[0].code, 'field.pattern');
    assert.deepEqual(code(await mart.post(GROUPS, { id: 'mine', name: 'Mine' })), [403, 'access.denied']);

    const renamed = await put(
      boss,
      `${GROUPS}/divers`,
      { ...made.body, name: 'Diving' },
      { 'if-match': `"${version}"` },
    );
    assert.deepEqual([renamed.status, renamed.body.name], [200, 'Diving']);
    const stale = await put(boss, `${GROUPS}/divers`, { name: 'Old' }, { 'if-match': `"${version}"` });
    assert.deepEqual([...code(stale), stale.body.current.name], [412, 'edit.conflict', 'Diving']);
    assert.equal((await put(boss, `${GROUPS}/divers`, { id: 'swimmers', name: 'X' })).body.errors[0].pointer, '/id');
    assert.deepEqual(code(await put(eva, `${GROUPS}/divers`, { name: 'Theirs' })), [404, 'group.not_found']);

    await boss.post(`${GROUPS}/divers/members`, { userIds: [mart.username] });
    assert.equal((await remove(boss, `${GROUPS}/divers`)).status, 204);
    assert.deepEqual(code(await boss.get(`${GROUPS}/divers/members`)), [404, 'group.not_found']);
    await tenant.transaction((tx) => sql`UPDATE app_group SET kind = 'product' WHERE id = 'manualsgroup'`.execute(tx));
    assert.deepEqual(code(await remove(boss, `${GROUPS}/manualsgroup`)), [409, 'group.is_product']);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ verbs: string[] }>`SELECT array_agg(DISTINCT verb ORDER BY verb) AS verbs FROM audit_log
        WHERE entity = 'app_group' AND entity_id = 'divers'`.execute(tx),
    );
    assert.equal(rows[0]!.verbs.length, 3, 'the audit log has creation, change and deletion');
  });

  test('ADM-02 members are added with a dry run, listed with filters, order and pages, and removed', async () => {
    const { boss, ann, kadri, mart } = people;
    await boss.post(GROUPS, { id: 'pilots', name: 'Pilots' });
    const members = `${GROUPS}/pilots/members`;
    const userIds = [ann.username, kadri.userId, mart.username, 'no.such.user', eva.username];
    const dry = await boss.post(members, { userIds, dryRun: true });
    assert.deepEqual(
      [dry.body.dryRun, dry.body.added.length, dry.body.unknown],
      [true, 3, ['no.such.user', eva.username]],
    );
    assert.deepEqual(await membersOf('pilots'), []);
    assert.equal((await boss.post(members, { userIds })).body.added.length, 3);
    const again = await boss.post(members, { userIds });
    assert.deepEqual([again.body.added, again.body.unchanged], [[], 3]);

    const all = await membersOf('pilots');
    assert.equal(all.length, 3);
    assert.deepEqual(await membersOf('pilots', 'sort=name:desc'), all.toReversed());
    assert.deepEqual(
      await membersOf('pilots', `username=eq:${mart.username}`),
      all.filter((name: string) => /mart/i.test(name)),
    );
    const first = (await boss.get(`${members}?limit=2`)).body;
    const rest = (await boss.get(`${members}?limit=2&after=${first.next}`)).body;
    assert.deepEqual(
      [...first.items, ...rest.items].map(({ user }) => user.name),
      all,
    );
    const [row] = first.items;
    assert.deepEqual([row.source, row.status, row.addedBy.id], ['manual', 'active', boss.username]);
    const listed = (await boss.get('/api/records/group_members?group=eq:pilots')).body.items;
    assert.deepEqual(
      listed.map(({ id }: { id: string }) => id),
      [...first.items, ...rest.items].map(({ id }) => id),
    );

    assert.equal((await remove(boss, `${members}/${mart.username}`)).status, 204);
    assert.equal((await remove(boss, `${members}/${mart.username}`)).status, 204, 'again changes nothing');
    assert.deepEqual(code(await remove(boss, `${members}/no.such.user`)), [404, 'user.not_found']);
    assert.equal((await boss.post(`${members}/${mart.username}`)).status, 204);
    assert.equal((await membersOf('pilots')).length, 3);
    assert.deepEqual(code(await ann.get(members)), [403, 'access.denied']);
  });

  test('ADM-02 a synchronisation replaces what an earlier one added, and keeps members added by hand or by the provider', async () => {
    const { boss, ann, kadri, mart, second } = people;
    await boss.post(GROUPS, { id: 'synced', name: 'Synced' });
    const members = `${GROUPS}/synced/members`;
    await boss.post(`${members}/${ann.username}`);
    await tenant.transaction((tx) =>
      sql`INSERT INTO group_member (group_id, user_id, source) VALUES ('synced', ${second.userId}::uuid, 'idp')`.execute(
        tx,
      ),
    );
    const sync = async (userIds: string[], dryRun = false) => {
      const { body } = await boss.post(`${members}/sync`, { userIds, dryRun });
      const names = (of: 'added' | 'removed') => body[of].map(({ id }: { id: string }) => id);
      return [names('added'), names('removed'), body.unchanged];
    };
    assert.deepEqual(await sync([kadri.username, ann.username]), [[kadri.username], [], 1]);
    assert.deepEqual(await sync([mart.username], true), [[mart.username], [kadri.username], 0]);
    assert.deepEqual(await sync([mart.username]), [[mart.username], [kadri.username], 0]);
    assert.deepEqual(await sync([mart.username]), [[], [], 1], 'again changes nothing');
    const sources = (await boss.get(`${members}?sort=source`)).body.items.map(
      ({ user, source }: { user: { id: string }; source: string }) => [user.id, source],
    );
    assert.deepEqual(sources, [
      [second.username, 'idp'],
      [ann.username, 'manual'],
      [mart.username, 'sync'],
    ]);
    const locked = await remove(boss, `${members}/${second.username}`);
    assert.deepEqual(code(locked), [409, 'group.managed_elsewhere']);
  });

  test('ADM-02 a group that something names is not deleted, and the answer says what does', async () => {
    const { boss, root } = people;
    await boss.post(GROUPS, { id: 'buyers', name: 'Buyers' });
    await boss.post(GROUPS, { id: 'buyers2', name: 'Not named' });
    const task = userTask('decide', 'camunda:candidateGroups="payers, buyers"');
    await tenant.deploy(bpmn('purchase', sequence(start, task, end)));
    await tenant.transaction((tx) =>
      sql`INSERT INTO menu_item (path, title, groups) VALUES ('/buying', ${JSON.stringify({ en: 'Buying' })}::jsonb, ARRAY['buyers'])`.execute(
        tx,
      ),
    );
    const refused = await remove(boss, `${GROUPS}/buyers`);
    assert.deepEqual(code(refused), [409, 'group.in_use']);
    const uses = refused.body.usedBy.map(({ kind, title }: { kind: string; title: string }) => [kind, title]);
    assert.deepEqual(
      uses.map(([kind]: string[]) => kind),
      ['process', 'menu'],
    );
    assert.equal(uses[1][1], 'Buying');
    assert.deepEqual((await boss.get(`${GROUPS}/buyers/uses`)).body, refused.body.usedBy);
    assert.equal((await remove(root, `${GROUPS}/buyers2`)).status, 204);
  });

  test('ROLE-02 ADM-02 only the provider changes its own right, and administrators cannot take their right away', async () => {
    const { boss, mart, root } = people;
    assert.deepEqual(code(await boss.post(`${GROUPS}/verva.admin/members/${mart.username}`)), [403, 'access.denied']);
    assert.equal((await root.post(`${GROUPS}/verva.admin/members/${mart.username}`)).status, 204);
    assert.equal((await remove(root, `${GROUPS}/verva.admin/members/${mart.username}`)).status, 204);
    assert.deepEqual(code(await remove(boss, `${GROUPS}/admin/members/${boss.username}`)), [409, 'group.own_right']);
  });

  test('ROLE-02 ADM-02 the last administrator stays, also when two remove each other at once', async () => {
    for (const way of ['group', 'user'] as const) {
      for (const round of [1, 2, 3]) {
        const alone = await createTestTenant(db(), `small-${way}-${round}`, { one: ['admin'], two: ['admin'] }, tenant);
        const { one, two } = alone.people as Record<'one' | 'two', Person>;
        const demote = async (who: Person, whom: Person) => {
          if (way === 'group') return remove(who, `${GROUPS}/admin/members/${whom.username}`);
          const path = `/api/identity/users/${whom.username}`;
          const body = { name: 'Someone', email: `${whom.username}@example.org`, languageId: 'en', groups: [] };
          return put(who, path, body);
        };
        const replies = await Promise.all([demote(one, two), demote(two, one)]);
        const done = replies.filter(({ status }) => status < 300);
        assert.equal(done.length, 1, JSON.stringify(replies.map(code)));
        const [refused] = replies.filter(({ status }) => status >= 300);
        assert.match(refused!.body.code, /^(group\.last_admin|access\.denied|user\.not_found)$/);
        const { rows } = await alone.transaction((tx) =>
          sql<{ left: number }>`SELECT count(*)::int AS left FROM group_member WHERE group_id = 'admin'`.execute(tx),
        );
        assert.equal(rows[0]!.left, 1);
      }
    }
  });
});
