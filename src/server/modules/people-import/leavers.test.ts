import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { IMPORTS } from '../../app.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { insertClient, newSecret } from '../embed/index.ts';
import { workOnImport } from '../imports/index.ts';
import { handOverRun } from '../leaving/index.ts';
import { handleRuns } from '../runs/index.ts';

const USERS = '/api/identity/users';
const WORK = userTask('decide', 'verva:assignee="=who" verva:candidateUsers="=users" verva:candidateGroups="=groups"');

onDatabase('users whom an import or a synchronisation deactivates', (db) => {
  let tenant: TestTenant;
  let boss: Person;
  let work: Parameters<Jobs['handle']>[1];

  before(async () => {
    const members = {
      boss: ['admin'],
      lead: [],
      ada: [],
      bea: [],
      cleo: [],
      dan: [],
      eli: [],
      kim: [],
      crew: ['crew'],
    };
    tenant = await createTestTenant(db(), 'pier', { ...members, nurse: ['employee_management_admin'] });
    boss = tenant.people.boss!;
    const jobs = { handle: (_: string, handler: typeof work) => (work = handler), every: () => undefined };
    handleRuns(jobs as unknown as Jobs, tenant.context, [handOverRun]);
    await tenant.transaction((tx) =>
      tx.insertInto('language').values({ language_id: 'en', name: 'English', locale: 'en-GB' }).execute(),
    );
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET email = username || '@x.test', email_key = username || '@x.test'`.execute(tx),
    );
    await tenant.deploy(bpmn('work', sequence(start, WORK, end)));
    const body = JSON.stringify({ line: ['lead.pier'], functional: [] });
    for (const name of ['ada', 'bea', 'cleo', 'dan', 'eli', 'kim']) {
      await boss.send('PUT', `${USERS}/${name}.pier/managers`, body, { 'content-type': 'application/json' });
    }
  });

  const person = (name: string) => tenant.people[name]!;
  const taskOf = async (name: string | null, variables: object = {}) => {
    const who = name && `${name}.pier`;
    const started = await tenant.startInstance({
      key: 'work',
      businessKey: null,
      variables: { who, users: [], groups: [], ...variables },
    });
    return started.tasks[0]!.id;
  };
  const stateOf = async (id: string) => {
    const { rows } = await tenant.transaction((tx) =>
      sql<{ assignee: string | null; candidates: string[] }>`SELECT
        (SELECT username FROM app_user WHERE id = t.assignee_id) AS assignee,
        ARRAY(SELECT l.principal FROM task_identity_link l WHERE l.task_id = t.id AND l.kind = 'candidate' ORDER BY 1) AS candidates
        FROM task t WHERE t.id = ${id}::uuid`.execute(tx),
    );
    return rows[0]!;
  };
  const plan = (csv: string, query = '') =>
    boss.send('POST', `/api/records/people/import${query}`, csv, { 'content-type': 'text/csv' });
  const run = async (id: string, action: 'run' | 'undo' = 'run', body: object = {}) => {
    const { status, body: started } = await boss.post(`/api/imports/${id}/${action}`, body);
    assert.equal(status, 202, JSON.stringify(started));
    await workOnImport(tenant.context, IMPORTS, tenant.tenantId, started.id, { milliseconds: 60_000 });
    return (await boss.get(`/api/imports/${started.id}`)).body;
  };
  /** Works on the hand-over of a user as its job would; null without one. */
  const handOver = async (name: string) => {
    const path = `${USERS}/${person(name).userId}/hand-over`;
    const { body } = await boss.get(path);
    if (!body) return null;
    const signal = new AbortController().signal;
    await work({ id: body.id }, { id: '1', tenantId: tenant.tenantId, attempt: 1, signal });
    return (await boss.get(path)).body;
  };

  test('SEC-02 ADM-08 an import hands over the open tasks of users it deactivates, and its undo does not bring them back', async () => {
    const alone = await taskOf('ada');
    const free = await taskOf('ada', { groups: ['crew'] });
    const shared = await taskOf(null, { users: ['ada.pier', 'bea.pier'] });
    const health = await taskOf('bea');
    await tenant.transaction((tx) =>
      sql`WITH t AS (UPDATE task SET confidential = 'health' WHERE id = ${health}::uuid)
        UPDATE task_inbox SET principal = 'c' || substr(principal, 2) WHERE task_id = ${health}::uuid`.execute(tx),
    );
    const { body: dry } = await plan('username,status\nada.pier,disabled\nbea.pier,disabled\n');
    assert.deepEqual([dry.counts.change, dry.openTasks, dry.options.leavers], [2, 5, 'manager']);
    assert.equal((await stateOf(alone)).assignee, 'ada.pier');
    assert.equal((await run(dry.id)).done, 2);
    const [ada, bea] = [await handOver('ada'), await handOver('bea')];
    assert.deepEqual([ada.total, ada.failed, ada.by.id, bea.total, bea.failed], [3, 0, 'boss.pier', 2, 0]);
    assert.deepEqual([(await stateOf(alone)).assignee, (await stateOf(free)).assignee], ['lead.pier', null]);
    assert.ok((await stateOf(shared)).candidates.includes(`u:${person('lead').userId}`));
    const { assignee, candidates } = await stateOf(health);
    assert.deepEqual(
      [assignee, candidates],
      [null, ['g:employee_management_admin']],
      'the line manager may not see it',
    );
    assert.equal((await person('lead').get(`/api/tasks/${health}`)).body.code, 'task.not_found');
    const { body: history } = await person('lead').get(`/api/tasks/${alone}/history`);
    const last = history.at(-1);
    assert.deepEqual([last.kind, last.leaver.key, last.to.id], ['assigned', person('ada').userId, 'lead.pier']);

    assert.equal((await run(dry.id, 'undo')).done, 2);
    assert.equal((await boss.get(`${USERS}/ada.pier`)).body.status, 'active');
    assert.equal((await stateOf(alone)).assignee, 'lead.pier');
  });

  test('SEC-02 ADM-08 an import that keeps the open tasks starts no hand-over; users that a file lacks count as well', async () => {
    const alone = await taskOf('cleo');
    const others = Object.values(tenant.people).filter((one) => one !== person('cleo'));
    const file = ['username', ...others.map(({ username }) => username)].join('\n');
    const { body: dry } = await plan(file, '?missing=disable&leavers=keep');
    assert.deepEqual([dry.counts.disable, dry.openTasks, dry.options.leavers], [1, 1, 'keep']);
    await run(dry.id, 'run', { confirmDisabled: dry.confirm ?? undefined });
    assert.deepEqual([await handOver('cleo'), (await stateOf(alone)).assignee], [null, 'cleo.pier']);
    assert.equal((await boss.get(`${USERS}/cleo.pier`)).body.status, 'disabled');
    const { body: other } = await plan('username,status\ncleo.pier,disabled\n');
    assert.deepEqual([other.counts.same, other.openTasks], [1, 0]);
    const wrong = await plan('username\ncleo.pier\n', '?leavers=forget');
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'request.invalid']);
  });

  test('SEC-02 DEL-01 users learn that their delegate was deactivated by an import', async () => {
    // The organisation's day may be another one than that of UTC.
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Tallinn' }).format(tenant.clock.now);
    const delegation = { userId: 'kim.pier', delegateUserId: 'eli.pier', startDate: today, endDate: today };
    const made = await person('kim').post(`/api/identity/delegate/${person('kim').userId}`, delegation);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await run((await plan('username,status\neli.pier,disabled\n')).body.id);
    const { rows } = await tenant.transaction((tx) =>
      sql`SELECT 1 FROM delegation WHERE user_id = ${person('kim').userId}::uuid AND removed_at IS NOT NULL`.execute(
        tx,
      ),
    );
    const mails = await db().systemTransaction((tx) =>
      sql<{ to: string }>`SELECT payload::text AS to FROM outbox
        WHERE tenant_id = ${tenant.tenantId} AND topic = 'mail' AND payload::text LIKE '%Eli%'`.execute(tx),
    );
    assert.deepEqual([rows.length, mails.rows.length], [1, 1]);
  });

  test('SEC-02 ADM-01 a synchronisation hands over as well, in no user’s name when another system asks', async () => {
    const own = await taskOf('dan');
    const sync = (more: object) => ({ users: [{ id: 'dan.pier', status: 'disabled' }], ...more });
    const dry = await boss.post(`${USERS}/sync`, sync({ dryRun: true }));
    assert.deepEqual([dry.body.openTasks, dry.body.state], [1, 'planned']);
    const kept = await boss.post(`${USERS}/sync`, sync({ leavers: 'keep' }));
    assert.deepEqual([kept.body.changed, await handOver('dan')], [1, null]);
    await boss.post(`${USERS}/sync`, { users: [{ id: 'dan.pier', status: 'active' }] });

    const { secret, sha256 } = newSecret();
    const client = await tenant.transaction((tx) =>
      insertClient(tx, { name: 'HR', scopes: ['sync'], readersGroupId: null }, sha256),
    );
    const reply = await tenant.app.inject({
      method: 'POST',
      url: '/api/public/users/sync',
      headers: { authorization: `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}` },
      payload: sync({}),
    });
    assert.deepEqual([reply.statusCode, reply.json().changed, reply.json().openTasks], [200, 1, 1]);
    const done = await handOver('dan');
    assert.deepEqual([done.done, done.by, (await stateOf(own)).assignee], [1, null, 'lead.pier']);
  });
});
