import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { RightsOverview, UserRights } from '../../../shared/contracts/rights.contract.ts';
import { RIGHTS } from '../../../shared/contracts/rights.ts';
import { rightSettingsOf } from './rights.rules.ts';

type Name = 'boss' | 'olga' | 'mart' | 'liis';

onDatabase('rights', (db) => {
  let tenant: TestTenant;
  let people: Record<Name, Person>;
  let eva: Person;
  const rightsOf = async (name: Name): Promise<UserRights> => {
    const { status, body } = await people.boss.get(`/api/identity/users/${people[name].username}/rights`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const overview = async (who = people.boss): Promise<RightsOverview> => (await who.get('/api/rights')).body;
  const save = (body: object, who = people.boss) =>
    who.send('PUT', '/api/rights/settings', JSON.stringify(body), { 'content-type': 'application/json' });

  before(async () => {
    tenant = await createTestTenant(db(), 'yard', {
      boss: ['admin', 'verva.admin'],
      olga: ['alltasks', 'finance_viewer', 'crew'],
      mart: ['manualsviewer'],
      liis: [],
    });
    people = tenant.people as typeof people;
    eva = (await createTestTenant(db(), 'strangers', { eva: ['admin'] }, tenant)).people.eva!;
    await db().tenantTransaction({ tenantId: tenant.tenantId, userId: people.boss.userId }, async (tx) => {
      await sql`DELETE FROM group_member WHERE user_id = ${people.mart.userId}::uuid`.execute(tx);
      await sql`INSERT INTO group_member (group_id, user_id) VALUES ('manualsviewer', ${people.mart.userId}::uuid)`.execute(
        tx,
      );
      await sql`UPDATE group_member SET source = 'idp' WHERE group_id = 'alltasks'`.execute(tx);
      await sql`INSERT INTO department (code, name, manager_id) VALUES ('dock', 'Dock', ${people.olga.userId}::uuid)`.execute(
        tx,
      );
      for (const kind of ['line', 'functional'])
        await sql`INSERT INTO user_manager (user_id, manager_id, kind)
          VALUES (${people.liis.userId}::uuid, ${people.olga.userId}::uuid, ${kind})`.execute(tx);
      await sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date)
        VALUES (${people.mart.userId}::uuid, ${people.olga.userId}::uuid, current_date - 3, current_date + 3)`.execute(
        tx,
      );
      await sql`INSERT INTO registry (id, title, columns, read_groups, write_groups)
        VALUES ('vessels', '{"en": "Vessels"}', '[]', '{crew}', '{clerks}')`.execute(tx);
    });
  });

  test('ROLE-01 ROLE-02 the rights of a user are named with the groups that grant them, and how the user got there', async () => {
    const olga = await rightsOf('olga');
    assert.deepEqual(olga.rights, [{ id: 'tasks.see', groups: ['alltasks'] }]);
    const [allTasks] = olga.memberships.filter(({ id }) => id === 'alltasks');
    assert.deepEqual([allTasks!.source, allTasks!.addedBy], ['idp', null]);
    const mart = await rightsOf('mart');
    assert.deepEqual(
      mart.rights.map(({ id }) => id),
      ['manuals.report', 'readers.choose'],
    );
    assert.deepEqual([mart.memberships[0]!.source, mart.memberships[0]!.addedBy?.id], ['manual', people.boss.username]);
    assert.deepEqual(
      (await rightsOf('boss')).rights.map(({ id }) => id),
      Object.keys(RIGHTS),
    );
    assert.deepEqual((await rightsOf('liis')).rights, []);
  });

  test('ROLE-03 departments, users managed, delegations and registries are reasons too', async () => {
    const { heads, manages, standsFor, registries, isActive } = await rightsOf('olga');
    assert.deepEqual(
      heads.map(({ name }) => name),
      ['Dock'],
    );
    assert.deepEqual([manages.count, manages.users.map(({ id }) => id)], [1, [people.liis.username]]);
    assert.deepEqual(
      standsFor.map(({ user }) => user.id),
      [people.mart.username],
    );
    assert.deepEqual(registries, [{ id: 'vessels', title: 'Vessels', access: 'read', groups: ['crew'] }]);
    assert.equal(isActive, true);
  });

  test('ROLE-02 TSK-03 confidential tasks follow the setting, for the provider alone or for everyone', async () => {
    const kinds = async (name: Name) => (await rightsOf(name)).confidential.map(({ kind }) => kind);
    assert.deepEqual(
      [await kinds('boss'), await kinds('olga')],
      [
        ['health', 'pay'],
        ['health', 'pay'],
      ],
    );
    assert.equal((await save({ confidentialNeedsGroup: 'provider', selfRename: true })).status, 200);
    assert.deepEqual([await kinds('boss'), await kinds('olga')], [[], ['health', 'pay']]);
    assert.equal((await save({ confidentialNeedsGroup: true, selfRename: true })).status, 200);
    assert.deepEqual([await kinds('boss'), await kinds('olga'), await kinds('mart')], [[], ['pay'], []]);
  });

  test('PRO-01 ROLE-02 names can be kept to administrators', async () => {
    const rename = async () => {
      const { body: user } = await people.liis.get('/api/identity/users/me');
      const body = { ...user, name: 'Liis Lepp', email: 'liis@yard.test' };
      const { body: answer } = await people.liis.send('PUT', '/api/identity/users/me', JSON.stringify(body), {
        'content-type': 'application/json',
      });
      return (answer.errors ?? []).filter(({ pointer }: { pointer: string }) => pointer === '/name').length;
    };
    const features = async () => (await people.liis.get('/api/session')).body.features;
    assert.equal((await save({ confidentialNeedsGroup: false, selfRename: false })).status, 200);
    assert.equal(await rename(), 1);
    assert.ok((await features()).includes('name.readOnly'));
    assert.ok(!(await people.boss.get('/api/session')).body.features.includes('name.readOnly'));
    assert.equal((await save({ confidentialNeedsGroup: false, selfRename: true })).status, 200);
    assert.equal(await rename(), 0);
    assert.ok(!(await features()).includes('name.readOnly'));
  });

  test('ROLE-02 the overview counts active users of each right once, by group and in all', async () => {
    const { rights, confidential } = await overview();
    const [seeing] = rights.filter(({ id }) => id === 'tasks.see');
    assert.deepEqual(
      seeing!.groups.map(({ id, users }) => [id, users]),
      [
        ['admin', 1],
        ['verva.admin', 1],
        ['alltasks', 1],
      ],
    );
    assert.equal(seeing!.users, 2);
    assert.deepEqual(
      confidential.map(({ kind, users }) => [kind, users]),
      [
        ['health', 0],
        ['pay', 1],
      ],
    );
  });

  test('ROLE-05 SEC-01 rights are for administrators, of their own organisation only, and bad settings are refused', async () => {
    for (const path of ['/api/rights', `/api/identity/users/${people.liis.username}/rights`])
      assert.equal((await people.olga.get(path)).body.code, 'access.denied', path);
    assert.equal((await save({ confidentialNeedsGroup: true, selfRename: true }, people.olga)).status, 403);
    const theirs = await eva.get(`/api/identity/users/${people.olga.userId}/rights`);
    assert.deepEqual([theirs.status, theirs.body.code], [404, 'user.not_found']);
    assert.ok((await overview(eva)).rights.every(({ users }) => users <= 1));
    for (const body of [{}, { confidentialNeedsGroup: 'all', selfRename: true }, { confidentialNeedsGroup: true }])
      assert.equal((await save(body)).body.code, 'request.invalid', JSON.stringify(body));
  });
});

test('ROLE-02 a stored setting that is not understood protects', () => {
  assert.deepEqual(rightSettingsOf({}), { confidentialNeedsGroup: false, selfRename: true });
  assert.deepEqual(rightSettingsOf({ confidentialNeedsGroup: 'Provider', selfRename: 'yes' }), {
    confidentialNeedsGroup: true,
    selfRename: false,
  });
});
