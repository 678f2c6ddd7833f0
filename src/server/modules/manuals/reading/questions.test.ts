import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { JobHandler } from '../../../platform/jobs.ts';
import { handleProcessJobs } from '../../processes/index.ts';
import { manualActions } from '../index.ts';
import { type SeededManual, seedManual, seedReading } from './reading.support.ts';

onDatabase('questions at a paragraph', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let bob: Person;
  let olga: Person;
  let rita: Person;
  let manual: SeededManual;
  const handlers = new Map<string, JobHandler>();

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: [], bob: [], olga: [], rita: ['manualsgroup'], eve: [] });
    ({ ann, bob, olga, rita } = tenant.people as Record<'ann' | 'bob' | 'olga' | 'rita', Person>);
    manual = await seedManual(tenant, olga.userId, 'S-1', [{ texts: { en: '<p id="a">Wear a helmet.</p>' } }]);
    for (const who of [ann, bob, olga]) await seedReading(tenant, manual, manual.versions[0]!, who.userId);
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET email = 'ann@example.org', language_id = 'et' WHERE id = ${ann.userId}::uuid`.execute(tx),
    );
    const clock = () => tenant.clock.now;
    const jobs = { handle: (name: string, handler: JobHandler) => void handlers.set(name, handler) };
    handleProcessJobs(jobs, { db: db(), clock, own: manualActions(tenant.context.config) });
  });

  const url = () => `/api/manuals/${manual.id}/questions`;
  const ask = (who: Person, text = 'Also indoors?') =>
    who.post(url(), { blockId: 'a', quote: 'Wear a helmet.', text, languageId: 'en' });
  const answer = (who: Person, id: string, isPublic = false) =>
    who.post(`${url()}/${id}/answer`, { answer: 'Yes.', public: isPublic });
  const tasksOf = async (who: Person) =>
    (await who.get('/api/tasks?limit=200')).body.items as { id: string; name: string }[];
  const outbox = async (topic: string) =>
    (
      await db().systemTransaction((tx) =>
        sql<{
          payload: Record<string, string>;
        }>`SELECT payload FROM outbox WHERE tenant_id = ${tenant.tenantId} AND topic = ${topic} ORDER BY id`.execute(
          tx,
        ),
      )
    ).rows.map(({ payload }) => payload);

  test('BEY-15 a question becomes a task of the owner; completing the task answers at the paragraph', async () => {
    const asked = await ask(ann);
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    assert.deepEqual(
      [asked.body.blockId, asked.body.quote, asked.body.askedBy.id, asked.body.answer, asked.body.mine],
      ['a', 'Wear a helmet.', ann.username, null, true],
    );
    const [task] = await tasksOf(olga);
    assert.equal(task!.name, 'Manual S-1 en: Also indoors?');
    const shown = (await olga.get(`/api/tasks/${task!.id}`)).body;
    assert.equal(shown.variables.quote, 'Wear a helmet.');
    const empty = await olga.post(`/api/tasks/${task!.id}`, { action: 'complete', outcome: 'answer', variables: {} });
    assert.equal(empty.status, 422);
    const variables = { answer: 'Yes, everywhere.', forAll: true };
    const done = await olga.post(`/api/tasks/${task!.id}`, { action: 'complete', outcome: 'answer', variables });
    assert.equal(done.status, 200, JSON.stringify(done.body));
    for (const data of await outbox('job')) {
      const info = { id: 'job', tenantId: tenant.tenantId, attempt: 1, signal: new AbortController().signal };
      await handlers.get(data.job!)!(data, info);
    }
    const [seen] = (await bob.get(url())).body;
    assert.deepEqual(
      [seen.answer, seen.answeredBy.id, seen.public, seen.mine, seen.askedBy],
      ['Yes, everywhere.', olga.username, true, false, null],
    );
    const mail = (await outbox('mail')).at(-1)!;
    assert.equal(mail.to, 'ann@example.org');
    assert.equal(mail.subject, 'Teie küsimusele on vastatud: Manual S-1 en');
    assert.match(mail.text!, /Vastus: Yes, everywhere\./);
    assert.match(mail.text!, new RegExp(`/manuals\\?manualId=${manual.id}#a`));
  });

  test('BEY-15 an answer at the paragraph completes the task; the owner or an author answers it once', async () => {
    const { id } = (await ask(ann, 'And visitors?')).body;
    for (const who of [bob, tenant.people.eve!]) assert.equal((await answer(who, id)).body.code, 'question.not_found');
    const before = await tasksOf(olga);
    const answered = await answer(rita, id);
    assert.deepEqual(
      [answered.status, answered.body.answer, answered.body.answeredBy.id],
      [200, 'Yes.', rita.username],
    );
    assert.equal((await tasksOf(olga)).length, before.length - 1);
    const again = await answer(olga, id);
    assert.deepEqual([again.status, again.body.code], [409, 'question.answered']);
    // Not public: visible only to the author and to those who may answer.
    const ids = async (who: Person) => (await who.get(url())).body.map((one: { id: string }) => one.id);
    assert.deepEqual(
      [(await ids(ann)).includes(id), (await ids(bob)).includes(id), (await ids(olga)).includes(id)],
      [true, false, true],
    );
  });

  test('BEY-15 users who may not read the manual can neither ask nor see questions', async () => {
    const eve = tenant.people.eve!;
    assert.equal((await ask(eve)).body.code, 'manual.not_for_you');
    assert.equal((await eve.get(url())).body.code, 'manual.not_for_you');
    for (const blank of ['', '  \n '])
      assert.deepEqual(
        [(await ask(ann, blank)).status, (await ask(ann, blank)).body.errors[0].pointer],
        [400, '/text'],
      );
    const { id } = (await ask(ann, 'And gloves?')).body;
    assert.equal((await answer(olga, manual.id)).body.code, 'question.not_found');
    assert.equal(
      (await rita.post(`/api/manuals/${id}/questions/${id}/answer`, { answer: 'x', public: true })).body.code,
      'question.not_found',
    );
  });
});
