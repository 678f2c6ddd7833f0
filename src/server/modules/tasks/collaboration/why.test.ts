import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { openTestDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { DatabaseHandle } from '../../../platform/database.ts';

const LETTER = bpmn(
  'letter',
  sequence(start, userTask('answer', 'camunda:candidateUsers="=users" camunda:candidateGroups="=groups"'), end),
);
const NOON = '2026-11-18T10:00:00.000Z';

let db: DatabaseHandle;
let tenant: TestTenant;
let anna: Person;
let mart: Person;
let liis: Person;
let chief: Person;
let stranger: Person;

before(async () => {
  db = await openTestDatabase();
  tenant = await createTestTenant(db, 'acme', {
    anna: ['clerks'],
    mart: [],
    liis: ['clerks'],
    chief: ['admin'],
    all: ['alltasks'],
  });
  ({ anna, mart, liis, chief } = tenant.people as Record<'anna' | 'mart' | 'liis' | 'chief', Person>);
  stranger = (await createTestTenant(db, 'beta', { boris: ['admin'] }, tenant)).people.boris!;
  tenant.clock.now = new Date(NOON);
  await tenant.deploy(LETTER);
});
after(() => db.close());

async function open(users: string[], groups: string[] = []): Promise<string> {
  const started = await tenant.startInstance({ key: 'letter', businessKey: null, variables: { users, groups } });
  return started.tasks[0]!.id;
}
const why = async (who: Person, id: string, about?: Person) =>
  (await who.get(`/api/tasks/${id}/why${about ? `?userId=${about.username}` : ''}`)).body;
const codes = (list: { code: string }[]) => list.map(({ code }) => code);
const addDelegation = async (startDate: string, endDate: string, more: object = {}): Promise<void> => {
  await tenant.transaction((tx) => sql`DELETE FROM delegation`.execute(tx));
  const { status } = await anna.post('/api/identity/delegate/me', {
    delegateUserId: mart.username,
    startDate,
    endDate,
    ...more,
  });
  assert.equal(status, 201);
};

test('BEY-09 it names the group, the assignment with its author, and the time', async () => {
  const id = await open([], ['clerks']);
  const group = await why(anna, id);
  assert.equal(group.listed, true);
  assert.deepEqual(codes(group.reasons), ['group']);
  assert.deepEqual(group.reasons[0].group, { id: 'clerks', name: 'clerks' });
  assert.deepEqual([group.reasons[0].rule.source, group.reasons[0].since], ['process', NOON]);
  await anna.post(`/api/tasks/${id}`, { action: 'claim' });
  await anna.post(`/api/tasks/${id}/identitylinks`, { kind: 'assignee', userId: mart.username });
  const assigned = await why(mart, id);
  assert.deepEqual(codes(assigned.reasons), ['assignee']);
  assert.deepEqual([assigned.reasons[0].rule.by.name, assigned.reasons[0].rule.how], ['Anna', 'assigned']);
});

test('BEY-09 it names the delegation with its delegator and end, and the colleague who delegated one task', async () => {
  const id = await open([anna.username]);
  await addDelegation('2026-11-17', '2026-11-20');
  const { reasons, listed } = await why(mart, id);
  assert.equal(listed, true);
  const [reason] = reasons;
  assert.deepEqual(
    [reason.code, reason.user.name, reason.from, reason.until],
    ['delegation', 'Anna', '2026-11-17', '2026-11-20'],
  );
  await tenant.transaction((tx) => sql`DELETE FROM delegation`.execute(tx));
  await anna.post(`/api/tasks/${id}/delegate/${mart.username}`, { returns: true, comment: 'Please' });
  const one = (await why(mart, id)).reasons[0];
  assert.deepEqual(
    [one.code, one.rule.how, one.rule.by.name, one.rule.text],
    ['assignee', 'delegated', 'Anna', 'Please'],
  );
  const owner = await why(anna, id);
  assert.ok(codes(owner.reasons).includes('owner'));
  assert.equal(owner.listed, false);
});

test('BEY-09 an administrator sees why another user does not see it', async () => {
  const grouped = await open([], ['clerks']);
  const outside = await why(chief, grouped, mart);
  assert.deepEqual([outside.listed, outside.reasons, outside.user.name], [false, [], 'Mart']);
  assert.deepEqual(codes(outside.missing), ['not_in_group', 'not_named']);
  assert.deepEqual(outside.missing[0].groups, [{ id: 'clerks', name: 'clerks' }]);

  await liis.post(`/api/tasks/${grouped}`, { action: 'claim' });
  const [taken] = (await why(chief, grouped, anna)).missing;
  assert.deepEqual([taken.code, taken.user.name, taken.since], ['claimed_by_other', 'Liis', NOON]);

  const own = await open([anna.username]);
  await anna.send(
    'PUT',
    `/api/tasks/${own}/snooze`,
    JSON.stringify({ until: '2026-11-19T06:00:00.000Z', stopsClock: false }),
    {
      'content-type': 'application/json',
    },
  );
  const asleep = await why(chief, own, anna);
  assert.deepEqual(asleep.missing, [{ code: 'snoozed', until: '2026-11-19T06:00:00.000Z' }]);
  assert.deepEqual(codes(asleep.reasons), ['candidate']);

  await anna.post(`/api/tasks/${own}`, { action: 'complete' });
  const [ended] = (await why(chief, own, mart)).missing;
  assert.deepEqual([ended.code, ended.user.name], ['ended', 'Anna']);
});

test('BEY-09 DEL-10 it says that a delegation has ended, has not started, or does not include this task', async () => {
  const id = await open([anna.username]);
  const first = async () => (await why(chief, id, mart)).missing[0];
  await addDelegation('2026-11-18', '2026-11-18');
  tenant.clock.now = new Date('2026-11-19T10:00:00.000Z');
  assert.deepEqual([(await first()).code, (await first()).day], ['delegation_ended', '2026-11-18']);
  tenant.clock.now = new Date(NOON);
  await addDelegation('2026-11-20', '2026-11-21');
  assert.deepEqual([(await first()).code, (await first()).day], ['delegation_coming', '2026-11-20']);
  await addDelegation('2026-11-18', '2026-11-21');
  assert.equal((await why(chief, id, mart)).listed, true);
  await tenant.transaction((tx) => sql`UPDATE task SET confidential = 'pay' WHERE id = ${id}::uuid`.execute(tx));
  const confidential = await first();
  assert.deepEqual([confidential.code, confidential.user.name], ['confidential', 'Anna']);
  assert.equal((await mart.get(`/api/tasks/${id}/why`)).status, 404);
});

test('BEY-09 only administrators ask about other users, and only of their organisation', async () => {
  await tenant.transaction((tx) => sql`DELETE FROM delegation`.execute(tx));
  const id = await open([anna.username]);
  assert.equal((await anna.get(`/api/tasks/${id}/why?userId=${mart.username}`)).status, 403);
  assert.equal((await anna.get(`/api/tasks/${id}/why?userId=me`)).status, 200);
  assert.equal((await mart.get(`/api/tasks/${id}/why`)).status, 404);
  const foreign = await chief.get(`/api/tasks/${id}/why?userId=${stranger.userId}`);
  assert.deepEqual([foreign.status, foreign.body.code], [404, 'user.not_found']);
  const theirs = await stranger.get(`/api/tasks/${id}/why?userId=${stranger.username}`);
  assert.deepEqual([theirs.status, theirs.body.code], [404, 'task.not_found']);
});

test('BEY-09 a user who sees all tasks gets this as the reason', async () => {
  const id = await open([anna.username]);
  const { reasons, listed } = await why(tenant.people.all!, id);
  assert.deepEqual([codes(reasons), listed], [['all_tasks'], false]);
});

test('BEY-09 the line manager of the requester learns whose manager they are', async () => {
  const managed = sql`INSERT INTO user_manager (user_id, manager_id, kind) VALUES (${tenant.people.all!.userId}::uuid, ${mart.userId}::uuid, 'line')`;
  await tenant.transaction((tx) => managed.execute(tx));
  const id = await open([mart.username]);
  const starter = sql`UPDATE process_instance SET starter_id = ${tenant.people.all!.userId}::uuid
    WHERE id = (SELECT instance_id FROM task WHERE id = ${id}::uuid)`;
  await tenant.transaction((tx) => starter.execute(tx));
  const [reason] = (await why(mart, id)).reasons;
  assert.deepEqual([reason.code, reason.managerOf.name], ['candidate', 'All']);
  const of = await open([anna.username]);
  assert.equal((await why(anna, of)).reasons[0].managerOf, undefined);
});
