import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { takeEmails } from '../../../../test/support/emails.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { RequestDetail, Stage } from '../../../shared/contracts/requests.contract.ts';
import { deferredActionKinds } from '../../app.ts';
import { executeDeferredActions } from '../deferred-actions/index.ts';
import { sendTaskMails } from '../task-mails/index.ts';
import { computeDuePaces } from './index.ts';

const STEPS = sequence(
  start,
  userTask('check', 'verva:candidateGroups="clerks"'),
  userTask('decide', 'verva:assignee="=chief" verva:outcomes="approve,reject"'),
  userTask('record', 'verva:candidateGroups="clerks" verva:stage=""'),
  end,
);
const LEAVE = bpmn('leave', STEPS, 'verva:fourEyes="none"');
const SECRET = bpmn('secret', STEPS, 'verva:fourEyes="none" verva:peopleShown="none" verva:withdraw="never"');
const TEAM = bpmn(
  'team',
  sequence(
    start,
    `<userTask id="check" name="check" verva:candidateGroups="clerks" verva:stage="Checking"><extensionElements><verva:translation lang="et" stage="Kontrollimisel"/></extensionElements></userTask>`,
    userTask('again', 'verva:candidateGroups="clerks" verva:stage="Checking"'),
    `<scriptTask id="book" name="book" scriptFormat="feel" verva:resultVariable="booked" verva:stage="Booking"><script>1</script></scriptTask>`,
    userTask('mine', 'verva:assignee="=who" verva:stage="Your part"'),
    end,
  ),
  'verva:fourEyes="none" verva:peopleShown="group" verva:withdraw="always" verva:managersSee="true"',
);
const OWN_END = bpmn(
  'handled',
  `<message id="m" name="withdraw"/>${sequence(start, userTask('wait', 'verva:candidateGroups="clerks"'), end)}
   <boundaryEvent id="stop" attachedToRef="wait"><messageEventDefinition messageRef="m"/></boundaryEvent>
   ${userTask('tidy', 'verva:candidateGroups="clerks"')}<endEvent id="tidied"/>
   <sequenceFlow id="f1" sourceRef="stop" targetRef="tidy"/><sequenceFlow id="f2" sourceRef="tidy" targetRef="tidied"/>`,
);

onDatabase('my requests', (db) => {
  let tenant: TestTenant;
  let rita: Person;
  let carl: Person;
  let chief: Person;
  let boss: Person;
  let stranger: Person;
  let ada: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      rita: [],
      carl: ['clerks'],
      chief: [],
      boss: [],
      ada: ['admin', 'verva.admin'],
    });
    ({ rita, carl, chief, boss, ada } = tenant.people as never);
    stranger = (await createTestTenant(db(), 'beta', { boris: ['admin'] }, tenant)).people.boris!;
    tenant.clock.now = new Date('2026-11-18T10:00:00.000Z');
    for (const xml of [LEAVE, SECRET, TEAM, OWN_END]) await tenant.deploy(xml);
    await tenant.transaction((tx) =>
      sql`INSERT INTO user_manager (user_id, manager_id, kind) VALUES (${rita.userId}::uuid, ${boss.userId}::uuid, 'line')`.execute(
        tx,
      ),
    );
  });

  const ask = async (key = 'leave', who = rita): Promise<string> => {
    const scope = { ...tenant.scope(), userId: who.userId };
    const { startInstance } = await import('../processes/index.ts');
    const variables = { chief: chief.username, who: who.username, salary: 'VARIABLE' };
    const started = await db().tenantTransaction({ tenantId: tenant.tenantId, userId: who.userId }, (tx) =>
      startInstance(tx, scope, { key, businessKey: `N-${key}`, variables }),
    );
    return started.instanceId;
  };
  const detail = async (id: string, who = rita, language = 'en'): Promise<RequestDetail> => {
    const { status, body } = await who.send('GET', `/api/requests/${id}`, undefined, { 'accept-language': language });
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const list = async (query = '', who = rita) => {
    const { status, body } = await who.get(`/api/requests${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.items as RequestDetail[];
  };
  const taskOf = async (id: string): Promise<string> => {
    const { rows } = await tenant.transaction((tx) =>
      sql<{ id: string }>`SELECT id FROM task WHERE instance_id = ${id}::uuid AND status = 'open' ORDER BY id`.execute(
        tx,
      ),
    );
    return rows[0]!.id;
  };
  const complete = async (who: Person, id: string, outcome = 'complete', comment?: string) => {
    const task = await taskOf(id);
    const { status, body } = await who.post(`/api/tasks/${task}`, {
      action: 'complete',
      outcome,
      ...(comment ? { comment } : {}),
    });
    assert.equal(status, 200, JSON.stringify(body));
  };
  const states = (stages: readonly Stage[]) => stages.map(({ name, state }) => `${name} ${state}`);
  const liveEvents = async () => {
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ payload: { type: string; principals: string[]; data: { instanceId?: string } } }>`
        SELECT payload FROM outbox WHERE topic = 'live' ORDER BY id`.execute(tx),
    );
    await db().systemTransaction((tx) => sql`DELETE FROM outbox`.execute(tx));
    return rows.map(({ payload }) => payload);
  };
  const post = (who: Person, path: string, body: object, headers = {}) =>
    who.send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...headers });

  test('CAT-02 a request shows its stages, who has it, and its outcome', async () => {
    const id = await ask();
    let shown = await detail(id);
    assert.deepEqual([shown.state, shown.title, shown.number, shown.relation], ['waiting', 'leave', 'N-leave', 'own']);
    assert.deepEqual(states(shown.stages), ['check now', 'decide next']);
    assert.deepEqual([shown.holders[0]!.person, shown.holders[0]!.groups], [null, ['clerks']]);
    await post(carl, `/api/tasks/${await taskOf(id)}`, { action: 'claim' });
    shown = await detail(id);
    assert.deepEqual(
      shown.holders.map(({ person }) => person?.name),
      ['Carl'],
    );
    await complete(carl, id);
    shown = await detail(id);
    assert.deepEqual(states(shown.stages), ['check done', 'decide now']);
    assert.deepEqual([shown.stages[0]!.by?.name, shown.stages[0]!.at], ['Carl', tenant.clock.now.toISOString()]);
    await complete(chief, id, 'approve');
    // The model hides the last task: the request has a headline all the same.
    shown = await detail(id);
    assert.deepEqual([shown.state, states(shown.stages)], ['waiting', ['check done', 'decide done']]);
    await complete(carl, id);
    shown = await detail(id);
    assert.deepEqual(
      [shown.state, shown.outcome?.id, shown.ended],
      ['finished', 'approve', tenant.clock.now.toISOString()],
    );
    assert.deepEqual(states(shown.stages), ['check done', 'decide done']);
  });

  test('CAT-02 the list has the tabs open, needs you and finished, and filters', async () => {
    const mine = await ask('team');
    const other = await ask('leave');
    await complete(carl, mine);
    await complete(carl, mine);
    assert.equal((await detail(mine)).state, 'needsYou');
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    assert.deepEqual(await ids('?state=eq:needsYou'), [mine]);
    assert.ok((await ids('?state=eq:open')).includes(other));
    await complete(rita, mine);
    assert.ok((await ids('?state=eq:finished')).includes(mine));
    assert.ok(!(await ids('?state=eq:open')).includes(mine));
    assert.deepEqual(await ids('?state=eq:needsYou'), []);
    assert.deepEqual(await ids('?state=eq:nonsense'), []);
    assert.ok((await list('?process=eq:team')).every(({ process }) => process.key === 'team'));
    assert.ok((await ids('?number=eq:n-team')).includes(mine));
    assert.deepEqual(await ids('?q=no+such+text'), []);
    assert.ok((await ids('?q=TEAM')).includes(mine));
    const first = (await rita.get('/api/requests?limit=1&count=true')).body;
    assert.ok(first.total >= 2);
    const second = (await rita.get(`/api/requests?limit=1&after=${first.next}`)).body;
    assert.notEqual(second.items[0].id, first.items[0].id);
    assert.equal((await rita.get('/api/records/requests')).status, 200);
  });

  test('CAT-02 equal stages are one, in the language of the request, and groups replace users', async () => {
    const id = await ask('team');
    assert.deepEqual(states((await detail(id, rita, 'et')).stages), [
      'Kontrollimisel now',
      'Checking next',
      'Booking next',
      'Your part next',
    ]);
    await post(carl, `/api/tasks/${await taskOf(id)}`, { action: 'claim' });
    await complete(carl, id);
    const shown = await detail(id);
    assert.deepEqual(states(shown.stages), ['Checking now', 'Booking next', 'Your part next']);
    assert.ok(!JSON.stringify(shown).includes('Carl'));
    assert.deepEqual(shown.holders[0]!.groups, ['clerks']);
  });

  test('CAT-02 only requester, starter and, where the process allows it, line managers see a request', async () => {
    const [leave, team] = [await ask('leave'), await ask('team')];
    assert.deepEqual((await list('?relation=eq:team', boss)).map(({ id }) => id).includes(team), true);
    const shown = await detail(team, boss);
    assert.deepEqual(
      [shown.relation, shown.requester.name, shown.mayComment, shown.withdrawal.whyNot],
      ['team', 'Rita', false, 'other'],
    );
    for (const [who, id] of [
      [boss, leave],
      [carl, leave],
      [ada, leave],
      [stranger, team],
      [stranger, leave],
    ] as const) {
      for (const part of ['', '/history', '/form', '/documents', '/comments']) {
        const { status, body } = await who.get(`/api/requests/${id}${part}`);
        assert.deepEqual([status, body.code], [404, 'request.unknown'], part);
      }
      assert.equal((await post(who, `/api/requests/${id}/comments`, { text: 'x' })).status, 404);
      assert.equal((await post(who, `/api/requests/${id}/withdraw`, { reason: 'x' })).status, 404);
    }
    assert.equal((await post(boss, `/api/requests/${team}/comments`, { text: 'x' })).body.code, 'request.read_only');
    assert.equal((await post(boss, `/api/requests/${team}/withdraw`, { reason: 'x' })).body.code, 'request.read_only');
    assert.equal((await rita.get(`/api/requests/${randomUUID()}`)).status, 404);
    assert.equal((await rita.get('/api/requests/nonsense')).status, 404);
  });

  test('CAT-02 the requester withdraws until the first task is completed', async () => {
    const id = await ask();
    await liveEvents();
    assert.equal((await post(rita, `/api/requests/${id}/withdraw`, { reason: ' ' })).body.code, 'comment.required');
    const { status, body } = await post(rita, `/api/requests/${id}/withdraw`, { reason: 'No longer needed' });
    assert.deepEqual([status, body.state], [200, 'withdrawn']);
    const events = await liveEvents();
    assert.ok(events.some(({ type, principals }) => type === 'task.ended' && principals.includes('g:clerks')));
    assert.deepEqual(
      events.find(({ type }) => type === 'request.changed'),
      { type: 'request.changed', principals: [`c:${rita.userId}`], data: { instanceId: id } },
    );
    assert.deepEqual(
      (await carl.get('/api/tasks')).body.items.filter((one: { instanceId: string }) => one.instanceId === id),
      [],
    );
    const history = (await rita.get(`/api/requests/${id}/history`)).body;
    assert.deepEqual(
      history.map(({ kind }: { kind: string }) => kind),
      ['started', 'withdrawn'],
    );
    assert.deepEqual([history[1].by.name, history[1].reason], ['Rita', 'No longer needed']);
    const ended = await post(rita, `/api/requests/${id}/withdraw`, { reason: 'x' });
    assert.deepEqual([ended.status, ended.body.code], [409, 'instance.ended']);

    const far = await ask();
    await complete(carl, far);
    const late = await post(rita, `/api/requests/${far}/withdraw`, { reason: 'x' });
    assert.deepEqual([late.status, late.body.code], [409, 'request.too_far']);
    assert.deepEqual((await detail(far)).withdrawal, { may: false, whyNot: 'started', held: null });
    const never = await ask('secret');
    assert.equal((await post(rita, `/api/requests/${never}/withdraw`, { reason: 'x' })).body.code, 'request.too_far');
    const always = await ask('team');
    await complete(carl, always);
    assert.equal((await post(rita, `/api/requests/${always}/withdraw`, { reason: 'x' })).status, 200);
  });

  test('CAT-02 a withdrawal can be undone, and is carried out once afterwards', async () => {
    const prefer = { prefer: 'undo=10' };
    const run = () => executeDeferredActions(tenant.context as never, deferredActionKinds(tenant.context));
    const [kept, gone, late] = [await ask(), await ask(), await ask()];
    const undone = await post(rita, `/api/requests/${kept}/withdraw`, { reason: 'Oops' }, prefer);
    assert.equal(undone.status, 202);
    assert.equal((await detail(kept)).withdrawal.held?.id, undone.body.held.id);
    const twice = await post(rita, `/api/requests/${kept}/withdraw`, { reason: 'Oops' }, prefer);
    assert.deepEqual([twice.status, twice.body.code], [409, 'request.held']);
    assert.equal((await rita.send('DELETE', `/api/held/${undone.body.held.id}`)).status, 204);
    await post(rita, `/api/requests/${gone}/withdraw`, { reason: 'Real' }, prefer);
    // Completed before the withdrawal is carried out: the withdrawal is given up.
    await post(rita, `/api/requests/${late}/withdraw`, { reason: 'Too late' }, prefer);
    await complete(carl, late);
    tenant.clock.now = new Date(tenant.clock.now.getTime() + 11_000);
    await liveEvents();
    await run();
    assert.deepEqual(
      [(await detail(kept)).state, (await detail(gone)).state, (await detail(late)).state],
      ['waiting', 'withdrawn', 'waiting'],
    );
    const refused = (await liveEvents()).find(({ type }) => type === 'request.refused');
    assert.deepEqual(refused, {
      type: 'request.refused',
      principals: [`c:${rita.userId}`],
      data: { instanceId: late, code: 'request.too_far' },
    });
  });

  test('CAT-02 a model that waits for the message withdraw handles the withdrawal itself', async () => {
    const id = await ask('handled');
    assert.equal((await post(rita, `/api/requests/${id}/withdraw`, { reason: 'Changed my mind' })).status, 200);
    let shown = await detail(id);
    assert.deepEqual([shown.state, shown.holders.map(({ stage }) => stage)], ['waiting', ['tidy']]);
    assert.deepEqual(shown.withdrawal, { may: false, whyNot: 'ended', held: null });
    await complete(carl, id);
    shown = await detail(id);
    assert.equal(shown.state, 'withdrawn');
  });

  test('CAT-02 requester and holders write to each other; comments on tasks stay internal', async () => {
    const id = await ask();
    const task = await taskOf(id);
    await carl.post(`/api/tasks/${task}/comments`, { text: 'INTERNAL' });
    await carl.get(`/api/tasks/${task}`);
    assert.equal((await carl.post(`/api/tasks/${task}/replies`, { text: ' Which days? ' })).status, 201);
    await carl.post(`/api/tasks/${task}`, { action: 'claim' });
    const [question] = (await rita.get(`/api/requests/${id}/comments`)).body;
    assert.deepEqual(
      [question.text, question.author.name, question.isRequester, question.isOwn],
      ['Which days?', 'Carl', false, false],
    );
    await carl.get(`/api/tasks/${task}`);
    await liveEvents();
    assert.equal((await post(rita, `/api/requests/${id}/comments`, { text: 'Monday' })).status, 201);
    const events = await liveEvents();
    assert.ok(
      events.some(({ type, principals }) => type === 'task.changed' && principals.includes(`u:${carl.userId}`)),
    );
    assert.deepEqual(
      (await carl.get(`/api/tasks/${task}/replies`)).body.map(({ text }: { text: string }) => text),
      ['Which days?', 'Monday'],
    );
    const inbox = (await carl.get('/api/tasks')).body.items.find((one: { id: string }) => one.id === task);
    assert.equal(inbox.unread, true);
    assert.ok(
      !JSON.stringify([await detail(id), (await rita.get(`/api/requests/${id}/comments`)).body]).includes('INTERNAL'),
    );
    assert.equal((await post(rita, `/api/requests/${id}/comments`, { text: '' })).body.code, 'comment.required');
    // Users without a task of the case neither read nor write.
    for (const who of [rita, boss, stranger]) {
      assert.equal((await who.get(`/api/tasks/${task}/replies`)).status, 404);
      assert.equal((await who.post(`/api/tasks/${task}/replies`, { text: 'x' })).status, 404);
    }
    await complete(carl, id);
    assert.equal((await carl.post(`/api/tasks/${task}/replies`, { text: 'x' })).status, 409);
  });

  test('CAT-02 requester and holder get an e-mail about messages, with the names that the process shows', async () => {
    await tenant.transaction((tx) => sql`UPDATE app_user SET email = username || '@acme.test'`.execute(tx));
    const { log, clock, config } = tenant.context;
    const emails = async () => {
      const { publicUrl, masterKey } = config;
      await sendTaskMails({ db: db(), log, clock, publicUrl, masterKey, gatherSeconds: 0 });
      return takeEmails(db());
    };
    for (const [key, by] of [
      ['leave', 'Carl'],
      ['secret', null],
    ] as const) {
      const id = await ask(key);
      const task = await taskOf(id);
      await post(carl, `/api/tasks/${task}`, { action: 'claim' });
      await emails();
      await carl.post(`/api/tasks/${task}/replies`, { text: 'Which days?' });
      const [question, ...others] = await emails();
      assert.deepEqual(others, []);
      assert.deepEqual([question!.to, question!.subject], ['rita.acme@acme.test', `New message: ${key}`]);
      assert.match(question!.text, new RegExp(`> Which days\\?[^]*/requests/${id}`));
      assert.equal(question!.text.includes('Carl'), by !== null);
      await post(rita, `/api/requests/${id}/comments`, { text: 'Monday' });
      const [answer, ...rest] = await emails();
      assert.deepEqual(rest, []);
      assert.deepEqual([answer!.to, answer!.subject], ['carl.acme@acme.test', 'New message: check']);
      assert.match(answer!.text, new RegExp(`From: Rita[^]*> Monday[^]*taskId=${task}`));
    }
    // A user who has switched these off gets none.
    const { body } = await rita.get('/api/notifications/settings');
    const choices = { choices: { ...body.choices, requestReply: 'off' }, hour: 8 };
    await rita.send('PUT', '/api/notifications/settings', JSON.stringify(choices), {
      'content-type': 'application/json',
    });
    const id = await ask();
    await carl.post(`/api/tasks/${await taskOf(id)}/replies`, { text: 'Hello' });
    assert.deepEqual(await emails(), []);
  });

  test('CAT-02 TSK-17 a requester gets an e-mail with the outcome, and a confirmation only if wanted', async () => {
    await tenant.transaction((tx) => sql`UPDATE app_user SET email = username || '@acme.test'`.execute(tx));
    const { log, clock, config } = tenant.context;
    const emailsTo = async (address: string) => {
      const { publicUrl, masterKey } = config;
      while (await sendTaskMails({ db: db(), log, clock, publicUrl, masterKey, gatherSeconds: 0 }));
      return (await takeEmails(db())).filter(({ to }) => to === address);
    };
    const choose = async (choices: object) => {
      const { body } = await rita.get('/api/notifications/settings');
      await rita.send(
        'PUT',
        '/api/notifications/settings',
        JSON.stringify({ choices: { ...body.choices, ...choices }, hour: 8 }),
        { 'content-type': 'application/json' },
      );
    };
    const address = 'rita.acme@acme.test';
    await choose({ requestReceived: 'off', requestEnded: 'now' });
    const id = await ask();
    await complete(carl, id);
    assert.deepEqual(await emailsTo(address), [], 'a step is no end');
    await complete(chief, id, 'reject');
    await complete(carl, id);
    const [ended, ...others] = await emailsTo(address);
    assert.deepEqual(others, []);
    assert.equal(ended!.subject, 'Your request: leave');
    assert.match(ended!.text, new RegExp(`Outcome: reject[^]*/requests/${id}`, 'i'));
    assert.ok(!ended!.text.includes('Carl'), 'the last step is not the decision');

    // One's own withdrawal needs no e-mail; that of an administrator does.
    const [own, cancelled] = [await ask('team'), await ask('team')];
    await post(rita, `/api/requests/${own}/withdraw`, { reason: 'Not needed' });
    await post(ada, `/api/instances/${cancelled}/cancel`, { reason: 'Twice' });
    const [message, ...more] = await emailsTo(address);
    assert.deepEqual(more, []);
    assert.match(message!.text, new RegExp(`Cancelled[^]*/requests/${cancelled}`));

    await choose({ requestReceived: 'now', requestEnded: 'off' });
    const wanted = await ask();
    const [received, ...further] = await emailsTo(address);
    assert.deepEqual(further, []);
    assert.equal(received!.subject, 'Received: leave');
    assert.match(received!.text, new RegExp(`/requests/${wanted}`));
    await complete(carl, wanted);
    await complete(chief, wanted, 'approve');
    await complete(carl, wanted);
    assert.deepEqual(await emailsTo(address), []);
    await choose({ requestReceived: 'off', requestEnded: 'now' });
  });

  test('CAT-02 no answer contains internal comments, variables, or names that the process hides', async () => {
    const id = await ask('secret');
    const task = await taskOf(id);
    await carl.post(`/api/tasks/${task}/comments`, { text: 'INTERNAL' });
    await carl.post(`/api/tasks/${task}/replies`, { text: 'Hello' });
    await complete(carl, id, 'complete');
    await complete(chief, id, 'reject', 'INTERNAL');
    const answers = [await detail(id), await list()];
    for (const part of ['history', 'form', 'documents', 'comments'])
      answers.push((await rita.get(`/api/requests/${id}/${part}`)).body);
    const text = JSON.stringify(
      answers.flat().filter((one) => one !== null && (!('id' in one) || one.id === id || !('process' in one))),
    );
    for (const leak of ['INTERNAL', 'VARIABLE', 'Carl', 'Chief', 'carl.acme', 'clerks', carl.userId, chief.userId]) {
      assert.ok(!text.includes(leak), leak);
    }
  });

  test('CAT-02 of a confidential task only the stage is shown', async () => {
    const id = await ask();
    await tenant.transaction((tx) =>
      sql`UPDATE task SET confidential = 'health' WHERE instance_id = ${id}::uuid`.execute(tx),
    );
    const [holder] = (await detail(id)).holders;
    assert.deepEqual(holder, {
      stage: 'check',
      person: null,
      groups: [],
      since: null,
      due: null,
      dueIsDay: false,
      taskId: null,
    });
    await complete(carl, id);
    const shown = await detail(id);
    assert.deepEqual([shown.stages[0]!.by, shown.stages[0]!.at], [null, null]);
    const history = (await rita.get(`/api/requests/${id}/history`)).body;
    assert.deepEqual([history[1].stage, history[1].by, history[1].at], ['check', null, null]);
  });

  test('CAT-02 dates come from at least 20 finished cases, and a case beyond them takes longer than usual', async () => {
    const HOUR = 3_600_000;
    const begin = new Date('2026-12-01T08:00:00.000Z');
    const finish = async (hours: number) => {
      tenant.clock.now = begin;
      const id = await ask('handled');
      tenant.clock.now = new Date(begin.getTime() + hours * HOUR);
      await complete(carl, id);
    };
    const compute = () => computeDuePaces({ db: db(), clock: () => new Date('2026-12-02T00:30:00.000Z') });
    for (let count = 1; count < 20; count += 1) await finish(count);
    await compute();
    tenant.clock.now = begin;
    const id = await ask('handled');
    assert.equal((await detail(id)).expected, null);
    await finish(20);
    await compute();
    tenant.clock.now = begin;
    const expected = (await detail(id)).expected!;
    assert.deepEqual(
      { ...expected, cases: expected.cases },
      {
        half: new Date(begin.getTime() + 10.5 * HOUR).toISOString(),
        most: new Date(begin.getTime() + 16.2 * HOUR).toISOString(),
        isLate: false,
        cases: 20,
      },
    );
    tenant.clock.now = new Date(begin.getTime() + 12 * HOUR);
    assert.deepEqual([(await detail(id)).expected?.half, (await detail(id)).expected?.isLate], [null, false]);
    tenant.clock.now = new Date(begin.getTime() + 17 * HOUR);
    assert.equal((await detail(id)).expected?.isLate, true);
  });

  test('CAT-02 of cases that are held out from the history, seven to nine of ten end by the later date', async () => {
    await tenant.deploy(bpmn('paced', sequence(start, userTask('check', 'verva:candidateGroups="clerks"'), end)));
    // Times of people: many short ones and a long tail, the same in each run.
    let seed = 42;
    const random = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const durations = Array.from({ length: 1000 }, () => {
      const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
      return Math.round(86_400 * Math.exp(normal));
    });
    const [history, heldOut] = [durations.slice(0, 500), durations.slice(500)];
    await tenant.transaction((tx) =>
      sql`INSERT INTO process_instance (process_key, number, status, state, started_at, ended_at)
        SELECT 'paced', 1, 'completed', '{"v":1,"seq":1,"status":"completed","items":[]}'::jsonb, timestamptz '2026-06-01',
          timestamptz '2026-06-01' + d.seconds * interval '1 second'
        FROM unnest(${history}::int[]) d (seconds)`.execute(tx),
    );
    await computeDuePaces({ db: db(), clock: () => new Date('2026-12-03T00:30:00.000Z') });
    const { rows } = await tenant.transaction((tx) =>
      sql<{ seen: number; half: string; most: string }>`
        SELECT seen, p50_seconds::text AS half, p80_seconds::text AS most FROM process_pace WHERE process_key = 'paced' AND node_id = ''`.execute(
        tx,
      ),
    );
    const [{ seen, half, most }] = rows as [(typeof rows)[number]];
    const share = (limit: string) => heldOut.filter((one) => one <= Number(limit)).length / heldOut.length;
    assert.equal(seen, history.length);
    assert.ok(share(most) >= 0.7 && share(most) <= 0.9, String(share(most)));
    assert.ok(share(half) >= 0.4 && share(half) <= 0.6, String(share(half)));
  });
});
