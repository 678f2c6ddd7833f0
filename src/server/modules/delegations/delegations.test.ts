import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { deferredActionKinds } from '../../app.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';
import { executeDeferredActions } from '../deferred-actions/index.ts';
import { deployBpmn, startInstance } from '../processes/index.ts';
import { processTransitions } from './index.ts';

const LETTER = bpmn(
  'letter',
  sequence(start, userTask('answer', 'camunda:candidateGroups="=groups" camunda:candidateUsers="=users"'), end),
);
const LEAVE = bpmn(
  'leave',
  sequence(start, userTask('decide', 'verva:candidateUsers="=users" verva:outcomes="approve,reject"'), end),
);
/** A Wednesday at noon in Tallinn. */
const NOON = new Date('2026-11-18T10:00:00.000Z');

onDatabase('delegations', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let anna: Person;
  let mart: Person;
  let liis: Person;
  let chief: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      anna: ['clerks'],
      mart: [],
      liis: ['clerks'],
      chief: ['admin'],
      gone: [],
      kadri: [],
    });
    ({ anna, mart, liis, chief } = tenant.people as Record<'anna' | 'mart' | 'liis' | 'chief', Person>);
    other = await createTestTenant(db(), 'beta', { boris: [], belle: ['admin'] }, tenant);
    tenant.clock.now = NOON;
    await tenant.transaction(async (tx) => {
      for (const xml of [LETTER, LEAVE]) await deployBpmn(tx, tenant.scope(), xml);
      await sql`UPDATE app_user SET status = 'disabled' WHERE id = ${tenant.people.gone!.userId}::uuid`.execute(tx);
      await sql`UPDATE app_user SET email = username || '@acme.test'`.execute(tx);
      await sql`UPDATE app_user SET language_id = 'et' WHERE id = ${mart.userId}::uuid`.execute(tx);
    });
  });

  async function open(
    users: string[],
    groups: string[] = [],
    startedBy: Person | null = null,
    key = 'letter',
  ): Promise<string> {
    const started = await tenant.transaction((tx) =>
      startInstance(
        tx,
        { ...tenant.scope(), userId: startedBy?.userId ?? null },
        {
          key,
          businessKey: null,
          variables: { users, groups },
        },
      ),
    );
    return started.tasks[0]!.id;
  }
  const keepToOneself = (taskId: string) =>
    tenant.transaction(async (tx) => {
      await sql`UPDATE task SET confidential = 'health' WHERE id = ${taskId}::uuid`.execute(tx);
      await sql`UPDATE task_inbox SET principal = 'c' || substr(principal, 2) WHERE task_id = ${taskId}::uuid`.execute(
        tx,
      );
    });

  /** Deletes all periods, deferred actions and messages, so that each test starts empty. */
  async function clear(): Promise<void> {
    tenant.clock.now = NOON;
    await tenant.transaction(async (tx) => {
      await sql`DELETE FROM held_action`.execute(tx);
      await sql`DELETE FROM delegation`.execute(tx);
    });
    await db().systemTransaction((tx) => sql`DELETE FROM outbox`.execute(tx));
  }
  const period = (more: Record<string, unknown> = {}) => ({
    delegateUserId: mart.username,
    startDate: '2026-11-18',
    endDate: '2026-11-20',
    ...more,
  });
  const add = (more: Record<string, unknown> = {}, who = anna, of = 'me') =>
    who.post(`/api/identity/delegate/${of}/`, period(more));
  async function added(more: Record<string, unknown> = {}, who = anna): Promise<Reply['body']> {
    const { status, body } = await add(more, who);
    assert.equal(status, 201, JSON.stringify(body));
    return body;
  }
  async function outbox(topic: string): Promise<Record<string, unknown>[]> {
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ payload: Record<string, unknown> }>`SELECT payload FROM outbox WHERE topic = ${topic} ORDER BY id`.execute(
        tx,
      ),
    );
    return rows.map(({ payload }) => payload);
  }
  const mails = async () => (await outbox('mail')).map(({ to, template }) => `${to} ${template}`);
  const seenBy = async (who: Person) =>
    ((await who.get('/api/tasks?limit=200')).body.items as { id: string }[]).map(({ id }) => id);
  const processNow = () =>
    processTransitions({
      db: db(),
      log: tenant.context.log,
      clock: () => tenant.clock.now,
      publicUrl: 'https://v.test',
    });
  const execute = () =>
    executeDeferredActions({ ...tenant.context, clock: () => tenant.clock.now }, deferredActionKinds(tenant.context));

  test('DEL-01 API-04 a user adds a period, sees it and replaces it', async () => {
    await clear();
    const { status, body, headers } = await add({
      comment: '  Year-end holiday  ',
      startDate: '2026-12-21',
      endDate: '2027-01-03',
    });
    assert.equal(status, 201);
    assert.equal(headers.etag, '"1"');
    const { id, ...shown } = body;
    assert.deepEqual(shown, {
      userId: 'anna.acme',
      delegateUserId: 'mart.acme',
      startDate: '2026-12-21',
      endDate: '2027-01-03',
      comment: 'Year-end holiday',
      replaceVerva: true,
      replaceverva: true,
      moveOpenTasks: true,
      user: { id: 'anna.acme', key: anna.userId, name: 'Anna' },
      delegate: { id: 'mart.acme', key: mart.userId, name: 'Mart' },
      state: 'coming',
      version: 1,
    });
    const replaced = await add({ id, delegateUserId: liis.userId, replaceverva: false, moveOpenTasks: false });
    assert.equal(replaced.status, 200);
    assert.equal(replaced.body.id, id);
    assert.equal(replaced.body.delegateUserId, 'liis.acme');
    assert.deepEqual([replaced.body.replaceVerva, replaced.body.replaceverva], [false, false]);
    assert.equal(replaced.body.comment, '');
    assert.equal(replaced.body.state, 'running');
    assert.equal(replaced.body.version, 2);
    assert.deepEqual((await anna.get(`/api/identity/delegate/${anna.username}/`)).body, [replaced.body]);
  });

  test('API-06 a change with an old version is refused with who changed it; one without a version wins', async () => {
    await clear();
    const first = await added();
    await add({ id: first.id, comment: 'second' }, chief, anna.userId);
    const stale = await anna.send(
      'POST',
      '/api/identity/delegate/me',
      JSON.stringify(period({ id: first.id, comment: 'mine' })),
      { 'content-type': 'application/json', 'if-match': '"1"' },
    );
    assert.equal(stale.status, 412);
    assert.equal(stale.body.params.name, 'Chief');
    assert.equal(stale.body.current.comment, 'second');
    assert.equal((await add({ id: first.id, comment: 'mine', version: 1 })).body.code, 'edit.conflict');
    assert.equal((await add({ id: first.id, comment: 'mine', version: 2 })).status, 200);
    assert.equal((await add({ id: first.id, comment: 'last' })).body.comment, 'last');
  });

  test('DEL-06 DEL-07 DEL-08 an invalid period is refused and nothing is saved', async () => {
    await clear();
    const cases: [Record<string, unknown>, number, string, string][] = [
      [{ startDate: '2026-11-21' }, 422, 'delegation.dates_reversed', '/endDate'],
      [{ delegateUserId: 'me' }, 422, 'delegation.to_self', '/delegateUserId'],
      [{ comment: 'x'.repeat(101) }, 422, 'delegation.comment_too_long', '/comment'],
      [{ delegateUserId: 'gone.acme' }, 422, 'delegation.delegate_disabled', '/delegateUserId'],
      [{ delegateUserId: 'boris.beta' }, 404, 'user.not_found', '/delegateUserId'],
      [{ delegateUserId: other.people.boris!.userId }, 404, 'user.not_found', '/delegateUserId'],
      [{ startDate: '2026-02-30' }, 400, 'request.invalid', '/startDate'],
      [{ userId: 'mart.acme' }, 400, 'request.invalid', '/userId'],
      [{ colour: 'red' }, 400, 'request.invalid', '/colour'],
      [{ id: other.people.boris!.userId }, 404, 'delegation.not_found', ''],
    ];
    for (const [more, status, code, pointer] of cases) {
      const answer = await add(more);
      assert.equal(answer.status, status, JSON.stringify(answer.body));
      assert.equal(answer.body.code, code);
      if (pointer) assert.equal(answer.body.errors[0].pointer, pointer);
    }
    await added();
    const overlapping = await add({ startDate: '2026-11-20', endDate: '2026-11-30' });
    assert.equal(overlapping.status, 409);
    assert.equal(overlapping.body.code, 'delegation.overlap');
    assert.equal(overlapping.body.title, 'overlap');
    assert.deepEqual(overlapping.body.params, { from: '2026-11-18', until: '2026-11-20' });
    assert.equal((await anna.get('/api/identity/delegate/me?ended=true')).body.length, 1);
    assert.equal((await add({ startDate: '2026-11-21', endDate: '2026-11-30' })).status, 201);
  });

  test('DEL-06 one of several concurrent overlapping periods is saved; the database itself refuses an overlap', async () => {
    await clear();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => add({ startDate: '2026-11-18', endDate: `2026-11-${20 + index}` })),
    );
    const codes = answers.map(({ status, body }) => (status === 201 ? 'saved' : body.code)).sort();
    assert.deepEqual(codes, [...Array(7).fill('delegation.overlap'), 'saved']);
    const row = (from: string, until: string) =>
      tenant.transaction((tx) =>
        sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date)
          VALUES (${kadri().userId}::uuid, ${mart.userId}::uuid, ${from}::date, ${until}::date)`.execute(tx),
      );
    const written = await Promise.allSettled([
      row('2026-11-01', '2026-11-10'),
      row('2026-11-10', '2026-11-12'),
      row('2026-11-05', '2026-11-11'),
    ]);
    assert.equal(written.filter(({ status }) => status === 'fulfilled').length, 1);
    const refused = written.filter((one) => one.status === 'rejected');
    for (const { reason } of refused) assert.match(reason.code, /^(23P01|40P01)$/);
  });

  test('ROLE-02 API-04 administrators see, add and change delegations of other users; other callers get 404', async () => {
    await clear();
    const body = await added();
    for (const who of [mart, liis]) {
      assert.equal((await who.get('/api/identity/delegate/anna.acme')).status, 404);
      assert.equal((await add({}, who, 'anna.acme')).status, 404);
      assert.equal((await who.post('/api/identity/delegate/anna.acme/preview', period())).status, 404);
      assert.equal((await who.send('DELETE', `/api/identity/delegate/${body.id}`)).status, 404);
      assert.equal((await who.post('/api/identity/delegate', {})).status, 403);
      assert.equal((await who.post('/api/identity/delegate/create', period({ userId: 'anna.acme' }))).status, 403);
    }
    const { boris, belle } = other.people as Record<'boris' | 'belle', Person>;
    for (const who of [boris!, belle!]) {
      assert.equal((await who.get('/api/identity/delegate/anna.acme')).status, 404);
      assert.equal((await who.send('DELETE', `/api/identity/delegate/${body.id}`)).status, 404);
      assert.equal((await who.get(`/api/identity/delegate/${body.id}/report`)).status, 404);
    }
    assert.deepEqual((await belle!.post('/api/identity/delegate', {})).body.items, []);
    const made = await chief.post('/api/identity/delegate/create', period({ userId: 'liis.acme' }));
    assert.equal(made.status, 201);
    assert.equal(made.body.userId, 'liis.acme');
    assert.equal((await chief.post('/api/identity/delegate/create', period())).body.errors[0].pointer, '/userId');
    const first = (await chief.post('/api/identity/delegate', { limit: 1 })).body;
    assert.equal(first.items.length, 1);
    const second = (await chief.post('/api/identity/delegate', { limit: 1, after: first.next })).body;
    assert.equal(second.next, null);
    assert.deepEqual(
      new Set([...first.items, ...second.items].map(({ id }: { id: string }) => id)),
      new Set([body.id, made.body.id]),
    );
    const of = async (filter: object) =>
      ((await chief.post('/api/identity/delegate', filter)).body.items as { userId: string }[]).map(
        ({ userId }) => userId,
      );
    assert.deepEqual(await of({ userIds: ['anna.acme'] }), ['anna.acme']);
    assert.deepEqual(await of({ delegateUserIds: [liis.userId] }), []);
    assert.deepEqual(await of({ from: '2026-11-21' }), []);
    assert.deepEqual(await of({ until: '2026-11-17' }), []);
    assert.equal((await chief.post('/api/identity/delegate', { after: 'nonsense' })).body.code, 'page.cursor_mismatch');
  });

  test('ADM-07 ADM-08 administrators list the delegations of all users, with filters, search and order', async () => {
    await clear();
    await added();
    await added({ startDate: '2026-12-01', endDate: '2026-12-05', comment: 'Skiing' }, liis);
    await added({ startDate: '2026-10-01', endDate: '2026-10-05', replaceVerva: false }, liis);
    const list = async (query: string) => {
      const { status, body } = await chief.get(`/api/records/delegations?${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body.items.map(
        ({ user, startDate, state }: { user: { name: string }; startDate: string; state: string }) =>
          `${user.name} ${startDate} ${state}`,
      );
    };
    const [coming, running, ended] = ['Liis 2026-12-01 coming', 'Anna 2026-11-18 running', 'Liis 2026-10-01 ended'];
    assert.deepEqual(await list(''), [coming, running, ended]);
    assert.deepEqual(await list('sort=user:asc'), [running, coming, ended]);
    assert.deepEqual(await list('state=in:running,coming&sort=endDate'), [running, coming]);
    assert.deepEqual(await list('user=eq:liis.acme&replaceVerva=eq:false'), [ended]);
    assert.deepEqual(await list('q=SKI'), [coming]);
    assert.deepEqual(await list('delegate=eq:liis.acme'), []);
    const { belle } = other.people as Record<'belle', Person>;
    assert.deepEqual((await belle.get('/api/records/delegations')).body.items, []);
    assert.equal((await anna.get('/api/records/delegations')).body.code, 'access.denied');
  });

  test('ADM-07 a user is notified of a delegation that an administrator enters or changes, and of no own one', async () => {
    await clear();
    const { body } = await add({ startDate: '2026-12-01', endDate: '2026-12-05' }, chief, 'anna.acme');
    assert.deepEqual(await mails(), ['anna.acme@acme.test delegation.entered']);
    await anna.post('/api/identity/delegate/me', {
      ...period(),
      id: body.id,
      startDate: '2026-12-02',
      endDate: '2026-12-05',
    });
    assert.equal((await mails()).length, 1);
    const [mail] = await outbox('mail');
    assert.match(String(mail!.subject), /Chief/);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ actor: string }>`SELECT actor_id AS actor FROM audit_log WHERE entity = 'delegation' AND verb = 'insert'
        AND entity_id = ${body.id}`.execute(tx),
    );
    assert.equal(rows[0]!.actor, chief.userId);
  });

  test('DEL-10 TSK-01 the delegate sees and completes the tasks while the delegation runs, and not after it', async () => {
    await clear();
    const before = await open([anna.username]);
    await added({ startDate: '2026-11-24', endDate: '2026-11-25' });
    tenant.clock.now = new Date('2026-11-23T21:59:59.000Z');
    assert.equal((await seenBy(mart)).includes(before), false);
    assert.equal((await mart.get(`/api/tasks/${before}`)).status, 404);
    tenant.clock.now = new Date('2026-11-23T22:00:00.000Z');
    assert.ok((await seenBy(mart)).includes(before));
    const listed = (await mart.get('/api/tasks')).body.items.find(({ id }: { id: string }) => id === before);
    assert.equal(listed.via, 'delegation');
    assert.equal(listed.viaUser.name, 'Anna');
    const done = await open([anna.username]);
    const completed = await mart.post(`/api/tasks/${done}`, { action: 'complete', outcome: 'complete' });
    assert.equal(completed.status, 200);
    assert.equal(completed.body.task.onBehalfOf.name, 'Anna');
    const history = (await anna.get(`/api/tasks/${done}/history`)).body as {
      kind: string;
      by: { name: string };
      onBehalfOf?: { name: string };
    }[];
    const entry = history.find(({ kind }) => kind === 'completed')!;
    assert.deepEqual([entry.by.name, entry.onBehalfOf?.name], ['Mart', 'Anna']);
    tenant.clock.now = new Date('2026-11-25T21:59:59.000Z');
    assert.ok((await seenBy(mart)).includes(before));
    tenant.clock.now = new Date('2026-11-25T22:00:00.000Z');
    assert.equal((await seenBy(mart)).includes(before), false);
    assert.equal((await mart.post(`/api/tasks/${before}`, { action: 'complete', outcome: 'complete' })).status, 404);
  });

  test('DEL-01 a period that does not apply to Verva transfers no task', async () => {
    await clear();
    const task = await open([anna.username]);
    const body = await added({ replaceVerva: false });
    assert.equal((await seenBy(mart)).includes(task), false);
    assert.equal((await mart.get('/api/tasks/count')).body.count, 0);
    assert.equal((await mart.get(`/api/tasks/${task}`)).status, 404);
    assert.equal((await mart.post(`/api/tasks/${task}`, { action: 'claim' })).status, 404);
    await add({ id: body.id, replaceVerva: true });
    assert.ok((await seenBy(mart)).includes(task));
  });

  test('BEY-01 a preview counts transferred, remaining and invisible tasks and saves nothing', async () => {
    await clear();
    const lea = kadri();
    const plan = (more: Record<string, unknown> = {}) =>
      lea.post('/api/identity/delegate/me/preview', period({ delegateUserId: liis.username, ...more }));
    await tenant.transaction((tx) =>
      sql`INSERT INTO app_group (id, name) VALUES ('drivers', 'Drivers') ON CONFLICT DO NOTHING`.execute(tx),
    );
    await tenant.transaction((tx) =>
      sql`INSERT INTO group_member (group_id, user_id) VALUES ('drivers', ${lea.userId}::uuid), ('clerks', ${lea.userId}::uuid)`.execute(
        tx,
      ),
    );
    assert.deepEqual((await plan()).body.moves, 0);
    const transferred = [await open([lea.username]), await open([lea.username]), await open([lea.username], [], liis)];
    const request = await open([lea.username], [], liis, 'leave');
    const drivers = await open([], ['drivers']);
    await open([], ['clerks', 'drivers']);
    const secret = await open([lea.username]);
    await keepToOneself(secret);
    const { status, body } = await plan();
    assert.equal(status, 200);
    assert.equal(body.moves, 3);
    const ids = (tasks: { id: string }[]) => tasks.map(({ id }) => id);
    assert.deepEqual(new Set(ids(body.tasks)), new Set(transferred));
    assert.equal(body.notVisible, 1);
    assert.equal(body.confidentialStay, 1);
    assert.deepEqual(ids(body.stays.fourEyes), [request], 'only a decision is refused to its requester');
    assert.deepEqual([ids(body.stays.groups), ids(body.stays.confidential)], [[drivers], [secret]]);
    assert.deepEqual([body.gaps, body.alternative], [[], null]);
    assert.deepEqual(
      body.conflicts.map(({ code, params }: { code: string; params: { count: number } }) => [code, params.count]),
      [['own_request', 1]],
    );
    const byChief = await chief.post(
      '/api/identity/delegate/kadri.acme/preview',
      period({ delegateUserId: liis.username }),
    );
    assert.deepEqual([byChief.body.notVisible, byChief.body.confidentialStay], [1, 1]);
    assert.deepEqual(byChief.body.stays, { fourEyes: [], groups: [], confidential: [] });
    await added({ delegateUserId: liis.username }, lea);
    const decision = await liis.post(`/api/tasks/${request}`, { action: 'complete', outcome: 'approve' });
    assert.equal(decision.body.code, 'task.own_request');
    await clear();
    assert.equal((await plan({ replaceVerva: false })).body.moves, 0);
    assert.equal((await plan({ startDate: '2030-01-01', endDate: '2030-01-02', moveOpenTasks: false })).body.moves, 0);
    assert.equal((await plan({ startDate: '2026-11-30' })).body.code, 'delegation.dates_reversed');
    assert.deepEqual((await lea.get('/api/identity/delegate/me?ended=true')).body, []);
  });

  test('BEY-01 a preview warns of overlaps, absences of the delegate, chains and circles', async () => {
    await clear();
    const lea = kadri();
    const conflicts = async (more: Record<string, unknown> = {}) =>
      (
        (await anna.post('/api/identity/delegate/me/preview', period(more))).body.conflicts as {
          code: string;
          params: { name: string; from: string };
        }[]
      ).filter(({ code }) => code !== 'own_request');
    assert.deepEqual(await conflicts(), []);
    // Mart is away himself, and Liis is his delegate.
    await added({ delegateUserId: liis.username, startDate: '2026-11-20', endDate: '2026-11-25' }, mart);
    assert.deepEqual(await conflicts(), [
      { code: 'delegate_absent', params: { name: 'Liis', from: '2026-11-20', until: '2026-11-25' } },
    ]);
    assert.deepEqual(await conflicts({ startDate: '2026-11-26', endDate: '2026-11-27' }), []);
    // Anna is a delegate of Kadri: Kadri's tasks are not passed on.
    await added({ delegateUserId: anna.username }, lea);
    assert.deepEqual(
      (await conflicts()).map(({ code, params }) => [code, params.name]),
      [
        ['delegate_absent', 'Liis'],
        ['chain', 'Kadri'],
      ],
    );
    // Anna -> Mart -> Liis -> Anna.
    await added({ delegateUserId: anna.username }, liis);
    const around = (await conflicts()).map(({ code, params }) => [code, params.name]);
    assert.ok(
      around.some(([code, name]) => code === 'cycle' && name === 'Liis'),
      JSON.stringify(around),
    );
    // Anna -> Liis -> Anna: reported once.
    assert.deepEqual(
      (await conflicts({ delegateUserId: liis.username })).map(({ code, params }) => [code, params.name]),
      [
        ['cycle', 'Liis'],
        ['chain', 'Kadri'],
      ],
    );
    const own = await added();
    assert.deepEqual((await conflicts()).map(({ code }) => code)[0], 'overlap');
    assert.ok(!(await conflicts({ id: own.id })).some(({ code }) => code === 'overlap'));
  });

  test('BEY-01 a preview names the days without cover, and a user who is free on them', async () => {
    await clear();
    const plan = async (more: Record<string, unknown> = {}) =>
      (await anna.post('/api/identity/delegate/me/preview', period(more))).body;
    await added({ delegateUserId: chief.username, startDate: '2026-11-19', endDate: '2026-11-19' }, mart);
    // Kadri and, later, Liis covered for Anna.
    await added({ delegateUserId: 'kadri.acme', startDate: '2026-01-05', endDate: '2026-01-06' });
    await added({ delegateUserId: liis.username, startDate: '2026-02-05', endDate: '2026-02-06' });
    const found = await plan();
    assert.deepEqual(found.gaps, [{ startDate: '2026-11-19', endDate: '2026-11-19' }]);
    assert.equal(found.alternative.name, 'Liis');
    await added({ delegateUserId: 'kadri.acme', startDate: '2026-11-10', endDate: '2026-11-19' }, liis);
    assert.equal((await plan()).alternative.name, 'Kadri', 'Liis is away herself');
    await added({ delegateUserId: mart.username, startDate: '2026-11-19', endDate: '2026-11-19' }, kadri());
    assert.equal((await plan()).alternative, null);
    assert.deepEqual((await plan({ startDate: '2026-11-20' })).gaps, []);
  });

  test('BEY-04 confidential tasks are never delegated', async () => {
    await clear();
    const secret = await open([anna.username]);
    await keepToOneself(secret);
    await added();
    assert.equal((await seenBy(mart)).includes(secret), false);
    assert.equal((await mart.get(`/api/tasks/${secret}`)).status, 404);
    assert.equal((await mart.post(`/api/tasks/${secret}`, { action: 'complete', outcome: 'complete' })).status, 404);
    assert.ok((await seenBy(anna)).includes(secret));
  });

  test('BEY-02 BEY-03 the delegator gets one report by e-mail at the end, with both names for every decision', async () => {
    await clear();
    const [done, left, secret] = [
      await open([anna.username]),
      await open([anna.username]),
      await open([anna.username]),
    ];
    await keepToOneself(secret);
    const { id } = await added({ startDate: '2026-11-19', endDate: '2026-11-20' });
    assert.deepEqual(await mails(), []);
    await processNow();
    assert.deepEqual(await mails(), []);
    tenant.clock.now = new Date('2026-11-18T22:00:00.000Z');
    await Promise.all([processNow(), processNow(), processNow()]);
    assert.deepEqual(await mails(), ['mart.acme@acme.test delegation.began']);
    const [mail] = await outbox('mail');
    assert.equal(mail!.languageId, 'et');
    assert.match(String(mail!.text), /Asendatav: Anna/);
    tenant.clock.now = new Date('2026-11-19T10:00:00.000Z');
    assert.equal((await mart.post(`/api/tasks/${done}`, { action: 'complete', outcome: 'complete' })).status, 200);
    tenant.clock.now = new Date('2026-11-20T21:59:59.000Z');
    await processNow();
    assert.equal((await mails()).length, 1);
    tenant.clock.now = new Date('2026-11-20T22:00:00.000Z');
    await Promise.all([processNow(), processNow(), processNow()]);
    await processNow();
    assert.deepEqual((await mails()).slice(1), ['anna.acme@acme.test delegation.ended']);
    const report = (await outbox('mail'))[1]!;
    assert.equal(report.subject, 'While you were away');
    assert.match(String(report.text), /Mart covered for you from 19 Nov 2026 to 20 Nov 2026/);
    assert.match(String(report.text), /- answer: Complete, 19 Nov 2026, 12:00/i);
    const { body } = await anna.get(`/api/identity/delegate/${id}/report`);
    assert.equal(body.delegation.state, 'ended');
    assert.deepEqual(
      body.decisions.map(
        (one: {
          task: { id: string };
          by: { name: string };
          onBehalfOf: { name: string };
          outcomeLabel: { et: string };
        }) => [one.task.id, one.by.name, one.onBehalfOf.name, one.outcomeLabel.et],
      ),
      [[done, 'Mart', 'Anna', 'Lõpeta']],
    );
    const returned = body.returned.map((one: { id: string }) => one.id);
    assert.ok(returned.includes(left));
    assert.ok(!returned.includes(secret) && !returned.includes(done));
    const his = (await mart.get(`/api/identity/delegate/${id}/report`)).body;
    assert.equal(his.decisions.length, 1);
    assert.deepEqual(his.returned, []);
    assert.equal((await liis.get(`/api/identity/delegate/${id}/report`)).status, 404);
    assert.deepEqual((await anna.get('/api/identity/delegate/me')).body, []);
    assert.equal((await anna.get('/api/identity/delegate/me?ended=true')).body.length, 1);
  });

  test('BEY-02 the delegate is notified when a running delegation is saved or changed; this does not change its version', async () => {
    await clear();
    const body = await added();
    assert.deepEqual(await mails(), ['mart.acme@acme.test delegation.began']);
    await add({ id: body.id });
    assert.equal((await mails()).length, 1, 'nothing changed');
    await add({ id: body.id, endDate: '2026-11-25' });
    await add({ id: body.id, delegateUserId: liis.username });
    assert.deepEqual((await mails()).slice(1), [
      'mart.acme@acme.test delegation.changed',
      'liis.acme@acme.test delegation.began',
    ]);
    const live = (await outbox('live')).filter(({ type }) => type === 'delegation.changed').at(-1)!;
    assert.deepEqual(
      new Set(live.principals as string[]),
      new Set([anna, mart, liis].map(({ userId }) => `u:${userId}`)),
    );
    assert.ok((await outbox('live')).some(({ type }) => type === 'inbox.count'));
    const coming = await added({ startDate: '2026-12-01', endDate: '2026-12-02' });
    tenant.clock.now = new Date('2026-12-01T08:00:00.000Z');
    await processNow();
    const [now] = (await anna.get('/api/identity/delegate/me')).body;
    assert.deepEqual([now.id, now.state, now.version], [coming.id, 'running', 1]);
    // Shortened to yesterday, it has ended and is reported.
    tenant.clock.now = new Date('2026-12-02T08:00:00.000Z');
    await add({ id: coming.id, startDate: '2026-12-01', endDate: '2026-12-01' });
    await processNow();
    assert.equal((await mails()).at(-1), 'anna.acme@acme.test delegation.ended');
    // A period added after it ended has nothing to report.
    const count = (await mails()).length;
    await added({ startDate: '2026-10-01', endDate: '2026-10-02' });
    await processNow();
    assert.equal((await mails()).length, count);
  });

  test('DEL-10 days end at midnight of each organisation, also in the night of a clock change', async () => {
    await clear();
    await added({ startDate: '2027-03-28', endDate: '2027-03-28' });
    const at = async (instant: string) => {
      tenant.clock.now = new Date(instant);
      await processNow();
      return (await mails()).length;
    };
    assert.equal(await at('2027-03-27T21:59:59Z'), 0);
    assert.equal(await at('2027-03-27T22:00:00Z'), 1);
    assert.equal(await at('2027-03-28T20:59:59Z'), 1);
    assert.equal(await at('2027-03-28T21:00:00Z'), 2);
  });

  test('BEY-06 DEL-04 the requester can undo a removal for ten seconds; then it is executed once', async () => {
    await clear();
    const body = await added({ startDate: '2026-12-01', endDate: '2026-12-05' });
    const remove = (id = body.id) =>
      anna.send('DELETE', `/api/identity/delegate/${id}`, undefined, { prefer: 'undo=10' });
    const asked = await remove();
    assert.equal(asked.status, 202);
    assert.equal(asked.body.held.until, '2026-11-18T10:00:10.000Z');
    assert.deepEqual((await anna.get('/api/identity/delegate/me')).body, []);
    assert.equal((await remove()).body.code, 'delegation.held');
    assert.equal(
      (await add({ id: body.id, startDate: '2026-12-01', endDate: '2026-12-02' })).body.code,
      'delegation.held',
    );
    const { id } = asked.body.held;
    assert.equal((await chief.send('DELETE', `/api/held/${id}`)).body.code, 'held.not_found');
    assert.equal((await anna.send('DELETE', '/api/held/nonsense')).status, 404);
    assert.equal((await anna.send('DELETE', `/api/held/${id}`)).status, 204);
    assert.equal((await anna.get('/api/identity/delegate/me')).body.length, 1);
    tenant.clock.now = new Date('2026-11-18T10:01:00.000Z');
    await execute();
    assert.equal((await anna.get('/api/identity/delegate/me')).body.length, 1);
    const again = (await remove()).body.held;
    await execute();
    const state = async () => {
      const { rows } = await tenant.transaction((tx) =>
        sql<{ state: string; removed: boolean }>`SELECT h.state, d.removed_at IS NOT NULL AS removed
          FROM held_action h JOIN delegation d ON d.id = h.subject_id WHERE h.id = ${again.id}::uuid`.execute(tx),
      );
      return rows[0];
    };
    assert.deepEqual(await state(), { state: 'held', removed: false });
    tenant.clock.now = new Date('2026-11-18T10:01:10.000Z');
    await Promise.all([execute(), execute(), execute()]);
    assert.deepEqual(await state(), { state: 'done', removed: true });
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        count: number;
      }>`SELECT count(*)::int AS count FROM audit_log WHERE entity = 'delegation' AND entity_id = ${body.id}
        AND verb = 'update' AND after ? 'removed_at' AND actor_id = ${anna.userId}::uuid`.execute(tx),
    );
    assert.equal(rows[0]!.count, 1);
    assert.equal((await anna.send('DELETE', `/api/held/${again.id}`)).body.code, 'held.already_done');
  });

  test('BEY-06 without an undo window it is removed at once; days of a deferred removal can be reused', async () => {
    await clear();
    const first = await added();
    const at = await anna.send('DELETE', `/api/identity/delegate/${first.id}/`);
    assert.equal(at.status, 204);
    assert.equal((await anna.send('DELETE', `/api/identity/delegate/${first.id}`)).status, 404);
    assert.deepEqual((await mails()).slice(1), ['anna.acme@acme.test delegation.ended'], 'it had been running');
    const second = await added({ startDate: '2026-12-01', endDate: '2026-12-05' });
    const { body } = await anna.send('DELETE', `/api/identity/delegate/${second.id}`, undefined, { prefer: 'undo=10' });
    await added({ startDate: '2026-12-03', endDate: '2026-12-08' });
    assert.equal((await anna.send('DELETE', `/api/held/${body.held.id}`)).body.code, 'held.already_done');
    tenant.clock.now = new Date('2026-11-18T10:02:00.000Z');
    await execute();
    assert.equal((await anna.get('/api/identity/delegate/me')).body.length, 1);
  });

  test('BEY-06 of a concurrent undo and execution exactly one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      await clear();
      const { id } = await added({ startDate: '2026-12-01', endDate: '2026-12-05' });
      const { body } = await anna.send('DELETE', `/api/identity/delegate/${id}`, undefined, { prefer: 'undo=10' });
      tenant.clock.now = new Date('2026-11-18T10:00:10.000Z');
      const [undone] = await Promise.all([anna.send('DELETE', `/api/held/${body.held.id}`), execute(), execute()]);
      const left = (await anna.get('/api/identity/delegate/me')).body.length;
      assert.deepEqual([undone.status, left], undone.status === 204 ? [204, 1] : [409, 0]);
    }
  });

  test('BEY-06 a failing action is retried, then abandoned, and does not block others', async () => {
    await clear();
    const { id } = await added({ startDate: '2026-12-01', endDate: '2026-12-05' });
    await anna.send('DELETE', `/api/identity/delegate/${id}`, undefined, { prefer: 'undo=1' });
    let tries = 0;
    const broken = {
      ...deferredActionKinds(tenant.context),
      'delegation.remove': {
        execute: async () => {
          tries += 1;
          throw new Error('The database is away.');
        },
      },
    };
    for (let minute = 1; minute <= 8; minute += 1) {
      tenant.clock.now = new Date(NOON.getTime() + minute * 60_000);
      await executeDeferredActions({ ...tenant.context, clock: () => tenant.clock.now }, broken);
    }
    assert.equal(tries, 5);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ state: string; error: string }>`SELECT state, error FROM held_action`.execute(tx),
    );
    assert.deepEqual(rows, [{ state: 'failed', error: 'The database is away.' }]);
    assert.equal((await anna.get('/api/identity/delegate/me')).body.length, 1, 'given up, it is there again');
  });

  test('DEL-04 removed delegations are deleted after a month, and deferred actions a week after their end', async () => {
    await clear();
    const [early, late] = [await added(), await added({ startDate: '2026-12-01', endDate: '2026-12-02' })];
    await anna.send('DELETE', `/api/identity/delegate/${early.id}`, undefined, { prefer: 'undo=1' });
    tenant.clock.now = new Date('2026-11-18T10:01:00.000Z');
    await execute();
    await anna.send('DELETE', `/api/identity/delegate/${late.id}`);
    await tenant.transaction(async (tx) => {
      await sql`UPDATE delegation SET removed_at = now() - CASE WHEN id = ${early.id}::uuid THEN interval '31 days' ELSE interval '29 days' END`.execute(
        tx,
      );
      await sql`UPDATE held_action SET done_at = now() - interval '8 days'`.execute(tx);
    });
    const purged = await purgeExpired(db());
    assert.deepEqual([purged.delegation, purged.held_action], [1, 1]);
  });

  test('DEL-01 people are found by the start of a name, username or e-mail address; only active users of the organisation', async () => {
    const names = async (q: string, who = anna) =>
      ((await who.get(`/api/identity/users?q=${encodeURIComponent(q)}`)).body.items as { name: string }[]).map(
        ({ name }) => name,
      );
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET name = 'Õie Õunapuu', email_key = 'flower@acme.test' WHERE id = ${kadri().userId}::uuid`.execute(
        tx,
      ),
    );
    assert.deepEqual(await names('MAR'), ['Mart']);
    assert.deepEqual(await names('õun'), ['Õie Õunapuu']);
    assert.deepEqual(await names('kadri.'), ['Õie Õunapuu']);
    assert.deepEqual(await names('flower@'), ['Õie Õunapuu']);
    assert.deepEqual(await names('gone'), []);
    assert.deepEqual(await names('boris'), []);
    assert.deepEqual(await names('%'), []);
    assert.deepEqual(await names(''), ['Anna', 'Chief', 'Liis', 'Mart', 'Õie Õunapuu']);
    assert.deepEqual(Object.keys((await anna.get('/api/identity/users?q=mart')).body.items[0]), ['id', 'key', 'name']);
    assert.deepEqual(await names('b', other.people.belle), ['Belle', 'Boris']);
  });

  const kadri = () => tenant.people.kadri!;
});
