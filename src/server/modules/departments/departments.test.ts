import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { uuid7 } from '../../platform/uuid.ts';

onDatabase('reference data', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let ann: Person;
  let stranger: Person;
  const id = {
    works: uuid7(),
    quays: uuid7(),
    yard: uuid7(),
    closed: uuid7(),
    port: uuid7(),
    object: uuid7(),
    q1: uuid7(),
    q2: uuid7(),
  };

  before(async () => {
    tenant = await createTestTenant(db(), 'harbour', { ann: [], bob: [], zoe: [] });
    other = await createTestTenant(db(), 'airport', { eva: ['admin'] }, tenant);
    ann = tenant.people.ann!;
    stranger = other.people.eva!;
    await tenant.transaction(async (tx) => {
      await tx
        .insertInto('company')
        .values({ id: id.port, code: 'PS', name: 'Port', registry_code: '10203040' })
        .execute();
      const department = (key: string, code: string, name: string, parent: string | null, more = {}) => ({
        id: key,
        code,
        name,
        parent_id: parent,
        ...more,
      });
      for (const row of [
        department(id.works, 'W', 'Works', null, { manager_id: ann.userId, company_id: id.port }),
        department(id.quays, 'Q', 'Quays', id.works),
        department(id.yard, 'Y', '100 % yard', id.works),
        department(id.closed, 'X', 'Closed', id.works, { active: false }),
      ]) {
        await tx.insertInto('department').values(row).execute();
      }
      await tx
        .insertInto('user_department')
        .values([
          { user_id: ann.userId, department_id: id.quays, is_primary: false },
          { user_id: ann.userId, department_id: id.works },
        ])
        .execute();
      await tx.insertInto('dimension').values({ id: id.object, code: 'object', name: 'Objects' }).execute();
      await tx
        .insertInto('dimension_value')
        .values([
          { id: id.q2, dimension_id: id.object, code: 'Q2', name: 'Quay 2' },
          { id: id.q1, dimension_id: id.object, code: 'Q1', name: 'Quay 1', active: false },
        ])
        .execute();
    });
  });

  const namesAt = async (url: string, who = ann) => {
    const { status, body } = await who.get(url);
    assert.equal(status, 200, JSON.stringify(body));
    return (body.items ?? body).map(({ name }: { name: string }) => name);
  };

  test('FRM-04 departments are found by name and code, and selected ones by id', async () => {
    assert.deepEqual(await namesAt('/api/departments'), ['100 % yard', 'Quays', 'Works']);
    assert.deepEqual(await namesAt('/api/departments?q=QU'), ['Quays']);
    assert.deepEqual(await namesAt('/api/departments?q=%25'), ['100 % yard']);
    assert.deepEqual(await namesAt('/api/departments?limit=1'), ['100 % yard']);
    assert.deepEqual(await namesAt(`/api/departments?ids=${id.closed},${id.works},nothing`), ['Closed', 'Works']);
    const { body } = await ann.get(`/api/departments/${id.works}`);
    assert.deepEqual(body, {
      id: id.works,
      parentId: null,
      code: 'W',
      name: 'Works',
      manager: { id: 'ann.harbour', key: ann.userId, name: 'Ann' },
      company: { id: id.port, name: 'Port' },
      active: true,
      people: 1,
      version: 1,
    });
    const [works] = (await ann.get('/api/departments?tree=true')).body;
    assert.deepEqual(
      works.children.map(({ name }: { name: string }) => name),
      ['100 % yard', 'Quays'],
    );
    assert.deepEqual(await namesAt('/api/departments/user/me'), ['Works', 'Quays']);
    assert.deepEqual(await namesAt(`/api/departments/user/${tenant.people.bob!.userId}`), []);
  });

  test('FRM-04 companies, dimensions and their values are found in the same way', async () => {
    assert.deepEqual(await namesAt('/api/companies?q=102030'), ['Port']);
    assert.deepEqual(await namesAt(`/api/companies?ids=${id.port}`), ['Port']);
    assert.deepEqual(await namesAt('/api/dimensions'), ['Objects']);
    assert.deepEqual(await namesAt('/api/dimensions/object/values'), ['Quay 2']);
    assert.deepEqual(await namesAt(`/api/dimensions/${id.object}/values?q=q2`), ['Quay 2']);
    assert.deepEqual(await namesAt(`/api/dimensions/object/values?ids=${id.q1},${id.q2}`), ['Quay 1', 'Quay 2']);
  });

  test('FRM-04 users are found by the keys in values, including former users', async () => {
    const { bob, zoe } = tenant.people as Record<'bob' | 'zoe', Person>;
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE id = ${bob.userId}::uuid`.execute(tx),
    );
    const url = `/api/identity/users?ids=${zoe.userId},${bob.userId},${stranger.userId},me`;
    assert.deepEqual(await namesAt(url), ['Bob', 'Zoe']);
    assert.ok(!(await namesAt('/api/identity/users?q=bob')).includes('Bob'));
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'erased' WHERE id = ${bob.userId}::uuid`.execute(tx),
    );
    assert.deepEqual(await namesAt(url), ['Zoe']);
  });

  test('FRM-04 another organisation finds nothing, and errors have a code', async () => {
    for (const url of ['departments', 'companies', 'dimensions']) {
      assert.deepEqual(await namesAt(`/api/${url}`, stranger), []);
      assert.deepEqual(await namesAt(`/api/${url}?ids=${Object.values(id).join()}`, stranger), []);
      const many = await ann.get(`/api/${url}?ids=${Array.from({ length: 201 }, (_, n) => n)}`);
      assert.deepEqual([many.status, many.body.code, many.body.errors[0].pointer], [400, 'filter.bad_value', '?ids']);
    }
    assert.equal((await stranger.get(`/api/departments/${id.works}`)).body.code, 'department.not_found');
    assert.equal((await stranger.get('/api/dimensions/object/values')).body.code, 'dimension.not_found');
    assert.equal((await stranger.get(`/api/departments/user/${ann.userId}`)).body.code, 'user.not_found');
    assert.equal((await ann.get('/api/departments/nothing')).body.code, 'department.not_found');
    assert.equal((await ann.get('/api/departments?colour=red')).body.code, 'request.invalid');
  });
});
