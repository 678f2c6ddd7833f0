import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { buttonOf, type OutboxMail, takeEmails } from '../../../../test/support/emails.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { deployBpmn, type Vars } from '../processes/index.ts';
import { sendTaskMails } from './index.ts';

const LETTER = bpmn(
  'letter',
  sequence(start, userTask('decide', 'camunda:assignee="=who" camunda:formKey="letter"'), end),
);
const GROUP = bpmn(
  'grouped',
  sequence(start, userTask('check', 'camunda:candidateGroups="clerks" camunda:dueDate="=due"'), end),
);
const FORM: FormBody = {
  formatVersion: 1,
  id: 'letter',
  title: { en: 'Letter' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'text', key: 'subject', label: { en: 'Subject' } },
      { type: 'text', key: 'reply', label: { en: 'Reply' }, required: true },
    ],
  },
  outcomes: [
    { id: 'approve', label: { en: 'Approve', et: 'Kinnita' }, style: 'primary' },
    { id: 'reject', label: { en: 'Reject' }, style: 'danger', comment: 'required', validate: false },
    { id: 'return', label: { en: 'Return' }, validate: false },
    { id: 'close', label: { en: 'Close for ever' }, validate: false, byMail: false },
  ],
};
const NOON = new Date('2026-11-18T10:00:00.000Z');
const DAY = 86_400_000;

onDatabase('the buttons of e-mails', (db, kind) => {
  let tenant: TestTenant;
  let anna: Person;
  let mart: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { anna: ['clerks'], mart: ['clerks'], liis: [], chief: ['admin'] });
    ({ anna, mart } = tenant.people as Record<'anna' | 'mart', Person>);
    tenant.clock.now = NOON;
    await tenant.transaction(async (tx) => {
      await saveAndPublishForm(tx, { id: FORM.id, kind: 'task', title: FORM.title, body: FORM });
      await deployBpmn(tx, tenant.scope(), LETTER);
      await deployBpmn(tx, tenant.scope(), GROUP);
      await sql`UPDATE app_user SET email = username || '@acme.test'`.execute(tx);
      for (const { userId } of [anna, mart]) {
        await sql`INSERT INTO notification_setting (user_id, choices) VALUES (${userId}::uuid, '{"offered": "now"}')`.execute(
          tx,
        );
      }
    });
  });
  beforeEach(async () => {
    tenant.clock.now = NOON;
    await tenant.transaction((tx) => sql`DELETE FROM notification`.execute(tx));
    await takeEmails(db());
  });

  const sending = () => ({
    db: db(),
    log: tenant.context.log,
    clock: tenant.context.clock,
    publicUrl: 'https://verva.test',
    masterKey: tenant.context.config.masterKey,
    gatherSeconds: 0,
  });
  async function begin(key: string, variables: Vars = {}): Promise<string> {
    const started = await tenant.startInstance({ key, businessKey: null, variables });
    return started.tasks[0]!.id;
  }
  /** Creates a task of Anna's, and returns the e-mail about it. */
  async function emailTask(variables: Vars = {}): Promise<{ task: string; mail: OutboxMail }> {
    const task = await begin('letter', { who: anna.username, subject: 'Rent', reply: 'Yes', ...variables });
    return { task, mail: await mailTo(anna) };
  }
  async function mailTo(person: Person): Promise<OutboxMail> {
    await sendTaskMails(sending());
    const mail = (await takeEmails(db())).find(({ to }) => to === `${person.username}@acme.test`);
    assert.ok(mail);
    return mail;
  }
  async function ask(method: 'GET' | 'HEAD' | 'OPTIONS' | 'PATCH', secret: string, body?: unknown): Promise<Reply> {
    const reply = await tenant.app.inject({
      method,
      url: `/api/public/tasks/complete/${secret}`,
      ...(method === 'PATCH'
        ? { payload: JSON.stringify(body ?? {}), headers: { 'content-type': 'application/json' } }
        : {}),
    });
    const isJson = String(reply.headers['content-type']).includes('json') && reply.payload !== '';
    return { status: reply.statusCode, body: isJson ? reply.json() : null, headers: reply.headers };
  }
  const look = (secret: string) => ask('GET', secret);
  const press = (secret: string, body?: unknown) => ask('PATCH', secret, body);
  const statusOf = async (task: string) => (await tenant.people.chief!.get(`/api/tasks/${task}`)).body.status;

  test('PUB-04 TSK-15 following the link changes nothing, pressing the button completes, and the history says by e-mail', async () => {
    const { task, mail } = await emailTask();
    const secret = buttonOf(mail, 'Approve');
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'GET'] as const) {
      assert.ok((await ask(method, secret)).status < 405, method);
      assert.equal(await statusOf(task), 'open', method);
    }
    const { status, body, headers } = await look(secret);
    assert.equal(status, 200);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.deepEqual(
      { ...body, processName: null },
      {
        taskName: 'decide',
        processName: null,
        outcome: 'Approve',
        style: 'primary',
        comment: 'none',
        person: 'Anna',
        onBehalfOf: null,
        due: null,
        expires: new Date(NOON.getTime() + 14 * DAY).toISOString(),
        used: false,
        languageId: 'en',
        timeZone: 'Europe/Tallinn',
      },
    );
    const done = await press(secret);
    assert.equal(done.status, 200);
    assert.equal(done.body.done, true);
    assert.equal(done.body.message, 'Done: decide, Approve.');
    assert.equal(await statusOf(task), 'completed');
    const history = await anna.get(`/api/tasks/${task}/history`);
    const row = history.body.find(({ kind: what }: { kind: string }) => what === 'completed');
    assert.equal(row.byMail, true);
    assert.equal(row.by.id, anna.username);
    assert.equal(row.outcome, 'approve');
  });

  test('PUB-04 the second visit shows who completed, when and how, before and after pressing', async () => {
    const { mail } = await emailTask();
    const secret = buttonOf(mail, 'Approve');
    await press(secret);
    tenant.clock.now = new Date(NOON.getTime() + 60_000);
    for (const again of [await look(secret), await press(secret)]) {
      assert.equal(again.status, 410);
      assert.equal(again.body.code, 'task_action.used');
      assert.equal(again.body.by.name, 'Anna');
      assert.equal(again.body.at, NOON.toISOString());
      assert.equal(again.body.outcome, 'Approve');
      assert.equal(again.body.title, 'This link was used by Anna at 18 Nov 2026, 12:00: Approve.');
    }
  });

  test('PUB-04 one of twenty concurrent presses completes, the others learn by whom', async () => {
    const { task, mail } = await emailTask();
    const secret = buttonOf(mail, 'Return');
    const replies = await Promise.all(Array.from({ length: 20 }, () => press(secret)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(19).fill(410)]);
    const history = await anna.get(`/api/tasks/${task}/history`);
    assert.equal(history.body.filter((row: { kind: string }) => row.kind === 'completed').length, 1);
  });

  test('PUB-04 the other button of an e-mail shows who completed the task and when', async () => {
    const { mail } = await emailTask();
    await press(buttonOf(mail, 'Approve'));
    const other = await press(buttonOf(mail, 'Return'));
    assert.equal(other.status, 409);
    assert.equal(other.body.code, 'task.already_completed');
    assert.equal(other.body.params.name, 'Anna');
    assert.equal(other.body.at, NOON.toISOString());
  });

  test('TSK-15 an outcome that requires a reason is refused without one, and the link stays valid', async () => {
    const { task, mail } = await emailTask();
    const secret = buttonOf(mail, 'Reject');
    assert.equal((await look(secret)).body.comment, 'required');
    const refused = await press(secret, { comment: '  ' });
    assert.equal(refused.status, 422);
    assert.equal(refused.body.code, 'comment.required');
    assert.equal(await statusOf(task), 'open');
    assert.equal((await press(secret, { comment: 'Too dear.' })).status, 200);
    const history = await anna.get(`/api/tasks/${task}/history`);
    assert.ok(history.body.some((row: { comment?: string }) => row.comment === 'Too dear.'));
  });

  test('PUB-04 an e-mail has no button for outcomes that its form forbids or that need input, and none can be forged', async () => {
    const { mail } = await emailTask({ reply: null });
    assert.doesNotMatch(mail.text, /\[Approve\]|\[Close for ever\]/);
    assert.match(mail.text, /\[Reject\]/);
    assert.match(mail.text, /\[Return\]/);
  });

  test('PUB-04 TSK-05 a task that returns to its owner has no buttons in the e-mail to the colleague', async () => {
    const { task, mail } = await emailTask();
    const delegate = (returns: boolean) =>
      anna.post(`/api/tasks/${task}/delegate/${mart.username}`, { returns, comment: 'Please check.' });
    assert.equal((await delegate(true)).status, 200);
    const asked = await mailTo(mart);
    assert.ok(asked.text.includes(task));
    assert.equal(asked.text.includes('/task-action/'), false);
    assert.equal((await press(buttonOf(mail, 'Approve'))).body.code, 'access.denied');
    assert.equal(await statusOf(task), 'open');
  });

  test('PUB-04 a task that can no longer be decided by e-mail leads to signing in', async () => {
    const { task, mail } = await emailTask();
    const secret = buttonOf(mail, 'Approve');
    await anna.post(`/api/tasks/${task}`, { action: 'save', variables: { reply: null } });
    for (const { status, body } of [await look(secret), await press(secret)]) {
      assert.equal(status, 409);
      assert.equal(body.code, 'task_action.sign_in');
      assert.equal(body.taskId, task);
    }
    await tenant.transaction((tx) => sql`UPDATE task SET confidential = 'health' WHERE id = ${task}::uuid`.execute(tx));
    assert.equal((await press(buttonOf(mail, 'Return'))).body.code, 'task_action.sign_in');
    assert.equal(await statusOf(task), 'open');
  });

  test('PUB-04 an expired, an unknown and a foreign id have different messages and change nothing', async () => {
    const { task, mail } = await emailTask();
    const secret = buttonOf(mail, 'Approve');
    tenant.clock.now = new Date(NOON.getTime() + 14 * DAY);
    const expired = await press(secret);
    assert.equal(expired.status, 410);
    assert.equal(expired.body.code, 'task_action.expired');
    assert.equal(expired.body.params.time, tenant.clock.now.toISOString());
    for (const wrong of [
      `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`,
      'x',
      task,
      '%00',
      'a'.repeat(400),
    ]) {
      for (const { status, body } of [await look(wrong), await press(wrong)]) {
        assert.ok(status === 404 || status === 400, `${wrong} ${status}`);
        assert.match(body.code, /^(task_action\.not_found|request\.)/);
      }
    }
    assert.equal(await statusOf(task), 'open');
  });

  test('PUB-04 the link ends at a future due date, and an overdue task has the full validity', async () => {
    const inOneHour = new Date(NOON.getTime() + 3_600_000);
    await begin('grouped', { due: inOneHour.toISOString() });
    const expires = async (mail: OutboxMail) => (await look(buttonOf(mail, 'Complete'))).body.expires;
    assert.equal(await expires(await mailTo(anna)), inOneHour.toISOString());
    await takeEmails(db());
    await begin('grouped', { due: new Date(NOON.getTime() - DAY).toISOString() });
    assert.equal(await expires(await mailTo(anna)), new Date(NOON.getTime() + 14 * DAY).toISOString());
  });

  test('PUB-04 users who were disabled or left the group are refused', async () => {
    const first = await begin('grouped', { due: null });
    const secret = buttonOf(await mailTo(anna), 'Complete');
    const people = (statement: ReturnType<typeof sql>) => tenant.transaction((tx) => statement.execute(tx));
    await people(sql`UPDATE app_user SET status = 'disabled' WHERE id = ${anna.userId}::uuid`);
    assert.equal((await look(secret)).body.code, 'access.denied');
    assert.equal((await press(secret)).status, 403);
    await people(sql`UPDATE app_user SET status = 'active' WHERE id = ${anna.userId}::uuid`);
    await people(sql`DELETE FROM group_member WHERE user_id = ${anna.userId}::uuid`);
    const left = await press(secret);
    assert.equal(left.status, 403);
    assert.equal(JSON.stringify(left.body).includes('check'), false);
    await people(sql`INSERT INTO group_member (group_id, user_id) VALUES ('clerks', ${anna.userId}::uuid)`);
    await mart.post(`/api/tasks/${first}`, { action: 'claim' });
    assert.equal((await press(secret)).body.code, 'task.claimed_by_other');
    assert.equal(await statusOf(first), 'open');
  });

  test('PUB-04 BEY-03 a delegate decides for the delegator while the delegation runs, and both names are in the history', async () => {
    await tenant.transaction((tx) =>
      sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date) VALUES (${anna.userId}::uuid, ${mart.userId}::uuid, '2026-11-18', '2026-11-19')`.execute(
        tx,
      ),
    );
    const task = await begin('letter', { who: anna.username, subject: 'Rent', reply: 'Yes' });
    await sendTaskMails(sending());
    await takeEmails(db());
    const mail = await mailTo(mart);
    assert.match(mail.text, /For Anna, by Mart/);
    assert.match(mail.html, /For Anna, by Mart/);
    const secret = buttonOf(mail, 'Approve');
    const { body } = await look(secret);
    assert.equal(body.person, 'Mart');
    assert.equal(body.onBehalfOf, 'Anna');
    tenant.clock.now = new Date(NOON.getTime() + 3 * DAY);
    assert.equal((await press(secret)).status, 403);
    tenant.clock.now = NOON;
    assert.equal((await press(secret)).status, 200);
    const history = await anna.get(`/api/tasks/${task}/history`);
    const row = history.body.find(({ kind: what }: { kind: string }) => what === 'completed');
    assert.deepEqual([row.by.name, row.onBehalfOf.name, row.byMail], ['Mart', 'Anna', true]);
    await tenant.transaction((tx) => sql`DELETE FROM delegation`.execute(tx));
  });

  test('PUB-04 only a hash of the secret is stored, and the e-mail that contains it is marked as secret', async () => {
    const { mail } = await emailTask();
    assert.equal(mail.secret, true);
    const secret = buttonOf(mail, 'Approve');
    const { rows } = await tenant.transaction((tx) =>
      sql<{ row: string }>`SELECT row_to_json(m)::text AS row FROM mailed_action m`.execute(tx),
    );
    assert.ok(rows.length > 0);
    for (const { row } of rows) assert.equal(row.includes(secret), false);
  });

  if (kind === 'postgres') {
    test('PUB-04 a server that dies while completing leaves the link valid', async () => {
      const { task, mail } = await emailTask();
      const secret = buttonOf(mail, 'Approve');
      const died = db().tenantTransaction({ tenantId: tenant.tenantId, userId: anna.userId }, async (tx) => {
        await sql`UPDATE mailed_action SET used_at = now() WHERE task_id = ${task}::uuid`.execute(tx);
        await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
      });
      await assert.rejects(died);
      assert.equal((await press(secret)).status, 200);
    });
  }
});
