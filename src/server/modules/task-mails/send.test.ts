import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { type OutboxMail, takeEmails } from '../../../../test/support/emails.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';
import { projectInbox } from '../inbox/index.ts';
import { scanDueTasks } from '../notifications/index.ts';
import { deployBpmn, startInstance, type Vars } from '../processes/index.ts';
import { sendTaskMails } from './index.ts';

const OWN = bpmn(
  'own',
  sequence(
    start,
    userTask('answer', 'camunda:assignee="=who" camunda:dueDate="=due"'),
    userTask('archive', 'camunda:assignee="=who"'),
    end,
  ),
);
const SHARED = bpmn('shared', sequence(start, userTask('look', 'camunda:candidateGroups="clerks"'), end));
/** A Wednesday at noon in Tallinn. */
const NOON = new Date('2026-11-18T10:00:00.000Z');
const HOUR = 3_600_000;

onDatabase('task e-mails', (db, kind) => {
  let tenant: TestTenant;
  let anna: Person;
  let mart: Person;
  let chief: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { anna: ['clerks'], mart: ['clerks'], chief: ['admin'] });
    ({ anna, mart, chief } = tenant.people as Record<'anna' | 'mart' | 'chief', Person>);
    await tenant.transaction(async (tx) => {
      await deployBpmn(tx, scope(), OWN);
      await deployBpmn(tx, scope(), SHARED);
      await sql`UPDATE app_user SET email = username || '@acme.test'`.execute(tx);
      await sql`UPDATE app_user SET language_id = 'et' WHERE id = ${mart.userId}::uuid`.execute(tx);
    });
  });
  beforeEach(async () => {
    tenant.clock.now = NOON;
    await tenant.transaction(async (tx) => {
      await sql`DELETE FROM notification`.execute(tx);
      await sql`DELETE FROM notification_setting`.execute(tx);
      await sql`DELETE FROM notification_scan`.execute(tx);
      await sql`DELETE FROM task_inbox`.execute(tx);
      await sql`UPDATE task SET status = 'cancelled'`.execute(tx);
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
  const sending = (gatherSeconds = 0) => ({
    db: db(),
    log: tenant.context.log,
    clock: tenant.context.clock,
    publicUrl: 'https://verva.test',
    masterKey: tenant.context.config.masterKey,
    gatherSeconds,
  });
  async function begin(key: 'own' | 'shared', variables: Vars = {}, by: Person | null = null): Promise<string> {
    const userId = by?.userId ?? null;
    const started = await db().tenantTransaction({ tenantId: tenant.tenantId, userId }, (tx) =>
      startInstance(tx, scope(userId), { key, businessKey: null, variables: { due: null, ...variables } }),
    );
    return started.tasks[0]!.id;
  }
  const forAnna = (more: Vars = {}) => begin('own', { who: anna.username, ...more });
  const manyForAnna = (count: number) =>
    tenant.transaction(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        WITH made AS (INSERT INTO task (name, assignee_id, process_key) SELECT 'Check ' || n, ${anna.userId}::uuid, 'own' FROM generate_series(1, ${count}::integer) n RETURNING id),
        linked AS (INSERT INTO task_identity_link (task_id, kind, principal) SELECT id, 'assignee', 'u:' || ${anna.userId}::text FROM made)
        SELECT id FROM made`.execute(tx);
      await projectInbox(
        tx,
        rows.map(({ id }) => id),
      );
    });
  async function letters(gatherSeconds = 0): Promise<OutboxMail[]> {
    await sendTaskMails(sending(gatherSeconds));
    return takeEmails(db());
  }
  const choose = async (who: Person, choices: Record<string, string>, hour = 8) => {
    const { body } = await who.get('/api/notifications/settings');
    const wanted = { choices: { ...body.choices, ...choices }, hour };
    const { status } = await who.send('PUT', '/api/notifications/settings', JSON.stringify(wanted), {
      'content-type': 'application/json',
    });
    assert.equal(status, 200);
  };
  const subjects = (mails: readonly OutboxMail[]) => mails.map(({ to, subject }) => `${to.split('.')[0]}: ${subject}`);

  test('an assigned task is notified in the assignee’s language, with name and link', async () => {
    await forAnna({ due: '2026-11-25' });
    await begin('own', { who: mart.username });
    const mails = (await letters()).toSorted((a, b) => a.to.localeCompare(b.to));
    assert.deepEqual(subjects(mails), ['anna: New task: answer', 'mart: Uus ülesanne: answer']);
    assert.match(mails[0]!.text, /Due: /);
    assert.match(mails[0]!.text, /https:\/\/verva\.test\/inbox\?taskId=/);
    assert.match(mails[0]!.html, /<html lang="en">/);
    assert.match(mails[1]!.html, /<html lang="et">/);
    assert.deepEqual(subjects(await letters()), []);
  });

  test('users are not notified of their own actions', async () => {
    await begin('own', { who: anna.username }, anna);
    const task = await begin('shared');
    await anna.post(`/api/tasks/${task}`, { action: 'claim' });
    assert.deepEqual(subjects(await letters()), []);
    await chief.post(`/api/tasks/${task}/identitylinks`, { kind: 'assignee', userId: mart.username });
    assert.deepEqual(subjects(await letters()), ['mart: Uus ülesanne: look']);
  });

  test('a task that has ended or changed hands meanwhile is not notified', async () => {
    const done = await forAnna();
    await anna.post(`/api/tasks/${done}`, { action: 'complete' });
    const moved = await forAnna();
    await chief.post(`/api/tasks/${moved}/identitylinks`, { kind: 'assignee', userId: chief.username });
    assert.deepEqual(subjects(await letters()), []);
  });

  test('a thousand tasks at once are one e-mail that lists some and counts the rest', async () => {
    await manyForAnna(1000);
    const late = await forAnna({ due: '2026-11-01' });
    await tenant.transaction((tx) =>
      sql`INSERT INTO notification (user_id, kind, task_id) VALUES (${anna.userId}::uuid, 'overdue', ${late}::uuid)`.execute(
        tx,
      ),
    );
    const mails = await letters();
    assert.deepEqual(subjects(mails), ['anna: 1,001 task updates']);
    const [mail] = mails;
    assert.equal(mail!.text.split('taskId=').length - 1, 20);
    assert.match(mail!.text, /981 more are not listed here/);
    assert.ok(mail!.text.indexOf('== Overdue ==') < mail!.text.indexOf('== New tasks =='));
    assert.equal(mail!.text.split(late).length - 1, 1, 'once, by the most pressing reason');
    assert.deepEqual(subjects(await letters()), []);
  });

  test('a burst of tasks is gathered, and a continuous stream does not postpone the e-mail for ever', async () => {
    await forAnna();
    await tenant.transaction((tx) =>
      sql`UPDATE notification SET created_at = clock_timestamp() - interval '59 seconds'`.execute(tx),
    );
    assert.deepEqual(subjects(await letters(60)), []);
    await forAnna();
    await tenant.transaction((tx) =>
      sql`UPDATE notification SET created_at = created_at - interval '2 seconds'`.execute(tx),
    );
    assert.deepEqual(subjects(await letters(60)), [], 'the second has only just come');
    await tenant.transaction((tx) =>
      sql`UPDATE notification SET created_at = created_at - interval '9 minutes' WHERE created_at < clock_timestamp() - interval '30 seconds'`.execute(
        tx,
      ),
    );
    assert.deepEqual(subjects(await letters(60)), ['anna: 2 task updates']);
  });

  test('each kind can be switched off, and group tasks are sent to users who chose them', async () => {
    await choose(anna, { assigned: 'off' });
    await forAnna();
    await begin('shared');
    assert.deepEqual(subjects(await letters()), []);
    await choose(anna, { offered: 'now' });
    const shared = await begin('shared');
    assert.deepEqual(subjects(await letters()), ['anna: Task for your group: look']);
    await mart.post(`/api/tasks/${shared}`, { action: 'claim' });
    await mart.post(`/api/tasks/${shared}`, { action: 'release' });
    assert.deepEqual(subjects(await letters()), []);
  });

  test('the digest is sent once a day at the user’s hour in the organisation’s time zone', async () => {
    await choose(anna, { assigned: 'daily', overdue: 'daily' }, 9);
    await forAnna();
    const gone = await forAnna();
    assert.deepEqual(subjects(await letters()), []);
    tenant.clock.now = new Date('2026-11-19T06:59:59.000Z');
    await anna.post(`/api/tasks/${gone}`, { action: 'complete' });
    assert.deepEqual(subjects(await letters()), []);
    tenant.clock.now = new Date('2026-11-19T07:00:00.000Z');
    const mails = await letters();
    assert.deepEqual(subjects(mails), ['anna: Your day: 1 task update']);
    assert.match(mails[0]!.text, /since the last digest/);
    assert.deepEqual(subjects(await letters()), []);
  });

  test('due soon and overdue are notified once each: times a day before, days in the morning', async () => {
    await scanDueTasks(sending());
    await forAnna({ due: new Date(NOON.getTime() + 26 * HOUR).toISOString() });
    await begin('own', { who: mart.username, due: '2026-11-20' });
    await letters();
    const at = async (iso: string) => {
      tenant.clock.now = new Date(iso);
      for (let again = 0; again < 2; again += 1) while (await scanDueTasks(sending()));
      return subjects(await letters());
    };
    assert.deepEqual(await at('2026-11-18T11:59:00.000Z'), []);
    assert.deepEqual(await at('2026-11-18T12:00:00.000Z'), ['anna: Due soon: answer']);
    assert.deepEqual(await at('2026-11-19T05:59:59.000Z'), []);
    assert.deepEqual(await at('2026-11-19T06:00:00.000Z'), ['mart: Tähtaeg läheneb: answer']);
    assert.deepEqual(await at('2026-11-19T12:00:00.000Z'), ['anna: Overdue: answer']);
    assert.deepEqual(await at('2026-11-20T22:00:00.000Z'), []);
    assert.deepEqual(await at('2026-11-21T06:00:00.000Z'), ['mart: Üle tähtaja: answer']);
    assert.deepEqual(await at('2026-11-22T06:00:00.000Z'), []);
  });

  test('a task that is due on arrival gets one notification', async () => {
    await scanDueTasks(sending());
    const late = { due: new Date(NOON.getTime() - HOUR).toISOString() };
    await forAnna(late);
    assert.deepEqual(subjects(await letters()), ['anna: New task: answer']);
    await choose(anna, { assigned: 'off' });
    await forAnna(late);
    await forAnna({ due: new Date(NOON.getTime() + HOUR).toISOString() });
    await forAnna({ due: new Date(NOON.getTime() + 48 * HOUR).toISOString() });
    await choose(mart, { assigned: 'off' });
    // A day in the past.
    await begin('own', { who: mart.username, due: '2026-11-16' });
    const mails = await letters();
    assert.deepEqual(subjects(mails).toSorted(), ['anna: 2 task updates', 'mart: Üle tähtaja: answer']);
    assert.match(mails.find(({ to }) => to.startsWith('anna'))!.text, /Overdue[\s\S]*Due soon/);
    while (await scanDueTasks(sending()));
    assert.deepEqual(subjects(await letters()), []);
  });

  test('the first scan of an organisation does not notify of old overdue tasks', async () => {
    await forAnna({ due: '2026-11-01' });
    await letters();
    await scanDueTasks(sending());
    assert.deepEqual(subjects(await letters()), []);
  });

  test('all tasks are notified when more than one batch is due at the same moment', async () => {
    await scanDueTasks(sending());
    const due = new Date(NOON.getTime() + 48 * HOUR);
    await tenant.transaction((tx) =>
      sql`WITH made AS (INSERT INTO task (name, due_at, assignee_id) SELECT 'many', ${due}, ${anna.userId}::uuid FROM generate_series(1, 1203) RETURNING id)
        INSERT INTO task_inbox (principal, task_id, due_at, priority) SELECT 'u:' || ${anna.userId}::text, id, ${due}, 50 FROM made`.execute(
        tx,
      ),
    );
    tenant.clock.now = new Date(NOON.getTime() + 24 * HOUR);
    while (await scanDueTasks(sending()));
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        count: number;
      }>`SELECT count(DISTINCT task_id)::int AS count FROM notification WHERE kind = 'dueSoon'`.execute(tx),
    );
    assert.equal(rows[0]!.count, 1203);
  });

  test('a mentioned user gets the comment, unless it was removed or the task is confidential', async () => {
    const task = await begin('own', { who: chief.username });
    await letters();
    const say = async (text: string) => {
      const sent = { text, mentions: [anna.username, chief.username], invite: true };
      const { status, body } = await chief.post(`/api/tasks/${task}/comments`, sent);
      assert.equal(status, 201);
      return body.id;
    };
    await say('Is the <rent> right?');
    const mails = await letters();
    assert.deepEqual(subjects(mails), ['anna: You were mentioned: answer']);
    assert.match(mails[0]!.text, /From: Chief\n\s+> Is the <rent> right\?/);
    assert.match(mails[0]!.html, /Is the &lt;rent&gt; right\?/);
    const regretted = await say('Never mind');
    await chief.send('DELETE', `/api/tasks/${task}/comments/${regretted}`);
    assert.deepEqual(subjects(await letters()), []);
    await say('More about the rent');
    await tenant.transaction((tx) => sql`UPDATE task SET confidential = 'pay' WHERE id = ${task}::uuid`.execute(tx));
    const [second] = await letters();
    assert.equal(second!.subject, 'You were mentioned: Confidential task');
    assert.doesNotMatch(second!.text + second!.html, /rent|answer|Chief/);
  });

  test('TSK-05 a delegated task, and a returned one, is notified once', async () => {
    const task = await forAnna();
    await letters();
    await anna.post(`/api/tasks/${task}/delegate/${mart.username}`, { returns: true });
    assert.deepEqual(subjects(await letters()), ['mart: Teile delegeeritud: answer']);
    await mart.post(`/api/tasks/${task}/return`, { comment: 'Looks right.' });
    assert.deepEqual(subjects(await letters()), ['anna: Delegated to you: answer']);
  });

  test('an e-mail about a confidential task shows no details and has no buttons', async () => {
    const task = await forAnna({ due: '2026-11-25' });
    await tenant.transaction(async (tx) => {
      await sql`UPDATE task SET confidential = 'health', name = 'Sick leave of Liis' WHERE id = ${task}::uuid`.execute(
        tx,
      );
      await sql`UPDATE task_inbox SET principal = 'c' || substr(principal, 2) WHERE task_id = ${task}::uuid`.execute(
        tx,
      );
    });
    const [mail] = await letters();
    assert.equal(mail!.subject, 'New task: Confidential task');
    assert.doesNotMatch(mail!.text + mail!.html, /Liis|own|2026|task-action/);
  });

  test('BEY-03 BEY-04 a delegate is notified for the delegator, not of their own actions or confidential tasks', async () => {
    await tenant.transaction((tx) =>
      sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date) VALUES (${anna.userId}::uuid, ${mart.userId}::uuid, '2026-11-18', '2026-11-20')`.execute(
        tx,
      ),
    );
    await forAnna();
    const secret = await forAnna();
    await tenant.transaction(async (tx) => {
      await sql`UPDATE task SET confidential = 'pay' WHERE id = ${secret}::uuid`.execute(tx);
      await sql`UPDATE task_inbox SET principal = 'c' || substr(principal, 2) WHERE task_id = ${secret}::uuid`.execute(
        tx,
      );
    });
    await begin('own', { who: anna.username }, mart);
    await letters();
    const mails = await letters();
    assert.deepEqual(subjects(mails), ['mart: Uus ülesanne: answer']);
    assert.match(mails[0]!.text, /Mart \(asendab: Anna\)/);
    await tenant.transaction((tx) => sql`DELETE FROM delegation`.execute(tx));
  });

  test('disabled users and users without an address get no e-mail', async () => {
    await forAnna();
    await begin('own', { who: mart.username });
    await tenant.transaction(async (tx) => {
      await sql`UPDATE app_user SET status = 'disabled' WHERE id = ${anna.userId}::uuid`.execute(tx);
      await sql`UPDATE app_user SET email = NULL WHERE id = ${mart.userId}::uuid`.execute(tx);
    });
    assert.deepEqual(subjects(await letters()), []);
    await tenant.transaction(async (tx) => {
      await sql`UPDATE app_user SET status = 'active' WHERE id = ${anna.userId}::uuid`.execute(tx);
      await sql`UPDATE app_user SET email = username || '@acme.test'`.execute(tx);
    });
    assert.deepEqual(subjects(await letters()), []);
  });

  test('several servers send each notification once, one e-mail for each user', async () => {
    await manyForAnna(50);
    await begin('own', { who: mart.username });
    await Promise.all(Array.from({ length: 6 }, () => sendTaskMails(sending())));
    const mails = (await takeEmails(db())).toSorted((a, b) => a.to.localeCompare(b.to));
    assert.deepEqual(subjects(mails), ['anna: 50 task updates', 'mart: Uus ülesanne: answer']);
    assert.deepEqual(subjects(await letters()), []);
  });

  test('sent notifications are deleted after 90 days', async () => {
    for (let index = 0; index < 6; index += 1) await begin('own', { who: index % 2 ? anna.username : mart.username });
    await letters();
    const sentMails = () =>
      tenant.transaction((tx) => sql`SELECT 1 FROM notification WHERE told_at IS NOT NULL`.execute(tx));
    assert.equal((await sentMails()).rows.length, 6);
    await tenant.transaction((tx) =>
      sql`UPDATE notification SET told_at = clock_timestamp() - interval '91 days' WHERE user_id = ${anna.userId}::uuid`.execute(
        tx,
      ),
    );
    await purgeExpired(db());
    const left = await tenant.transaction((tx) =>
      sql<{ user_id: string }>`SELECT DISTINCT user_id FROM notification`.execute(tx),
    );
    assert.equal(
      left.rows.some(({ user_id }) => user_id === anna.userId),
      false,
    );
  });

  if (kind === 'postgres') {
    test('a server that dies before its commit has sent nothing; the next one sends it', async () => {
      await forAnna();
      const context = sending();
      const dying = {
        ...context,
        db: {
          ...context.db,
          systemTransaction: context.db.systemTransaction.bind(context.db),
          tenantTransaction: (...[who, work]: Parameters<typeof context.db.tenantTransaction>) =>
            context.db.tenantTransaction(who, async (tx) => {
              await work(tx);
              await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx);
            }),
        } as typeof context.db,
      };
      await sendTaskMails(dying);
      assert.deepEqual(await takeEmails(db()), []);
      assert.deepEqual(subjects(await letters()), ['anna: New task: answer']);
      assert.deepEqual(subjects(await letters()), []);
    });

    test('one server at a time writes to a user; later notifications are in the next e-mail', async () => {
      await forAnna();
      const context = sending();
      const meanwhile: OutboxMail[] = [];
      const slow = {
        ...context,
        db: {
          ...context.db,
          systemTransaction: context.db.systemTransaction.bind(context.db),
          tenantTransaction: (...[who, work]: Parameters<typeof context.db.tenantTransaction>) =>
            context.db.tenantTransaction(who, async (tx) => {
              await work(tx);
              await forAnna();
              meanwhile.push(...(await letters()));
            }),
        } as typeof context.db,
      };
      await sendTaskMails(slow);
      assert.deepEqual(subjects(meanwhile), []);
      assert.deepEqual(subjects(await letters()), ['anna: New task: answer', 'anna: New task: answer']);
    });

    test('reminders are found by an index', async () => {
      const { rows } = await tenant.transaction(async (tx) => {
        await sql`SET LOCAL enable_seqscan = off`.execute(tx);
        return sql<{ 'QUERY PLAN': string }>`EXPLAIN SELECT id FROM task WHERE status IN ('open', 'held')
          AND (due_at, id) > (now(), ${anna.userId}::uuid) AND due_at <= now() ORDER BY due_at, id LIMIT 500`.execute(
          tx,
        );
      });
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.doesNotMatch(plan, /Seq Scan/);
      assert.match(plan, /Index Cond: .*due_at/);
    });
  }
});
