import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import pino from 'pino';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { type Jobs, TIMER_JOB } from '../../../platform/jobs.ts';
import { deployBpmn, handleProcessJobs } from '../../processes/index.ts';
import { endDueSnoozes } from './snooze.wake.ts';

const CLERKS = 'camunda:candidateGroups="clerks" camunda:dueDate="2026-11-20T17:00"';
const LETTER = bpmn('letter', sequence(start, userTask('answer', CLERKS), end));
/** Sends a reminder after two days; the assignee may stop its clock. */
const WATCHED = bpmn(
  'watched',
  `${start}${userTask('answer', `${CLERKS} verva:clockMayStop="true"`)}
  <boundaryEvent id="late" attachedToRef="answer" cancelActivity="false"><timerEventDefinition><timeDuration>PT48H</timeDuration></timerEventDefinition></boundaryEvent>
  ${userTask('remind', 'camunda:candidateGroups="clerks"')}${end}
  <sequenceFlow id="f1" sourceRef="start" targetRef="answer"/><sequenceFlow id="f2" sourceRef="answer" targetRef="end"/><sequenceFlow id="f3" sourceRef="late" targetRef="remind"/>`,
);
/** A Wednesday at noon in Tallinn. */
const NOON = '2026-11-18T10:00:00.000Z';
const TOMORROW = '2026-11-19T06:00:00.000Z';

onDatabase('being reminded later', (db) => {
  let tenant: TestTenant;
  let anna: Person;
  let liis: Person;
  let chief: Person;
  let stranger: Person;
  let fire: (data: { timerId: string }, info: { tenantId: number }) => Promise<void>;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { anna: ['clerks'], liis: ['clerks'], mart: [], chief: ['admin'] });
    ({ anna, liis, chief } = tenant.people as Record<'anna' | 'liis' | 'chief', Person>);
    stranger = (await createTestTenant(db(), 'beta', { boris: ['admin'] }, tenant)).people.boris!;
    tenant.clock.now = new Date(NOON);
    await tenant.transaction(async (tx) => {
      await deployBpmn(tx, tenant.scope(), LETTER);
      await deployBpmn(tx, tenant.scope(), WATCHED);
    });
    const jobs = {
      handle(name: string, handler: typeof fire) {
        if (name === TIMER_JOB) fire = handler;
      },
    } as unknown as Jobs;
    handleProcessJobs(jobs, { db: db(), clock: () => tenant.clock.now, webhooks: {} as never });
  });

  async function open(key: 'letter' | 'watched' = 'letter'): Promise<string> {
    tenant.clock.now = new Date(NOON);
    await tenant.transaction((tx) => sql`DELETE FROM task_snooze`.execute(tx));
    const started = await tenant.startInstance({ key });
    return started.tasks[0]!.id;
  }
  const snooze = (who: Person, id: string, until: string, stopsClock = false): Promise<Reply> =>
    who.send('PUT', `/api/tasks/${id}/snooze`, JSON.stringify({ until, stopsClock }), {
      'content-type': 'application/json',
    });
  const wake = (who: Person, id: string) => who.send('DELETE', `/api/tasks/${id}/snooze`);
  const listed = async (who: Person, query = ''): Promise<string[]> =>
    (await who.get(`/api/tasks?limit=200${query}`)).body.items.map((task: { id: string }) => task.id);
  const detail = async (who: Person, id: string) => (await who.get(`/api/tasks/${id}`)).body;
  const kinds = async (id: string): Promise<string[]> =>
    (await chief.get(`/api/tasks/${id}/history`)).body.map(({ kind }: { kind: string }) => kind);
  const timers = async (): Promise<{ id: string; fire_at: Date }[]> =>
    (
      await tenant.transaction((tx) =>
        sql<{
          id: string;
          fire_at: Date;
        }>`SELECT id, fire_at FROM process_timer WHERE fire_at <= ${tenant.clock.now}`.execute(tx),
      )
    ).rows;
  /** Fires due timers with two dispatchers. */
  async function fireDue(): Promise<number> {
    const due = await timers();
    for (const { id } of due) {
      await fire({ timerId: id }, { tenantId: tenant.tenantId });
      await fire({ timerId: id }, { tenantId: tenant.tenantId });
    }
    return due.length;
  }
  const wakeDue = () => endDueSnoozes({ db: db(), log: pino({ level: 'silent' }), clock: () => tenant.clock.now });

  test('TSK-17 BEY-10 a snoozed task is hidden from the caller’s list, count and next task, and from no other user’s', async () => {
    const id = await open();
    const count = (await anna.get('/api/tasks/count')).body.count;
    const { status, body } = await snooze(anna, id, TOMORROW);
    assert.equal(status, 200);
    assert.equal(body.snoozedUntil, TOMORROW);
    assert.equal(body.clock, null);
    assert.ok(!(await listed(anna)).includes(id));
    assert.equal((await anna.get('/api/tasks/count')).body.count, count - 1);
    assert.deepEqual(await listed(anna, '&snoozed=eq:true'), [id]);
    assert.ok((await listed(liis)).includes(id));
    assert.equal((await detail(liis, id)).snoozedUntil, null);
    const other = await open();
    await snooze(anna, id, TOMORROW);
    const { body: done } = await anna.post(`/api/tasks/${other}`, { action: 'complete' });
    assert.notEqual(done.next, id);
  });

  test('BEY-10 a private snooze moves neither due time nor escalation, and is not in the history', async () => {
    const id = await open('watched');
    const before = await detail(anna, id);
    assert.equal(before.escalates, '2026-11-20T10:00:00.000Z');
    const { body } = await snooze(anna, id, TOMORROW);
    assert.deepEqual([body.due, body.escalates], [before.due, before.escalates]);
    assert.deepEqual(
      (await kinds(id)).filter((kind) => kind.startsWith('clock')),
      [],
    );
  });

  test('BEY-10 a task returns at the end of the snooze and sends an event', async () => {
    const id = await open();
    await snooze(anna, id, TOMORROW);
    await db().systemTransaction((tx) => sql`DELETE FROM outbox`.execute(tx));
    await wakeDue();
    assert.ok(!(await listed(anna)).includes(id));
    tenant.clock.now = new Date(TOMORROW);
    // The list checks the time itself; the loop notifies the browsers.
    assert.ok((await listed(anna)).includes(id));
    await Promise.all([wakeDue(), wakeDue()]);
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ payload: { type: string; principals: string[] } }>`SELECT payload FROM outbox WHERE topic = 'live'`.execute(
        tx,
      ),
    );
    const sentTypes = rows.map(({ payload }) => payload).filter(({ type }) => type === 'task.changed');
    assert.deepEqual(
      sentTypes.map(({ principals }) => principals),
      [[`c:${anna.userId}`]],
    );
    assert.equal((await detail(anna, id)).snoozedUntil, null);
  });

  test('BEY-10 a time after the due time, in the past or too far ahead is refused', async () => {
    const id = await open();
    const code = async (until: string, stops = false) => (await snooze(anna, id, until, stops)).body.code;
    assert.equal(await code('2026-11-20T15:00:00.001Z'), 'snooze.after_due');
    assert.equal(await code('2026-11-18T10:00:00.000Z'), 'snooze.not_ahead');
    assert.equal(await code('2028-01-01T00:00:00.000Z'), 'snooze.not_ahead');
    assert.equal((await snooze(anna, id, 'tomorrow')).status, 400);
    assert.equal((await snooze(stranger, id, TOMORROW)).status, 404);
    assert.equal((await snooze(tenant.people.mart!, id, TOMORROW)).status, 404);
    assert.deepEqual(await listed(anna, '&snoozed=eq:true'), []);
  });

  test('BEY-10 an overdue task can be snoozed for a week at most, and stays overdue', async () => {
    const id = await open();
    tenant.clock.now = new Date('2026-11-20T16:00:00.000Z');
    const { due } = await detail(anna, id);
    const { status, body } = await snooze(anna, id, '2026-11-28T08:00:00.000Z');
    assert.deepEqual(
      [status, body.code, body.title],
      [422, 'snooze.overdue_long', 'An overdue task can be snoozed for a week at most.'],
    );
    assert.deepEqual(await listed(anna, '&snoozed=eq:true'), []);
    const { body: asleep } = await snooze(anna, id, '2026-11-23T08:00:00.000Z');
    assert.deepEqual([asleep.due, asleep.snoozedUntil], [due, '2026-11-23T08:00:00.000Z']);
    assert.deepEqual(await listed(anna, '&snoozed=eq:true'), [id]);
  });

  test('BEY-10 owner and administrator stop the clock, other users only where the process allows it', async () => {
    const plain = await open();
    assert.equal((await detail(anna, plain)).mayStopClock, false);
    assert.equal((await snooze(anna, plain, TOMORROW, true)).body.code, 'snooze.clock_runs');
    assert.equal((await detail(chief, plain)).mayStopClock, true);
    assert.equal((await snooze(chief, plain, TOMORROW, true)).status, 200);
    const watched = await open('watched');
    assert.equal((await detail(anna, watched)).mayStopClock, true);
    assert.equal((await snooze(anna, watched, TOMORROW, true)).status, 200);
    const second = await snooze(liis, watched, TOMORROW, true);
    assert.equal(second.status, 409);
    assert.equal(second.body.code, 'snooze.clock_stopped');
    assert.deepEqual(second.body.params, { name: 'Anna', time: TOMORROW });
  });

  test('BEY-10 a stopped clock moves due time and escalation by its duration, for all users, and is in the history', async () => {
    const id = await open('watched');
    const { body } = await snooze(anna, id, TOMORROW, true);
    assert.equal(body.due, '2026-11-21T11:00:00.000Z');
    assert.equal(body.escalates, '2026-11-21T06:00:00.000Z');
    const seen = await detail(liis, id);
    assert.deepEqual([seen.due, seen.escalates], [body.due, body.escalates]);
    assert.deepEqual([seen.clock.until, seen.clock.by.name], [TOMORROW, 'Anna']);
    const sorted = await liis.get('/api/tasks?due=gte:2026-11-21T11:00:00.000Z');
    assert.ok(sorted.body.items.some((task: { id: string }) => task.id === id));
    assert.ok((await kinds(id)).includes('clock.stopped'));
  });

  test('BEY-10 the escalation fires once, at the new time', async () => {
    const id = await open('watched');
    await snooze(anna, id, TOMORROW, true);
    const fired = async () => (await kinds(id)).filter((kind) => kind === 'timer').length;
    tenant.clock.now = new Date('2026-11-20T10:00:00.000Z');
    await fireDue();
    assert.equal(await fired(), 0);
    tenant.clock.now = new Date('2026-11-21T05:59:59.999Z');
    await fireDue();
    assert.equal(await fired(), 0);
    tenant.clock.now = new Date('2026-11-21T06:00:00.000Z');
    await fireDue();
    assert.equal(await fired(), 1);
    await fireDue();
    assert.equal(await fired(), 1);
    assert.equal((await detail(anna, id)).escalates, null);
  });

  test('BEY-10 when woken early, the clock was stopped only until then', async () => {
    const id = await open('watched');
    await snooze(anna, id, TOMORROW, true);
    tenant.clock.now = new Date('2026-11-18T12:00:00.000Z');
    const { body } = await wake(anna, id);
    assert.deepEqual(
      [body.due, body.escalates, body.clock, body.snoozedUntil],
      ['2026-11-20T17:00:00.000Z', '2026-11-20T12:00:00.000Z', null, null],
    );
    assert.deepEqual(
      (await kinds(id)).filter((kind) => kind.startsWith('clock')),
      ['clock.stopped', 'clock.started'],
    );
    assert.ok((await listed(anna)).includes(id));
    assert.equal((await wake(anna, id)).status, 200);
  });

  test('BEY-10 another snooze replaces the first, including its move of the due time', async () => {
    const id = await open('watched');
    await snooze(anna, id, '2026-11-20T10:00:00.000Z', true);
    const { body } = await snooze(anna, id, TOMORROW, true);
    assert.deepEqual([body.due, body.escalates], ['2026-11-21T11:00:00.000Z', '2026-11-21T06:00:00.000Z']);
    const private_ = await snooze(anna, id, TOMORROW);
    assert.deepEqual([private_.body.due, private_.body.clock], ['2026-11-20T15:00:00.000Z', null]);
    assert.equal(private_.body.snoozedUntil, TOMORROW);
  });

  test('BEY-10 an administrator restarts a clock that another user stopped; a colleague cannot', async () => {
    const id = await open('watched');
    await snooze(anna, id, TOMORROW, true);
    await wake(liis, id);
    assert.notEqual((await detail(anna, id)).clock, null);
    const { body } = await wake(chief, id);
    assert.equal(body.clock, null);
    assert.equal(body.due, '2026-11-20T15:00:00.000Z');
    assert.ok((await listed(anna)).includes(id));
  });

  test('BEY-10 two users who stop a clock at once stop it once', async () => {
    const id = await open('watched');
    const both = await Promise.all([snooze(anna, id, TOMORROW, true), snooze(liis, id, TOMORROW, true)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await detail(chief, id)).escalates, '2026-11-21T06:00:00.000Z');
  });
});
