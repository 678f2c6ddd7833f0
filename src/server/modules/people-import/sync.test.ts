import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { insertClient, newSecret } from '../embed/index.ts';

onDatabase('synchronisation of users', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['admin'], bob: ['clerks'] });
    ann = tenant.people.ann!;
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET email = username || '@x.test', email_key = username || '@x.test'`.execute(tx),
    );
  });

  const USERS = [
    {
      id: 'kati.kuusk',
      name: 'Kati',
      email: 'kati@x.test',
      groups: ['clerks'],
      managers: ['bob.acme'],
      externalId: '7',
    },
    { id: 'bob.acme', jobTitle: 'Clerk' },
    { id: 'x', name: 'Short', email: 'x@x.test' },
  ];
  const countsOf = ({ added, changed, unchanged, disabled, refused }: Record<string, unknown>) => {
    return [added, changed, unchanged, disabled, (refused as unknown[]).length];
  };

  test('ADM-01 a synchronisation says what it would do, does it, and changes nothing the second time', async () => {
    const sync = (more: object = {}) => ann.post('/api/identity/users/sync', { users: USERS, ...more });
    const dry = await sync({ dryRun: true });
    assert.deepEqual([dry.status, dry.body.state, ...countsOf(dry.body)], [200, 'planned', 1, 1, 0, 0, 1]);
    assert.deepEqual(
      dry.body.refused.map((one: { index: number; errors: { code: string }[] }) => [one.index, one.errors[0]!.code]),
      [[2, 'field.too_short']],
    );
    assert.equal((await ann.get('/api/identity/users/kati.kuusk')).status, 404);
    const done = await sync();
    assert.deepEqual([done.body.state, ...countsOf(done.body)], ['done', 1, 1, 0, 0, 1]);
    assert.deepEqual(countsOf((await sync()).body), [0, 0, 2, 0, 1]);
    const { body } = await ann.get('/api/records/people?q=kati');
    assert.deepEqual([body.items[0].source, body.items[0].managers[0].id], ['sync', 'bob.acme']);
    const renamed = [{ id: 'kati.kuusk', externalId: '7', jobTitle: 'Head' }];
    assert.equal((await sync({ users: renamed, key: 'externalId' })).body.changed, 1);
    assert.equal((await ann.get(`/api/imports/${done.body.importId}`)).body.mode, 'run');
  });

  test('ADM-01 SEC-01 a client with the scope synchronises its organisation, and changes no administrator', async () => {
    const { secret, sha256 } = newSecret();
    const clientOf = (scopes: ('sync' | 'task')[]) =>
      tenant.transaction((tx) => insertClient(tx, { name: 'HR', scopes, readersGroupId: null }, sha256));
    const id = await clientOf(['sync']);
    const sync = async (users: object[], client: string, more: object = {}) => {
      const authorization = `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`;
      const reply = await tenant.app.inject({
        method: 'POST',
        url: '/api/public/users/sync',
        headers: { authorization, 'content-type': 'application/json' },
        payload: JSON.stringify({ users, ...more }),
      });
      return { status: reply.statusCode, body: reply.json() };
    };
    const mine = await sync([{ id: 'mari.mets', name: 'Mari', email: 'mari@x.test', groups: ['admin'] }], id);
    assert.deepEqual([mine.status, ...countsOf(mine.body)], [200, 0, 0, 0, 0, 1]);
    const added = await sync([{ id: 'mari.mets', name: 'Mari', email: 'mari@x.test' }], id);
    assert.deepEqual([added.body.state, ...countsOf(added.body)], ['done', 1, 0, 0, 0, 0]);
    const log = `/api/records/audit?entity=eq:app_user&requestId=eq:import-${added.body.importId}`;
    const { body: logged } = await ann.get(log);
    assert.deepEqual([logged.items[0].actor, logged.items[0].via], [null, 'Synchronisation: HR']);
    const stolen = await sync([{ id: 'ann.acme', status: 'disabled' }], id);
    assert.equal(stolen.body.refused[0].errors[0].code, 'access.denied');
    const all = await sync([{ id: 'mari.mets' }], id, { missing: 'disable' });
    assert.deepEqual([all.status, all.body.code], [409, 'import.too_many_disabled']);
    const others = await clientOf(['task']);
    assert.equal((await sync([{ id: 'mari.mets' }], others)).body.code, 'scope.not_granted');
    assert.equal((await sync([{ id: 'mari.mets' }], ann.userId)).body.code, 'client.not_accepted');
    assert.equal((await tenant.people.bob!.post('/api/identity/users/sync', { users: USERS })).status, 403);
  });
});
