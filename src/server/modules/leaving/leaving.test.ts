import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { handleRuns } from '../runs/index.ts';
import { deactivate, handOverRun } from './index.ts';

const USERS = '/api/identity/users';
const WORK = userTask('decide', 'verva:assignee="=who" verva:candidateUsers="=users" verva:candidateGroups="=groups"');
const DECISION = userTask('decide', 'verva:assignee="=who" verva:outcomes="approve,reject"');

onDatabase('users who leave', (db) => {
  let tenant: TestTenant;
  let boss: Person;
  let lead: Person;
  let stranger: Person;
  let count = 0;
  let job: Parameters<Jobs['handle']>[1];

  before(async () => {
    tenant = await createTestTenant(db(), 'quay', {
      boss: ['admin'],
      root: ['verva.admin'],
      lead: [],
      chief: [],
      crew: ['crew'],
      nurse: ['employee_management_admin'],
    });
    const jobs = { handle: (_: string, work: typeof job) => (job = work), every: () => undefined };
    handleRuns(jobs as unknown as Jobs, tenant.context, [handOverRun]);
    boss = tenant.people.boss!;
    lead = tenant.people.lead!;
    const other = await createTestTenant(db(), 'elsewhere', { eva: ['admin'] }, tenant);
    stranger = other.people.eva!;
    await tenant.transaction((tx) =>
      tx.insertInto('language').values({ language_id: 'en', name: 'English', locale: 'en-GB' }).execute(),
    );
    await tenant.deploy(bpmn('work', sequence(start, WORK, end)));
    await tenant.deploy(bpmn('leave', sequence(start, DECISION, end)));
  });

  const person = (name: string) => tenant.people[name]!;
  const code = ({ status, body }: { readonly status: number; readonly body: { readonly code?: string } | null }) => [
    status,
    body?.code,
  ];
  const put = (path: string, body: unknown) =>
    boss.send('PUT', path, JSON.stringify(body), { 'content-type': 'application/json' });
  /** Creates a user with the line manager `lead`. */
  async function leaver(managers: readonly string[] = [lead.userId]): Promise<Person> {
    count += 1;
    const more = await createUser(`leaver${count}`);
    await put(`${USERS}/${more.username}/managers`, { line: managers, functional: [] });
    return more;
  }
  const createUser = async (name: string) => {
    const made = await boss.post(USERS, {
      id: `${name}.quay`,
      name: `Name ${name}`,
      email: `${name}@quay.test`,
      languageId: 'en',
      invite: false,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'active' WHERE id = ${made.body.key}::uuid`.execute(tx),
    );
    return { ...boss, userId: made.body.key as string, username: `${name}.quay` };
  };
  const taskOf = async (who: string, variables: object = {}, key = 'work') => {
    const started = await tenant.startInstance({
      key,
      businessKey: null,
      variables: { who, users: [], groups: [], ...variables },
    });
    return started.tasks[0]!.id;
  };
  const stateOf = async (id: string) => {
    const { rows } = await tenant.transaction((tx) =>
      sql<{ assignee: string | null; owner: string | null; candidates: string[] }>`SELECT
        (SELECT username FROM app_user WHERE id = t.assignee_id) AS assignee, (SELECT username FROM app_user WHERE id = t.owner_id) AS owner,
        ARRAY(SELECT l.principal FROM task_identity_link l WHERE l.task_id = t.id AND l.kind = 'candidate' ORDER BY 1) AS candidates
        FROM task t WHERE t.id = ${id}::uuid`.execute(tx),
    );
    return rows[0]!;
  };
  /** Works on the latest hand-over as its job would. */
  const work = async (userId: string) => {
    const { body } = await boss.get(`${USERS}/${userId}/hand-over`);
    await job(
      { id: body.id },
      { id: '1', tenantId: tenant.tenantId, attempt: 1, signal: new AbortController().signal },
    );
    return (await boss.get(`${USERS}/${userId}/hand-over`)).body;
  };
  const dismiss = (who: Person, query: string) => boss.send('DELETE', `${USERS}/${who.username}?${query}`);

  test('SEC-02 ADM-01 a user with open tasks is not deactivated until their future is chosen; a preview names it', async () => {
    const user = await leaver();
    const free = await taskOf(user.username, { groups: ['crew'] });
    const alone = await taskOf(user.username);
    const { body } = await boss.get(`${USERS}/${user.username}/dependents`);
    assert.deepEqual([body.tasks, body.offered, body.delegatedBy, body.manager.key], [2, 0, 0, lead.userId]);
    const { owner, candidates, manager, entitled, none } = body.receivers;
    assert.deepEqual(
      [owner, candidates, manager, entitled, none].map((part) => part.tasks.map(({ id }: { id: string }) => id)),
      [[], [free], [alone], [], []],
    );
    const refused = await boss.send('DELETE', `${USERS}/${user.username}`);
    assert.deepEqual(
      [...code(refused), refused.body.title],
      [409, 'user.has_open_tasks', `Open tasks of Name leaver${count}: 2. Choose what happens to them.`],
    );
    assert.equal((await boss.get(`${USERS}/${user.username}`)).body.status, 'active');
    assert.equal((await dismiss(user, 'reassign=keep')).status, 204);
    assert.equal((await boss.get(`${USERS}/${user.username}/hand-over`)).body, null);
    assert.equal((await stateOf(alone)).assignee, user.username);
  });

  test('SEC-02 TSK-04 tasks go back to their candidates and the rest to the line manager, with the reason in each history', async () => {
    const user = await leaver();
    const free = await taskOf(user.username, { groups: ['crew'] });
    const alone = await taskOf(user.username);
    const offered = await taskOf('', { who: null, users: [user.username] });
    assert.equal((await dismiss(user, 'reassign=manager&reason=Left%20the%20company')).status, 204);
    const run = await work(user.userId);
    assert.deepEqual([run.state, run.done, run.failed, run.to, run.by.key], ['done', 3, 0, null, boss.userId]);
    assert.deepEqual([(await stateOf(free)).assignee, (await stateOf(alone)).assignee], [null, lead.username]);
    assert.ok((await stateOf(offered)).candidates.includes(`u:${lead.userId}`));
    const { body: items } = await boss.get(`${USERS}/${user.userId}/hand-over/items`);
    assert.deepEqual(items.items.flatMap((item: { to: string[] }) => item.to).sort(), ['Lead', 'Lead', 'crew']);
    const { body: history } = await lead.get(`/api/tasks/${alone}/history`);
    const last = history.at(-1);
    assert.deepEqual(
      [last.kind, last.leaver.key, last.comment, last.to.key],
      ['assigned', user.userId, 'Left the company', lead.userId],
    );
    const { body: audit } = await boss.get(`/api/records/audit?note=like:company&entity=eq:app_user`);
    assert.equal(audit.items[0].entityId, user.userId);
    const nothing = await boss.post(`${USERS}/${user.userId}/hand-over`);
    assert.deepEqual(code(nothing), [409, 'hand_over.nothing']);
  });

  test('SEC-02 tasks that were delegated return to their owner, and the chosen user owns what the leaver delegated', async () => {
    const user = await leaver();
    const theirs = await taskOf('crew.quay');
    const own = await taskOf(user.username);
    assert.equal(
      (await person('crew').post(`/api/tasks/${theirs}/delegate/${user.userId}`, { returns: true })).status,
      200,
    );
    assert.equal((await boss.post(`/api/tasks/${own}/delegate/crew.quay`, { returns: true })).status, 200);
    const { body } = await boss.get(`${USERS}/${user.username}/dependents`);
    assert.deepEqual([body.delegatedTo, body.delegatedBy], [1, 1]);
    assert.equal((await dismiss(user, `reassign=${person('chief').username}`)).status, 204);
    assert.deepEqual([(await work(user.userId)).done], [2]);
    assert.equal((await stateOf(theirs)).assignee, 'crew.quay');
    const { assignee, owner } = await stateOf(own);
    assert.deepEqual([assignee, owner], ['crew.quay', 'chief.quay']);
  });

  test('SEC-02 TSK-04 a chosen user receives all but what the four-eyes rule and confidentiality keep from that user', async () => {
    const user = await leaver();
    const usual = await taskOf(user.username);
    const request = await taskOf(user.username, { requester: 'chief.quay' }, 'leave');
    const health = await taskOf(user.username);
    await tenant.transaction((tx) =>
      sql`WITH t AS (UPDATE task SET confidential = 'health' WHERE id = ${health}::uuid)
        UPDATE task_inbox SET principal = 'c' || substr(principal, 2) WHERE task_id = ${health}::uuid`.execute(tx),
    );
    const { body } = await boss.get(`${USERS}/${user.username}/dependents`);
    assert.deepEqual(body.receivers.entitled, { count: 1, tasks: [{ id: health, name: null, businessKey: null }] });
    assert.equal((await dismiss(user, 'reassign=chief.quay')).status, 204);
    const { done, to } = await work(user.userId);
    assert.deepEqual([done, to.id], [3, 'chief.quay']);
    assert.equal((await stateOf(usual)).assignee, 'chief.quay');
    assert.equal((await stateOf(request)).assignee, lead.username, 'the requester does not decide');
    const { assignee, candidates } = await stateOf(health);
    assert.deepEqual([assignee, candidates], [null, ['g:employee_management_admin']]);
    assert.deepEqual(code(await lead.get(`/api/tasks/${health}`)), [404, 'task.not_found']);
    assert.equal((await person('nurse').get(`/api/tasks/${health}`)).status, 200);
  });

  test('SEC-02 BEY-05 what no user may take stays and says so, and a later attempt hands it over', async () => {
    const user = await leaver([]);
    const alone = await taskOf(user.username);
    assert.equal((await dismiss(user, 'reassign=manager')).status, 204);
    const run = await work(user.userId);
    assert.deepEqual([run.done, run.failed], [0, 1]);
    const { body } = await boss.get(`${USERS}/${user.userId}/hand-over/items?state=failed`);
    assert.deepEqual([body.items[0].taskId, body.items[0].code, body.items[0].to], [alone, 'task.no_receiver', []]);
    assert.equal((await boss.post(`${USERS}/${user.userId}/hand-over`, { to: 'chief.quay' })).status, 202);
    assert.deepEqual(code(await boss.post(`${USERS}/${user.userId}/hand-over`)), [409, 'hand_over.running']);
    assert.equal((await work(user.userId)).done, 1);
    assert.equal((await stateOf(alone)).assignee, 'chief.quay');
  });

  test('BEY-06 SEC-02 a hand-over can be undone before it begins, and the user stays deactivated', async () => {
    const user = await leaver();
    const alone = await taskOf(user.username);
    const path = `${USERS}/${user.username}?reassign=manager`;
    assert.equal((await boss.send('DELETE', path, undefined, { prefer: 'undo=30' })).status, 204);
    const { body: run } = await boss.get(`${USERS}/${user.userId}/hand-over`);
    assert.equal(run.state, 'held');
    assert.equal((await boss.send('DELETE', `/api/held/${run.held.id}`)).status, 204);
    assert.equal((await boss.get(`${USERS}/${user.userId}/hand-over`)).body.state, 'stopped');
    assert.equal((await boss.get(`${USERS}/${user.userId}`)).body.status, 'disabled');
    assert.equal((await stateOf(alone)).assignee, user.username);
  });

  test('SEC-02 SCIM-01 another system deactivates a user in no user’s name, and the tasks move', async () => {
    const user = await leaver();
    const alone = await taskOf(user.username);
    const by = { tenantId: tenant.tenantId, timeZone: 'Europe/Tallinn', userId: null, requestId: 'scim-1' };
    const found = { key: user.userId, name: 'Leaver', status: 'active', groups: [] };
    await deactivate(tenant.context, by, async () => found, { tasks: 'manager', reason: null, undoSeconds: 0 });
    const run = await work(user.userId);
    assert.deepEqual([run.done, run.by], [1, null]);
    assert.equal((await stateOf(alone)).assignee, lead.username);
  });

  test('SEC-02 what processes name a leaver for later goes to the successor, else to candidates, else to an incident', async () => {
    const user = await leaver();
    await put(`${USERS}/crew.quay/managers`, { line: [user.userId], functional: [] });
    await put(`${USERS}/chief.quay/managers`, { line: [user.userId], functional: [user.userId] });
    await tenant.transaction((tx) =>
      sql`INSERT INTO department (code, name, manager_id) VALUES (${user.username}, 'Berths', ${user.userId}::uuid)`.execute(
        tx,
      ),
    );
    assert.equal((await dismiss(user, 'reassign=manager&successor=chief.quay')).status, 204);
    assert.equal((await stateOf(await taskOf(user.username))).assignee, 'chief.quay');
    const named = await stateOf(await taskOf('', { who: null, users: [user.userId] }));
    assert.deepEqual(named.candidates, [`u:${person('chief').userId}`]);
    const managersOf = async (who: string) => {
      const { body } = await boss.get(`${USERS}/${who}.quay/managers`);
      return [body.line, body.functional].map((list) => list.map(({ id }: { id: string }) => id));
    };
    assert.deepEqual(await managersOf('crew'), [['chief.quay'], []]);
    assert.deepEqual(await managersOf('chief'), [['lead.quay'], []], 'no user becomes the own manager');
    const heads = await tenant.transaction((tx) =>
      sql<{ head: string }>`SELECT u.username AS head FROM department d JOIN app_user u ON u.id = d.manager_id
        WHERE d.code = ${user.username}`.execute(tx),
    );
    assert.deepEqual(heads.rows, [{ head: 'chief.quay' }]);

    assert.deepEqual((await put(`${USERS}/${user.userId}/successor`, { successor: null })).body, { successor: null });
    const offered = await stateOf(await taskOf(user.username, { groups: ['crew'] }));
    assert.deepEqual([offered.assignee, offered.candidates], [null, ['g:crew']]);
    const lost = await taskOf(user.username);
    const incidents = () =>
      tenant.transaction((tx) =>
        sql<{ kind: string; message: string; instance: string }>`SELECT i.kind, i.message, i.instance_id AS instance
          FROM process_incident i JOIN task t ON t.instance_id = i.instance_id
          WHERE t.id = ${lost}::uuid AND i.resolved_at IS NULL`.execute(tx),
      );
    const [incident] = (await incidents()).rows;
    assert.deepEqual(
      [incident!.kind, incident!.message],
      ['task.receiver_unknown', `${user.username} is not active and has no successor.`],
    );
    assert.equal(
      (await put(`${USERS}/${user.userId}/successor`, { successor: 'crew.quay' })).body.successor.id,
      'crew.quay',
    );
    assert.equal((await person('root').post(`/api/instances/${incident!.instance}/retry`)).status, 200);
    assert.deepEqual([(await stateOf(lost)).assignee, (await incidents()).rows], ['crew.quay', []]);
    const change = (successor: string) => put(`${USERS}/${user.userId}/successor`, { successor });
    assert.deepEqual(code(await change(user.userId)), [422, 'user.disabled']);
    assert.deepEqual(code(await change('unknown.person')), [404, 'user.not_found']);
    assert.deepEqual(code(await put(`${USERS}/crew.quay/successor`, { successor: null })), [
      409,
      'hand_over.active_user',
    ]);
  });

  test('SEC-02 only administrators of the organisation hand tasks over, and only to active users', async () => {
    const user = await leaver();
    await taskOf(user.username);
    assert.deepEqual(code(await lead.get(`${USERS}/${user.userId}/hand-over`)), [403, 'access.denied']);
    assert.deepEqual(code(await stranger.get(`${USERS}/${user.userId}/hand-over`)), [404, 'user.not_found']);
    assert.deepEqual(code(await dismiss(user, 'reassign=nobody.here')), [404, 'user.not_found']);
    assert.deepEqual(code(await dismiss(user, `reassign=${user.userId}`)), [400, 'request.invalid']);
    assert.deepEqual(code(await boss.post(`${USERS}/${user.userId}/hand-over`)), [409, 'hand_over.active_user']);
    assert.equal((await boss.get(`${USERS}/${user.userId}`)).body.status, 'active');
    assert.deepEqual(code(await boss.get(`${USERS}/${user.userId}/hand-over/items`)), [404, 'hand_over.not_found']);
  });
});
