import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { takeEmails } from '../../../../../test/support/emails.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { deferredActionKinds, RUN_KINDS } from '../../../app.ts';
import { executeDeferredActions } from '../../deferred-actions/index.ts';
import { projectInbox } from '../../inbox/index.ts';
import { deliver, deployBpmn, startInstance, type Vars } from '../../processes/index.ts';
import { handleRuns } from '../../runs/index.ts';
import { sendTaskMails } from '../../task-mails/index.ts';

const DECIDE = userTask(
  'decide',
  'verva:assignee="=who" verva:candidateGroups="=groups" verva:outcomes="approve,reject"',
);
const LEAVE = bpmn('leave', sequence(start, DECIDE, end));
const FREE = bpmn('free', sequence(start, DECIDE, end), 'verva:fourEyes="none"');
const PAIR = bpmn(
  'pair',
  `${sequence(start, '<parallelGateway id="split"/>', userTask('one', 'verva:assignee="=who" verva:outcomes="approve,reject"'))}
   ${userTask('two', 'verva:candidateUsers="=others" verva:outcomes="approve,reject"')}<sequenceFlow id="to_two" sourceRef="split" targetRef="two"/>
   <endEvent id="e1"/><endEvent id="e2"/><sequenceFlow id="f1" sourceRef="one" targetRef="e1"/><sequenceFlow id="f2" sourceRef="two" targetRef="e2"/>`,
  'verva:fourEyes="strict"',
);
const NOTE = bpmn('note', sequence(start, userTask('correct', 'verva:assignee="=requester"'), end));
const OUTCOMES = ['approve', 'reject'] as const;
const NOON = new Date('2026-11-18T10:00:00.000Z');

onDatabase('four eyes', (db) => {
  let tenant: TestTenant;
  /** Requester of the case. */
  let rita: Person;
  /** Decides in the case. */
  let chief: Person;
  let peer: Person;
  let mira: Person;
  let theo: Person;
  let adam: Person;
  let nora: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      rita: ['clerks'],
      chief: [],
      peer: [],
      mira: [],
      theo: [],
      adam: ['admin'],
      nora: ['clerks', 'alltasks'],
    });
    ({ rita, chief, peer, mira, theo, adam, nora } = tenant.people as Record<string, Person> as never);
    await tenant.transaction(async (tx) => {
      for (const xml of [LEAVE, FREE, PAIR, NOTE]) await deployBpmn(tx, scope(), xml);
      await sql`UPDATE app_user SET email = username || '@acme.test'`.execute(tx);
    });
  });
  beforeEach(async () => {
    tenant.clock.now = NOON;
    await tenant.transaction(async (tx) => {
      await sql`DELETE FROM delegation`.execute(tx);
      await sql`DELETE FROM user_manager`.execute(tx);
      await sql`DELETE FROM notification`.execute(tx);
    });
    await takeEmails(db());
  });

  const scope = (userId: string | null = null) => ({
    db: db(),
    tenantId: tenant.tenantId,
    timeZone: 'Europe/Tallinn',
    userId,
    now: tenant.clock.now,
  });
  /** Starts a case with this requester and returns the ID of its first task. */
  async function ask(by: Person | null, variables: Vars, key = 'leave'): Promise<string> {
    const wanted = { key, businessKey: null, variables: { who: null, groups: [], others: [], ...variables } };
    const started = await tenant.transaction((tx) => startInstance(tx, scope(by?.userId ?? null), wanted));
    return started.tasks[0]!.id;
  }
  const complete = (who: Person, id: string, outcome: string, headers: Record<string, string> = {}) =>
    who.post(`/api/tasks/${id}`, { action: 'complete', outcome }, headers);
  const addDelegation = (of: Person, delegate: Person) =>
    of.post('/api/identity/delegate/me', {
      delegateUserId: delegate.username,
      startDate: '2026-11-17',
      endDate: '2026-11-20',
    });
  const reportsTo = (person: Person, manager: Person) =>
    tenant.transaction((tx) =>
      sql`INSERT INTO user_manager (user_id, manager_id) VALUES (${person.userId}::uuid, ${manager.userId}::uuid)`.execute(
        tx,
      ),
    );
  const statusOf = async (id: string) => (await adam.get(`/api/tasks/${id}`)).body.status;
  /** Sets the assignee in the database, as it could be before the case had its requester. */
  const force = (id: string, to: Person, owner: Person | null) =>
    tenant.transaction(async (tx) => {
      await sql`UPDATE task SET assignee_id = ${to.userId}::uuid, owner_id = ${owner?.userId ?? null}::uuid,
        delegated = ${owner ? 'final' : null} WHERE id = ${id}::uuid`.execute(tx);
      await sql`DELETE FROM task_identity_link WHERE task_id = ${id}::uuid AND kind = 'assignee'`.execute(tx);
      await sql`INSERT INTO task_identity_link (task_id, kind, principal, rule, since)
        VALUES (${id}::uuid, 'assignee', ${`u:${to.userId}`}, '{"source":"person"}'::jsonb, ${NOON})`.execute(tx);
      await projectInbox(tx, [id]);
    });
  const mailScope = () => ({
    db: db(),
    log: tenant.context.log,
    clock: tenant.context.clock,
    publicUrl: 'https://verva.test',
    masterKey: tenant.context.config.masterKey,
    gatherSeconds: 0,
  });
  async function press(who: Person, id: string, outcome: string): Promise<Reply> {
    const expiresAt = new Date(NOON.getTime() + 86_400_000);
    const secret = randomBytes(32).toString('base64url');
    const sha256 = createHash('sha256').update(secret).digest();
    await tenant.transaction((tx) =>
      sql`INSERT INTO mailed_action (token_sha256, task_id, user_id, outcome, expires_at)
        VALUES (${sha256}, ${id}::uuid, ${who.userId}::uuid, ${outcome}, ${expiresAt})`.execute(tx),
    );
    const reply = await tenant.app.inject({
      method: 'PATCH',
      url: `/api/public/tasks/complete/${secret}`,
      payload: '{}',
      headers: { 'content-type': 'application/json' },
    });
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
  }
  type Worker = Parameters<Parameters<typeof handleRuns>[0]['handle']>[1];
  /** Runs the job of a mass action. */
  async function workOnRun(id: string): Promise<void> {
    const workers: Worker[] = [];
    handleRuns({ handle: (_, worker) => workers.push(worker), every: () => {} }, tenant.context, RUN_KINDS);
    const { signal } = new AbortController();
    await workers[0]!({ id }, { tenantId: tenant.tenantId, signal } as Parameters<Worker>[1]);
  }
  async function run(who: Person, ids: string[], outcome: string, dryRun: boolean) {
    const begun = await who.post('/api/mass-task-action/tasks', {
      taskIds: ids,
      action: { action: 'complete', outcome },
      ...(dryRun ? { dryRun } : {}),
    });
    assert.ok(begun.status < 300, JSON.stringify(begun.body));
    await workOnRun(begun.body.id);
    return (await who.get(`/api/mass-task-action/runs/${begun.body.id}/items`)).body.items;
  }

  test('BEY-28 a delegate does not approve their own leave', async () => {
    await addDelegation(chief, rita);
    const id = await ask(rita, { who: chief.username });
    const { status, body } = await complete(rita, id, 'approve');
    assert.deepEqual([status, body.code], [403, 'task.own_request']);
    assert.match(body.title, /cannot decide it/);
    assert.equal(await statusOf(id), 'open');
    assert.equal((await complete(chief, id, 'approve')).status, 200, 'the approver decides');
  });

  interface Attempt {
    readonly open: () => Promise<string>;
    readonly by: () => Person;
  }
  const ATTEMPTS: Readonly<Record<string, Attempt>> = {
    'as the assignee': { open: () => ask(rita, { who: rita.username }), by: () => rita },
    'as a candidate of a group': { open: () => ask(rita, { groups: ['clerks'] }), by: () => rita },
    'as a delegate of the approver': {
      open: async () => {
        await addDelegation(chief, rita);
        return ask(rita, { who: chief.username });
      },
      by: () => rita,
    },
    'by a delegate of the requester': {
      open: async () => {
        await addDelegation(rita, peer);
        return ask(rita, { who: rita.username });
      },
      by: () => peer,
    },
    'as a colleague to whom the task was delegated': {
      open: async () => {
        const id = await ask(rita, { who: chief.username });
        const refused = await chief.post(`/api/tasks/${id}/delegate/${rita.username}`, { returns: false });
        assert.deepEqual([refused.status, refused.body.code], [403, 'task.own_request']);
        await force(id, rita, chief);
        return id;
      },
      by: () => rita,
    },
    'by a colleague to whom the requester delegated it': {
      open: async () => {
        const id = await ask(rita, { who: rita.username });
        const refused = await rita.post(`/api/tasks/${id}/delegate/${peer.username}`, { returns: false });
        assert.deepEqual([refused.status, refused.body.code], [403, 'task.own_request']);
        await force(id, peer, rita);
        return id;
      },
      by: () => peer,
    },
    'as an administrator who assigns it to themselves': {
      open: async () => {
        const id = await ask(adam, { who: chief.username });
        const refused = await adam.post(`/api/tasks/${id}/identitylinks`, { kind: 'assignee', userId: adam.username });
        assert.deepEqual([refused.status, refused.body.code], [403, 'task.own_request']);
        const each = await adam.post('/api/tasks', {
          taskIds: [id],
          action: { action: 'assign', userId: adam.userId },
        });
        assert.deepEqual(
          each.body.results.map(({ code }: { code: string }) => code),
          ['task.own_request'],
        );
        await force(id, adam, null);
        return id;
      },
      by: () => adam,
    },
    'with the right to all tasks': { open: () => ask(nora, { groups: ['clerks'] }), by: () => nora },
    'named by the variable requester': {
      open: () => ask(null, { groups: ['clerks'], requester: rita.username.toUpperCase() }),
      by: () => rita,
    },
    'named by the variable requester as an object': {
      open: () => ask(null, { groups: ['clerks'], requester: { id: rita.userId } }),
      by: () => rita,
    },
  };

  for (const [name, attempt] of Object.entries(ATTEMPTS)) {
    test(`BEY-28 a request cannot be decided ${name}: by form, deferred, claim, save, in bulk, mass action and e-mail`, async () => {
      const id = await attempt.open();
      const who = attempt.by();
      for (const outcome of OUTCOMES) {
        for (const headers of [{}, { prefer: 'undo=10' }]) {
          const refused = await complete(who, id, outcome, headers as Record<string, string>);
          assert.deepEqual([refused.status, refused.body.code], [403, 'task.own_request'], outcome);
        }
        const many = await who.post('/api/tasks', { taskIds: [id], action: { action: 'complete', outcome } });
        assert.equal(many.body.results[0].code, 'task.own_request');
        for (const dryRun of [true, false]) {
          const [item] = await run(who, [id], outcome, dryRun);
          assert.deepEqual([item.ok, item.code], [false, 'task.own_request']);
          assert.match(item.title, /cannot decide it/);
        }
        const pressed = await press(who, id, outcome);
        assert.deepEqual([pressed.status, pressed.body.code], [403, 'task.own_request']);
      }
      assert.equal((await who.post(`/api/tasks/${id}`, { action: 'save' })).body.code, 'task.own_request');
      const detail = (await who.get(`/api/tasks/${id}`)).body;
      assert.deepEqual(
        [detail.status, detail.mayComplete, detail.mayClaim, detail.mayEdit, detail.whyNot],
        ['open', false, false, false, 'own_request'],
      );
      assert.equal((await who.get(`/api/tasks/${id}/form`)).body.readOnly, true);
      const why = (await who.get(`/api/tasks/${id}/why`)).body;
      assert.deepEqual([why.listed, why.whyNot], [true, 'own_request']);
      if (detail.assignee === null) {
        assert.equal((await who.post(`/api/tasks/${id}`, { action: 'claim' })).body.code, 'task.own_request');
      }
      // Another user decides, and a process without the rule allows the requester.
      const others = [chief, nora, mira].filter((one) => one !== who);
      const [other] = others;
      const given = await adam.post(`/api/tasks/${id}/identitylinks`, { kind: 'assignee', userId: other!.username });
      assert.equal(given.status, 200, JSON.stringify(given.body));
      assert.equal((await complete(other!, id, 'approve')).status, 200);
    });
  }

  test('BEY-28 lists show the refusal, and e-mails have no buttons for it', async () => {
    const mine = await ask(rita, { groups: ['clerks'] });
    const other = await ask(chief, { groups: ['clerks'] });
    const items: { id: string; mayComplete?: boolean; whyNot?: string }[] = (await rita.get('/api/tasks?limit=200'))
      .body.items;
    const rightsOf = (id: string) => {
      const { mayComplete, whyNot } = items.find((one) => one.id === id)!;
      return [mayComplete, whyNot];
    };
    assert.deepEqual(rightsOf(mine), [false, 'own_request']);
    assert.deepEqual(rightsOf(other), [undefined, undefined]);
    await tenant.transaction((tx) =>
      sql`INSERT INTO notification_setting (user_id, choices) VALUES (${rita.userId}::uuid, '{"offered": "now"}')
        ON CONFLICT DO NOTHING`.execute(tx),
    );
    await tenant.transaction((tx) => sql`DELETE FROM notification`.execute(tx));
    await takeEmails(db());
    for (const [by, buttons] of [
      [rita, 0],
      [chief, 2],
    ] as const) {
      await ask(by, { groups: ['clerks'] });
      await sendTaskMails(mailScope());
      const mail = (await takeEmails(db())).find(({ to }) => to === `${rita.username}@acme.test`)!;
      assert.equal(mail.text.match(/task-action\//g)?.length ?? 0, buttons);
    }
  });

  test('BEY-28 the list of all tasks shows which open decisions the caller may not make', async () => {
    const mine = await ask(nora, { groups: ['clerks'] });
    const other = await ask(rita, { groups: ['clerks'] });
    const { items } = (await nora.get('/api/tasks/all?limit=200')).body;
    const rightsOf = (id: string) => {
      const { mayComplete, whyNot } = items.find((one: { id: string }) => one.id === id);
      return [mayComplete, whyNot];
    };
    assert.deepEqual(rightsOf(mine), [false, 'own_request']);
    assert.deepEqual(rightsOf(other), [undefined, undefined]);
  });

  test('BEY-28 a new requester reassigns an open task to a manager, or raises an incident that the next one closes', async () => {
    const instanceOf = async (id: string): Promise<string> => (await adam.get(`/api/tasks/${id}`)).body.instanceId;
    const requesterIs = (instanceId: string, requester: Person) =>
      tenant.transaction((tx) =>
        deliver(
          tx,
          scope(),
          instanceId,
          { kind: 'setVars', vars: { requester: requester.username } },
          { eventId: randomUUID() },
        ),
      );
    const stateOf = async (instanceId: string) => {
      const { status, incidents } = (await adam.get(`/api/instances/${instanceId}`)).body;
      return [status, ...incidents.map(({ code }: { code: string }) => code)];
    };
    await reportsTo(chief, mira);
    const moved = await ask(rita, { who: chief.username });
    await requesterIs(await instanceOf(moved), chief);
    assert.equal((await adam.get(`/api/tasks/${moved}`)).body.assignee.id, mira.username);
    assert.equal((await chief.get(`/api/tasks/${moved}`)).status, 404, 'it left the inbox of the requester');
    assert.equal((await complete(mira, moved, 'approve')).status, 200);

    const stuck = await ask(rita, { who: peer.username });
    const instanceId = await instanceOf(stuck);
    await requesterIs(instanceId, peer);
    assert.deepEqual(await stateOf(instanceId), ['incident', 'task.decider_unknown']);
    await requesterIs(instanceId, theo);
    assert.deepEqual(await stateOf(instanceId), ['active']);
    assert.equal((await complete(peer, stuck, 'approve')).status, 200);
  });

  test('BEY-28 an administrator’s delegation of an undecidable task closes its incident', async () => {
    const id = await ask(rita, { who: rita.username });
    const { instanceId } = (await adam.get(`/api/tasks/${id}`)).body;
    const status = async () => (await adam.get(`/api/instances/${instanceId}`)).body.status;
    assert.equal(await status(), 'incident');
    const given = await adam.post(`/api/tasks/${id}/delegate/${chief.username}`, { returns: false });
    assert.equal(given.status, 200, JSON.stringify(given.body));
    assert.equal(await status(), 'active');
    const task = (await chief.get(`/api/tasks/${id}`)).body;
    assert.deepEqual([task.assignee.id, task.owner.id], [chief.username, adam.username]);
    assert.equal((await complete(chief, id, 'approve')).status, 200);
  });

  test('BEY-28 the requester may complete a step with one outcome, and any step of a process without the rule', async () => {
    const correct = await ask(rita, { requester: rita.username }, 'note');
    assert.equal((await rita.post(`/api/tasks/${correct}`, { action: 'complete' })).status, 200);
    const free = await ask(rita, { who: rita.username }, 'free');
    assert.equal((await rita.get(`/api/tasks/${free}`)).body.mayComplete, true);
    assert.equal((await complete(rita, free, 'approve')).status, 200);
    const rules = (await rita.get('/api/processes')).body.map((one: { key: string; fourEyes: string }) => [
      one.key,
      one.fourEyes,
    ]);
    assert.deepEqual(Object.fromEntries(rules), {
      leave: 'requester',
      free: 'none',
      pair: 'strict',
      note: 'requester',
    });
  });

  test('BEY-28 a process keeps its rule when deployed again without one, and an invalid rule is refused', async () => {
    const again = (attributes: string, name: string) =>
      tenant.transaction((tx) =>
        deployBpmn(tx, scope(), bpmn('again', sequence(start, userTask(name, ''), end), attributes)),
      );
    const rule = async () =>
      (await rita.get('/api/processes')).body.find((one: { key: string }) => one.key === 'again').fourEyes;
    await again('verva:fourEyes="strict"', 'a');
    await again('', 'b');
    assert.equal(await rule(), 'strict');
    await again('verva:fourEyes="none"', 'b');
    assert.equal(await rule(), 'none');
    await assert.rejects(again('verva:fourEyes="sometimes"', 'c'), { code: 'process.refused' });
  });

  test('BEY-28 strict: no user decides twice in a case, and a delegate counts as both users', async () => {
    const both = async (who: Person, others: Person[]) => {
      const first = await ask(rita, { who: who.username, others: others.map(({ username }) => username) }, 'pair');
      const { body } = await adam.get(`/api/tasks/${first}/active-tasks`);
      const ids = [first, ...body.map(({ id }: { id: string }) => id)];
      const named = await Promise.all(ids.map(async (id) => [(await adam.get(`/api/tasks/${id}`)).body.taskKey, id]));
      return Object.fromEntries(named) as { one: string; two: string };
    };
    const twice = await both(chief, [chief, peer]);
    assert.equal((await complete(chief, twice.one, 'approve')).status, 200);
    const second = await complete(chief, twice.two, 'approve');
    assert.deepEqual([second.status, second.body.code], [403, 'task.decided_before']);
    assert.equal((await chief.get(`/api/tasks/${twice.two}`)).body.whyNot, 'decided_before');
    assert.equal((await complete(peer, twice.two, 'approve')).status, 200);

    await addDelegation(chief, peer);
    const behalf = await both(chief, [chief, peer, mira]);
    assert.equal((await complete(peer, behalf.one, 'approve')).status, 200);
    for (const who of [chief, peer]) {
      assert.equal((await complete(who, behalf.two, 'reject')).body.code, 'task.decided_before', who.username);
    }
    assert.equal((await complete(mira, behalf.two, 'approve')).status, 200);

    const atOnce = await both(theo, [theo, mira]);
    const answers = await Promise.all([complete(theo, atOnce.one, 'approve'), complete(theo, atOnce.two, 'approve')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403]);
  });

  test('BEY-28 a deferred decision is authorised again when it is executed', async () => {
    const id = await ask(null, { groups: ['clerks'] });
    const held = await complete(rita, id, 'approve', { prefer: 'undo=10' });
    assert.equal(held.status, 202);
    const { instanceId } = (await adam.get(`/api/tasks/${id}`)).body;
    await tenant.transaction((tx) =>
      sql`UPDATE process_instance SET starter_id = ${rita.userId}::uuid WHERE id = ${instanceId}::uuid`.execute(tx),
    );
    tenant.clock.now = new Date(NOON.getTime() + 11_000);
    await executeDeferredActions(
      { ...tenant.context, clock: () => tenant.clock.now },
      deferredActionKinds(tenant.context),
    );
    const task = (await rita.get(`/api/tasks/${id}`)).body;
    assert.deepEqual([task.status, task.mayComplete], ['open', false]);
    const history = (await adam.get(`/api/tasks/${id}/history`)).body;
    assert.ok(history.some(({ kind }: { kind: string }) => kind === 'refused'));
  });

  test('BEY-28 an undecidable task goes to the line manager, then to the manager above, else it is an incident', async () => {
    await reportsTo(rita, mira);
    await reportsTo(mira, theo);
    const toManager = await ask(rita, { who: rita.username });
    const task = (await mira.get(`/api/tasks/${toManager}`)).body;
    assert.deepEqual([task.assignee.id, task.mayComplete], [mira.username, true]);
    assert.equal(task.identityLinks.find((one: { kind: string }) => one.kind === 'assignee').rule.source, 'four_eyes');
    assert.equal((await rita.get(`/api/tasks/${toManager}`)).status, 404, 'the requester has it no more');
    assert.equal((await complete(mira, toManager, 'approve')).status, 200);

    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE id = ${mira.userId}::uuid`.execute(tx),
    );
    const above = await ask(rita, { who: rita.username });
    assert.equal((await adam.get(`/api/tasks/${above}`)).body.assignee.id, theo.username);
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'active' WHERE id = ${mira.userId}::uuid`.execute(tx),
    );

    await tenant.transaction((tx) => sql`DELETE FROM user_manager`.execute(tx));
    const stuck = await ask(rita, { who: rita.username });
    const { instanceId } = (await adam.get(`/api/tasks/${stuck}`)).body;
    const incidents = async () => (await adam.get(`/api/instances/${instanceId}`)).body;
    const open = await incidents();
    assert.equal(open.status, 'incident');
    assert.deepEqual(
      open.incidents.map(({ code }: { code: string }) => code),
      ['task.decider_unknown'],
    );
    await adam.post(`/api/tasks/${stuck}/identitylinks`, { kind: 'assignee', userId: chief.username });
    const settled = await incidents();
    assert.equal(settled.status, 'active');
    assert.equal((await complete(chief, stuck, 'approve')).status, 200);
  });

  test('BEY-28 the preview of a delegation warns of the delegate’s own requests', async () => {
    await ask(null, { who: chief.username, requester: rita.username });
    const { body } = await chief.post('/api/identity/delegate/me/preview', {
      delegateUserId: rita.username,
      startDate: '2026-11-18',
      endDate: '2026-11-20',
    });
    assert.deepEqual(
      body.conflicts.map(({ code, params }: { code: string; params: { count: number } }) => [code, params.count > 0]),
      [['own_request', true]],
    );
  });
});
