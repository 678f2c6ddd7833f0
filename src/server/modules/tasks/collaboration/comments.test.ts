import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../../test/support/bpmn.ts';
import { openTestDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type Reply, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { DatabaseHandle } from '../../../platform/database.ts';

const LETTER = bpmn('letter', sequence(start, userTask('answer', 'camunda:candidateUsers="=users"'), end));

let db: DatabaseHandle;
let tenant: TestTenant;
let anna: Person;
let mart: Person;
let liis: Person;
let chief: Person;
let stranger: Person;
let task: string;

before(async () => {
  db = await openTestDatabase();
  tenant = await createTestTenant(db, 'acme', { anna: [], mart: [], liis: [], kadri: [], chief: ['admin'] });
  ({ anna, mart, liis, chief } = tenant.people as Record<'anna' | 'mart' | 'liis' | 'chief', Person>);
  stranger = (await createTestTenant(db, 'beta', { boris: ['admin'] }, tenant)).people.boris!;
  tenant.clock.now = new Date('2026-11-18T10:00:00.000Z');
  await tenant.deploy(LETTER);
  task = await open([anna.username, mart.username]);
});
after(() => db.close());

async function open(users: string[]): Promise<string> {
  const started = await tenant.startInstance({ key: 'letter', businessKey: null, variables: { users } });
  return started.tasks[0]!.id;
}
const postComment = (who: Person, text: string, more: object = {}, id = task): Promise<Reply> =>
  who.post(`/api/tasks/${id}/comments`, { text, ...more });
const comments = async (who: Person, id = task) => (await who.get(`/api/tasks/${id}/comments`)).body;
const put = (who: Person, id: string, body: object, headers: Record<string, string> = {}) =>
  who.send('PUT', `/api/tasks/${task}/comments/${id}`, JSON.stringify(body), {
    'content-type': 'application/json',
    ...headers,
  });
const remove = (who: Person, id: string) => who.send('DELETE', `/api/tasks/${task}/comments/${id}`);
async function liveEvents(): Promise<{ type: string; principals: string[]; data: Record<string, string> }[]> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ payload: never }>`SELECT payload FROM outbox WHERE topic = 'live' ORDER BY id`.execute(tx),
  );
  await db.systemTransaction((tx) => sql`DELETE FROM outbox`.execute(tx));
  return rows.map(({ payload }) => payload);
}

test('TSK-17 comments are listed with the task in order, with their author, and counted', async () => {
  const id = await open([anna.username, mart.username]);
  const first = await postComment(anna, '  Is the quote in?\n', {}, id);
  assert.equal(first.status, 201);
  assert.equal(first.body.text, 'Is the quote in?');
  await postComment(mart, 'Yes', {}, id);
  const all = await comments(anna, id);
  assert.deepEqual(
    all.map((one: { author: { name: string }; text: string }) => [one.author.name, one.text]),
    [
      ['Anna', 'Is the quote in?'],
      ['Mart', 'Yes'],
    ],
  );
  assert.deepEqual([all[0].mayEdit, all[0].mayRemove, all[1].mayEdit, all[1].mayRemove], [true, true, false, false]);
  assert.equal((await anna.get(`/api/tasks/${id}`)).body.comments, 2);
  const listed = (await anna.get('/api/tasks')).body.items.find((one: { id: string }) => one.id === id);
  assert.equal(listed.comments, 2);
});

test('TSK-17 markup in a comment is plain text and returned unchanged', async () => {
  const text = '<img src=x onerror=alert(1)> & <b>bold</b>';
  assert.equal((await postComment(anna, text)).body.text, text);
});

test('TSK-17 a comment has 1 to 4000 characters, however many bytes they take', async () => {
  assert.equal((await postComment(anna, ' \n ')).body.code, 'comment.required');
  const long = await postComment(anna, 'x'.repeat(4001));
  assert.equal(long.status, 422);
  assert.equal(long.body.code, 'comment.too_long');
  assert.deepEqual(long.body.params, { max: 4000 });
  assert.equal((await postComment(anna, '😀'.repeat(4000))).status, 201);
});

test('TSK-17 users who cannot see the task can neither read nor write comments', async () => {
  for (const who of [liis, stranger]) {
    assert.equal((await who.get(`/api/tasks/${task}/comments`)).status, 404);
    assert.equal((await postComment(who, 'Hello')).status, 404);
  }
  const { id } = (await postComment(anna, 'Mine')).body;
  assert.equal((await put(stranger, id, { text: 'Yours' })).status, 404);
  assert.equal((await remove(stranger, id)).status, 404);
});

test('TSK-17 only its author edits a comment, and an edit of an old version is refused', async () => {
  const { body } = await postComment(anna, 'Frist');
  assert.equal((await put(mart, body.id, { text: 'No' })).status, 403);
  const right = await put(anna, body.id, { text: 'First' }, { 'if-match': `"${body.version}"` });
  assert.equal(right.status, 200);
  assert.equal(right.body.text, 'First');
  assert.equal(right.body.edited, tenant.clock.now.toISOString());
  assert.equal((await put(anna, body.id, { text: 'Old' }, { 'if-match': `"${body.version}"` })).status, 412);
  assert.equal((await put(anna, '01900000-0000-7000-8000-000000000001', { text: 'x' })).status, 404);
  assert.equal((await put(anna, 'nonsense', { text: 'x' })).status, 404);
});

test('TSK-17 a removed comment leaves its entry without its text', async () => {
  const id = await open([anna.username, mart.username]);
  const { body } = await postComment(anna, 'A secret', { mentions: [mart.username] }, id);
  const path = `/api/tasks/${id}/comments/${body.id}`;
  assert.equal((await mart.send('DELETE', path)).status, 403);
  assert.equal((await anna.send('DELETE', path)).status, 204);
  const [left] = await comments(mart, id);
  assert.deepEqual([left.text, left.author.name, left.removed.by.name], [null, 'Anna', 'Anna']);
  assert.deepEqual([left.mentions, left.mayEdit, left.mayRemove], [[], false, false]);
  assert.equal((await anna.get(`/api/tasks/${id}`)).body.comments, 0);
  assert.equal((await anna.send('DELETE', path)).status, 404);
  const { rows } = await tenant.transaction((tx) =>
    sql<{ text: string }>`SELECT text FROM comment WHERE id = ${body.id}::uuid`.execute(tx),
  );
  assert.ok(!rows[0]!.text.includes('secret'));
  const row = (await mart.get(`/api/tasks/${id}/history`)).body.find(
    ({ kind }: { kind: string }) => kind === 'commented',
  );
  assert.deepEqual([row.by.name, row.removed, row.comment], ['Anna', true, undefined]);
});

test('TSK-17 an administrator removes comments of others and cannot edit them', async () => {
  const { body } = await postComment(anna, 'Rude');
  assert.equal((await put(chief, body.id, { text: 'Polite' })).status, 403);
  assert.equal((await remove(chief, body.id)).status, 204);
  const left = (await comments(anna)).find(({ id }: { id: string }) => id === body.id);
  assert.equal(left.removed.by.name, 'Chief');
});

test('TSK-17 the history shows comments of this task with their text, and none of other tasks of the case', async () => {
  const id = await open([anna.username]);
  await postComment(anna, 'Only here', {}, id);
  const rows = (await anna.get(`/api/tasks/${id}/history`)).body.filter(
    ({ kind }: { kind: string }) => kind === 'commented',
  );
  assert.deepEqual(
    rows.map(({ comment }: { comment: string }) => comment),
    ['Only here'],
  );
  const instance = (await anna.get(`/api/tasks/${id}`)).body.instanceId;
  const ofCase = (await chief.get(`/api/instances/${instance}/history`)).body;
  assert.ok(!JSON.stringify(ofCase).includes('Only here'));
});

test('TSK-17 mentioned users and users who see the task get an event without the text', async () => {
  await liveEvents();
  const { body } = await postComment(anna, '@Mart look', { mentions: [mart.username] });
  assert.deepEqual(
    body.mentions.map(({ name }: { name: string }) => name),
    ['Mart'],
  );
  const events = await liveEvents();
  const added = events.find(({ type }) => type === 'comment.added')!;
  assert.ok(added.principals.includes(`u:${mart.userId}`));
  assert.ok(!added.principals.includes(`u:${liis.userId}`));
  assert.deepEqual(added.data, { ownerKind: 'task', ownerId: task, commentId: body.id });
  assert.deepEqual(events.find(({ type }) => type === 'mention.added')!.principals, [`c:${mart.userId}`]);
  assert.ok(!JSON.stringify(events).includes('look'));
  // A second mention after an edit sends no second notification.
  await put(anna, body.id, { text: '@Mart please look', mentions: [mart.username] });
  assert.ok(!(await liveEvents()).some(({ type }) => type === 'mention.added'));
});

test('TSK-17 mentioning a user without access is refused with an offer to invite; an invitation is recorded', async () => {
  const id = await open([anna.username]);
  const refused = await postComment(anna, '@Liis look', { mentions: [liis.username] }, id);
  assert.equal(refused.status, 422);
  assert.equal(refused.body.code, 'mention.not_visible');
  assert.equal(refused.body.params.names, 'Liis');
  assert.equal(refused.body.mayInvite, true);
  assert.deepEqual(await comments(anna, id), []);
  assert.equal((await liis.get(`/api/tasks/${id}`)).status, 404);
  assert.equal((await postComment(anna, '@Liis look', { mentions: [liis.username], invite: true }, id)).status, 201);
  const seen = (await liis.get(`/api/tasks/${id}`)).body;
  assert.deepEqual([seen.mayComplete, seen.mayClaim, seen.mayAssign, seen.mayDelegate], [false, false, false, false]);
  const { reasons } = (await liis.get(`/api/tasks/${id}/why`)).body;
  assert.deepEqual([reasons[0].code, reasons[0].rule.by.name], ['participant', 'Anna']);
  // A participant by mention cannot invite others.
  const further = await postComment(
    liis,
    '@Kadri look',
    { mentions: [tenant.people.kadri!.username], invite: true },
    id,
  );
  assert.deepEqual([further.body.code, further.body.mayInvite], ['mention.not_visible', false]);
});

test('TSK-17 users of other organisations cannot be mentioned, and no user can be invited to a confidential task', async () => {
  assert.equal((await postComment(anna, 'x', { mentions: [stranger.userId] })).body.code, 'user.not_found');
  assert.equal(
    (await postComment(anna, 'x', { mentions: [stranger.username], invite: true })).body.code,
    'user.not_found',
  );
  const id = await open([anna.username]);
  await tenant.transaction((tx) => sql`UPDATE task SET confidential = 'health' WHERE id = ${id}::uuid`.execute(tx));
  const refused = await postComment(anna, 'x', { mentions: [liis.username], invite: true }, id);
  assert.equal(refused.body.code, 'task.confidential');
  assert.equal((await liis.get(`/api/tasks/${id}`)).status, 404);
});

test('BEY-03 TSK-17 a comment of a delegate has both names', async () => {
  const id = await open([anna.username]);
  const period = { delegateUserId: liis.username, startDate: '2026-11-18', endDate: '2026-11-18' };
  const { body: delegation } = await anna.post('/api/identity/delegate/me', period);
  const { body } = await postComment(liis, 'Done for you', {}, id);
  assert.deepEqual([body.author.name, body.onBehalfOf.name], ['Liis', 'Anna']);
  await anna.send('DELETE', `/api/identity/delegate/${delegation.id}`);
});
