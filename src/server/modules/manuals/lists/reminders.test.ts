import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { type OutboxMail, takeEmails } from '../../../../../test/support/emails.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { scanDueTasks } from '../../notifications/index.ts';
import { sendTaskMails } from '../../task-mails/index.ts';
import { addReading, releasedManual } from './lists.support.ts';

onDatabase('reminders of manuals', (db) => {
  let tenant: TestTenant;
  let eve: Person;
  let people: Record<'author' | 'viewer' | 'ann' | 'bob' | 'cid' | 'chief', Person>;
  let crane: Awaited<ReturnType<typeof releasedManual>>;
  let fire: Awaited<ReturnType<typeof releasedManual>>;
  let yard: string;

  /** Nine in the morning in Tallinn. */
  const morning = (day: string) => new Date(`${day}T07:00:00.000Z`);

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      author: ['manualsgroup'],
      viewer: ['manualsviewer'],
      ann: [],
      bob: [],
      cid: [],
      chief: [],
    });
    people = tenant.people as typeof people;
    eve = (await createTestTenant(db(), 'other', { eve: ['manualsgroup'] }, tenant)).people.eve!;
    const ownerId = people.author.userId;
    await tenant.transaction(async (tx) => {
      await sql`UPDATE app_user SET email = username || '@acme.test'`.execute(tx);
      await sql`UPDATE app_user SET language_id = 'et' WHERE id = ${people.ann.userId}::uuid`.execute(tx);
      await sql`UPDATE app_user SET source = 'partner', external_id = 'P-77', email = NULL WHERE id = ${people.cid.userId}::uuid`.execute(
        tx,
      );
      await sql`INSERT INTO user_manager (user_id, manager_id) VALUES (${people.ann.userId}::uuid, ${people.chief.userId}::uuid)`.execute(
        tx,
      );
      const { rows } = await sql<{
        id: string;
      }>`INSERT INTO department (code, name) VALUES ('Y', 'Yard') RETURNING id`.execute(tx);
      yard = rows[0]!.id;
      await sql`INSERT INTO user_department (user_id, department_id) VALUES (${people.ann.userId}::uuid, ${yard}::uuid)`.execute(
        tx,
      );
      const texts = { en: ['Crane', 'Lift slowly'], et: ['Kraana', 'Tõstke aeglaselt'] } as const;
      crane = await releasedManual(tx, { code: 'crane', ownerId, texts });
      fire = await releasedManual(tx, { code: 'fire', ownerId, texts: { en: ['Fire', 'Leave'] } });
      await sql`UPDATE manual SET remind_days = '{3,0,-2}', escalate_days = 7`.execute(tx);
      const due = sql`'2027-03-10'::date`;
      await addReading(tx, { ...crane, userId: people.ann.userId, due });
      await addReading(tx, { ...crane, userId: people.bob.userId, due: sql`'2027-06-01'::date` });
      await addReading(tx, { ...fire, userId: people.ann.userId, due });
      await addReading(tx, { ...fire, userId: people.cid.userId, due, state: 'read' });
    });
  });

  async function letters(): Promise<OutboxMail[]> {
    const { config, log, clock } = tenant.context;
    const { masterKey } = config;
    await sendTaskMails({ db: db(), log, clock, publicUrl: 'https://verva.test', masterKey, gatherSeconds: 0 });
    return takeEmails(db());
  }
  const subjects = (mails: readonly OutboxMail[]) =>
    mails.map(({ to, subject }) => `${to.split('.')[0]}: ${subject}`).toSorted();
  async function onDay(day: string): Promise<OutboxMail[]> {
    tenant.clock.now = morning(day);
    for (let look = 0; look < 2; look += 1) await scanDueTasks({ db: db(), clock: tenant.context.clock });
    return letters();
  }

  test('MAN-06 readers are notified of new, due and overdue readings, all of one day in one e-mail', async () => {
    const first = await letters();
    assert.deepEqual(subjects(first), ['ann: 2 teadet ülesannete kohta', 'bob: Manual to read: Crane']);
    assert.match(
      first.find(({ to }) => to.startsWith('ann'))!.text,
      /https:\/\/verva\.test\/manuals\?manualId=.+&readingId=/,
    );
    assert.deepEqual(await onDay('2027-03-01'), []);
    assert.deepEqual(await onDay('2027-03-06'), []);
    const mails = await onDay('2027-03-07');
    assert.deepEqual(subjects(mails), ['ann: 2 teadet ülesannete kohta']);
    assert.match(mails[0]!.text, /Kraana/);
    assert.match(mails[0]!.text, /Juhendid tutvumiseks/);
    assert.deepEqual(subjects(await onDay('2027-03-07')), [], 'once a day');
    assert.deepEqual(subjects(await onDay('2027-03-08')), []);
    assert.deepEqual(
      subjects(await onDay('2027-03-11')),
      ['ann: 2 teadet ülesannete kohta'],
      'a day on which nobody looked is made up for',
    );
    await tenant.transaction((tx) =>
      sql`UPDATE manual_reading SET state = 'read' WHERE manual_id = ${fire.manualId}::uuid`.execute(tx),
    );
    assert.deepEqual(
      subjects(await onDay('2027-03-12')),
      ['ann: Tutvumiseks: Kraana'],
      'two days after, of what is still open',
    );
  });

  test('MAN-06 managers are notified once of long overdue readings, and can switch it off', async () => {
    assert.deepEqual(await onDay('2027-03-16'), []);
    const mails = await onDay('2027-03-17');
    assert.deepEqual(subjects(mails), ['chief: Overdue, Ann: Crane']);
    assert.match(mails[0]!.text, /Reader: Ann/);
    const { body } = await people.ann.get('/api/notifications/settings');
    const wanted = { choices: { ...body.choices, reading: 'off' }, hour: 8 };
    const put = await people.ann.send('PUT', '/api/notifications/settings', JSON.stringify(wanted), {
      'content-type': 'application/json',
    });
    assert.equal(put.status, 200);
    await people.author.post(`/api/manuals/${crane.manualId}/remind`);
    assert.deepEqual(subjects(await letters()), ['bob: Manual to read: Crane']);
  });

  test('MAN-06 an author sends reminders, at most one a day for each reader; other users cannot', async () => {
    tenant.clock.now = morning('2027-03-20');
    const remind = (body: object = {}, who = people.author) => who.post(`/api/manuals/${crane.manualId}/remind`, body);
    assert.deepEqual((await remind({ userIds: ['bob.acme'] })).body, { reminded: 1, alreadyToday: 0 });
    assert.deepEqual(subjects(await letters()), ['bob: Manual to read: Crane']);
    assert.deepEqual((await remind()).body, { reminded: 1, alreadyToday: 1 });
    assert.deepEqual(subjects(await letters()), [], 'who wants no mails gets none');
    assert.deepEqual((await remind({ userIds: ['cid.acme'] })).body, { reminded: 0, alreadyToday: 0 });
    tenant.clock.now = morning('2027-03-21');
    assert.deepEqual((await remind()).body, { reminded: 2, alreadyToday: 0 });
    assert.equal((await remind({}, people.viewer)).status, 403);
    assert.equal((await remind({}, people.ann)).status, 403);
    assert.equal((await remind({}, eve)).body.code, 'manual.not_found');
    assert.equal((await people.author.post('/api/manuals/nothing/remind')).body.code, 'manual.not_found');
  });

  test('MAN-06 the report counts read, unread and overdue by manual, user and department', async () => {
    const report = async (query: string, who = people.viewer) => {
      const { status, body } = await who.get(`/api/manuals/report?${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body;
    };
    type Row = { name: string; detail?: string; people: number; read: number; notDue: number; overdue: number };
    const lines = ({ rows }: { rows: Row[] }) =>
      rows.map(({ name, detail, people: all, read, notDue, overdue }) => [name, detail, all, read, notDue, overdue]);
    const byManual = await report('by=manual');
    assert.deepEqual(lines(byManual), [
      ['Crane', 'crane', 2, 0, 1, 1],
      ['Fire', 'fire', 2, 2, 0, 0],
    ]);
    assert.deepEqual(
      [byManual.count, byManual.total.people, byManual.total.read, byManual.total.overdue],
      [2, 3, 2, 1],
    );
    assert.deepEqual(lines(await report('by=person')), [
      ['Ann', 'Yard', 1, 1, 0, 1],
      ['Bob', undefined, 1, 0, 1, 0],
      ['Cid', 'P-77', 1, 1, 0, 0],
    ]);
    const { body } = await people.viewer.get('/api/records/manuals_read?partner=eq:p-77');
    assert.deepEqual(
      body.items.map((one: { partnerId: string; code: string }) => [one.partnerId, one.code]),
      [['P-77', 'fire']],
    );
    assert.deepEqual(lines(await report('by=department')), [
      ['Yard', 'Y', 1, 1, 0, 1],
      ['', undefined, 2, 1, 1, 0],
    ]);
    assert.deepEqual(lines(await report(`by=person&manualId=${crane.manualId}&limit=1&offset=1`)), [
      ['Bob', undefined, 1, 0, 1, 0],
    ]);
    assert.deepEqual(lines(await report(`by=manual&departmentId=${yard}`)), [
      ['Crane', 'crane', 1, 0, 0, 1],
      ['Fire', 'fire', 1, 1, 0, 0],
    ]);
    // People who cannot sign in are no readers while that lasts.
    for (const status of ['disabled', 'invited', 'active'] as const) {
      await tenant.transaction((tx) =>
        sql`UPDATE app_user SET status = ${status} WHERE id = ${people.bob.userId}::uuid`.execute(tx),
      );
      const { total } = await report('by=manual');
      assert.deepEqual([total.people, total.notDue], status === 'active' ? [3, 1] : [2, 0], status);
    }
    assert.equal((await people.ann.get('/api/manuals/report?by=manual')).status, 403);
    assert.deepEqual((await report('by=manual', eve)).rows, []);
    assert.equal((await people.viewer.get('/api/manuals/report?by=colour')).status, 400);
    assert.equal((await people.viewer.get('/api/manuals/report?by=manual&manualId=x')).status, 400);
  });
});
