import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { newerLanguages } from './reading.languages.ts';
import { type SeededManual, seedManual, seedReading } from './reading.support.ts';

test('BEY-13 a language is outdated when another one changed later; a new translation is as new as the others', () => {
  const text = (number: number, languageId: string, sha256: string) => ({ number, languageId, sha256 });
  const texts = [
    text(1, 'en', 'a'),
    text(1, 'et', 'b'),
    text(2, 'en', 'c'),
    text(2, 'et', 'b'),
    text(3, 'en', 'c'),
    text(3, 'et', 'b'),
    text(3, 'ru', 'd'),
  ];
  assert.deepEqual(newerLanguages(texts, 1, 'et'), []);
  assert.deepEqual(newerLanguages(texts, 2, 'et'), ['en']);
  assert.deepEqual(newerLanguages(texts, 3, 'et'), ['en', 'ru']);
  assert.deepEqual(newerLanguages(texts, 3, 'en'), []);
  assert.deepEqual(newerLanguages(texts, 3, 'ru'), []);
});

onDatabase('reading manuals', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let bob: Person;
  let rita: Person;
  let vera: Person;
  let manual: SeededManual;
  let readingId: string;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ann: [],
      bob: [],
      rita: ['manualsgroup'],
      vera: ['manualsviewer'],
    });
    ({ ann, bob, rita, vera } = tenant.people as Record<'ann' | 'bob' | 'rita' | 'vera', Person>);
    manual = await seedManual(tenant, rita.userId, 'S-1', [
      { texts: { en: '<p id="a">Wear a helmet.</p>', et: '<p id="a">Kanna kiivrit.</p>' } },
      {
        asks: 'changes',
        texts: { en: '<p id="a">Wear a helmet.</p><p id="b">And gloves.</p>', et: '<p id="a">Kanna kiivrit.</p>' },
        attachments: { en: ['!map.pdf', 'more.pdf'] },
      },
    ]);
    readingId = await seedReading(tenant, manual, manual.versions[1]!, ann.userId, { dueOn: '2020-01-31' });
  });

  const text = (who: Person, query = '') => who.get(`/api/manuals/${manual.id}/text${query}`);

  test('MAN-05 BEY-13 the text is in the requested language, or the fallback language is named', async () => {
    const english = await text(ann, '?language=en');
    assert.equal(english.status, 200, JSON.stringify(english.body));
    const { title, number, current, languageId, fallback, languages, newerLanguages: newer } = english.body;
    assert.deepEqual(
      { title, number, current, languageId, fallback, languages, newer },
      {
        title: 'Manual S-1 en',
        number: 2,
        current: true,
        languageId: 'en',
        fallback: false,
        languages: ['en', 'et'],
        newer: [],
      },
    );
    assert.deepEqual(
      english.body.attachments.map((one: { fileName: string; required: boolean }) => [one.fileName, one.required]),
      [
        ['map.pdf', true],
        ['more.pdf', false],
      ],
    );
    const estonian = (await text(ann, '?language=et')).body;
    assert.deepEqual([estonian.newerLanguages, estonian.fallback], [['en'], false]);
    const chinese = (await text(ann, '?language=zh')).body;
    assert.deepEqual([chinese.languageId, chinese.asked, chinese.fallback], ['en', 'zh', true]);
  });

  test('MAN-05 the hash covers the title, a line feed and the sections', async () => {
    const { body } = await text(ann, '?language=en');
    const { createHash } = await import('node:crypto');
    const html = body.sections.map((section: { html: string }) => section.html).join('');
    assert.equal(createHash('sha256').update(`${body.title}\n${html}`).digest('hex'), body.sha256);
  });

  test('MAN-04 users outside the audience read nothing; authors and viewers read every version', async () => {
    assert.deepEqual([(await text(bob)).status, (await text(bob)).body.code], [403, 'manual.not_for_you']);
    assert.equal((await text(ann, '?number=1')).body.code, 'manual.not_for_you');
    for (const who of [rita, vera]) assert.equal((await text(who, '?number=1')).body.current, false);
    for (const id of ['nothing', '019aa5d0-0000-7000-8000-000000000001'])
      assert.equal((await ann.get(`/api/manuals/${id}/text`)).body.code, 'manual.not_found');
    assert.equal((await rita.get(`/api/manuals/${manual.id}/text?number=9`)).body.code, 'manual.not_found');
  });

  test('MAN-04 MAN-05 attachments are served to readers of the text, in a way that they cannot act as a page', async () => {
    const { id } = (await text(ann, '?language=en')).body.attachments[0];
    const content = await ann.get(`/api/manuals/attachments/${id}/content`);
    assert.deepEqual([content.status, content.body], [200, 'content of !map.pdf']);
    assert.equal(content.headers['x-content-type-options'], 'nosniff');
    assert.equal(content.headers['content-security-policy'], "default-src 'none'; sandbox");
    assert.equal((await bob.get(`/api/manuals/attachments/${id}/content`)).body.code, 'manual.not_for_you');
    assert.equal((await ann.get('/api/manuals/attachments/x/content')).body.code, 'file.not_found');
  });

  test('MAN-05 a picture is served by its hash to users who may read the manual', async () => {
    const picture = Buffer.from('picture');
    const { createHash } = await import('node:crypto');
    const hash = createHash('sha256').update(picture).digest('hex');
    const { storeFile } = await import('../../../platform/files.ts');
    await tenant.transaction(async (tx) => {
      const { contents } = tenant.context;
      const given = { content: picture, mediaType: 'image/png', scan: 'clean' } as const;
      const fileId = await storeFile(tx, contents, tenant.tenantId, given);
      await sql`INSERT INTO manual_image (manual_id, sha256, file_id, width, height)
        VALUES (${manual.id}::uuid, decode(${hash}, 'hex'), ${fileId}::uuid, 1, 1)`.execute(tx);
    });
    const url = `/api/manuals/${manual.id}/images/${hash}`;
    const { status, headers, body } = await ann.get(url);
    assert.deepEqual([status, headers['content-type'], body], [200, 'image/png', 'picture']);
    assert.equal((await bob.get(url)).status, 403);
    for (const other of [hash.replace(/./, '_'), 'a'.repeat(64)])
      assert.equal((await ann.get(`/api/manuals/${manual.id}/images/${other}`)).body.code, 'file.not_found');
  });

  test('BEY-11 changes are shown relative to the version that the reader confirmed, in the current language', async () => {
    const changes = (who: Person, query: string) => who.get(`/api/manuals/${manual.id}/changes${query}`);
    assert.equal((await changes(ann, '?language=en')).body.code, 'manual.nothing_confirmed');
    assert.equal((await changes(ann, '?since=1')).body.code, 'manual.not_for_you');
    const first = await seedReading(tenant, manual, manual.versions[0]!, ann.userId);
    // As if the Estonian text had been confirmed when it was the current version.
    await tenant.transaction((tx) =>
      sql`UPDATE manual_reading SET state = 'read', read_at = now(), language_id = 'et', receipt_id = ${uuid7()}::uuid WHERE id = ${first}::uuid`.execute(
        tx,
      ),
    );
    const { status, body } = await changes(ann, '?language=en');
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.from, body.to, body.languageId, body.fromLanguageId, body.changes, body.minutes],
      [1, 2, 'en', 'et', 1, 1],
    );
    assert.deepEqual(
      body.blocks.map(({ kind }: { kind: string }) => kind),
      ['same', 'added'],
    );
    assert.equal((await changes(ann, '?language=et')).body.changes, 0);
    const kept = await tenant.transaction((tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM manual_difference`.execute(tx),
    );
    assert.equal(kept.rows[0]!.n, 2);
    assert.deepEqual((await changes(ann, '?language=en')).body, body);
    await tenant.transaction((tx) => sql`DELETE FROM manual_reading WHERE id = ${first}::uuid`.execute(tx));
  });

  test('MAN-03 a reading is overdue, not due, cancelled or read; authors and viewers see those of others', async () => {
    const reading = (await ann.get(`/api/manuals/readings/${readingId}`)).body;
    assert.deepEqual([reading.color, reading.dueOn, reading.state], ['overdue', '2020-01-31', 'pending']);
    assert.equal(reading.user.id, ann.username);
    const later = await seedReading(tenant, manual, manual.versions[1]!, bob.userId, { dueOn: '2999-01-31' });
    assert.equal((await vera.get(`/api/manuals/readings/${later}`)).body.color, 'notDue');
    assert.equal((await ann.get(`/api/manuals/readings/${later}`)).body.code, 'reading.not_found');
    await tenant.transaction((tx) => sql`DELETE FROM manual_reading WHERE id = ${later}::uuid`.execute(tx));
  });

  test('MAN-07 reading progress never decreases', async () => {
    const save = (body: object) => ann.post(`/api/manuals/readings/${readingId}/progress`, body);
    const [map, more] = (await text(ann, '?language=en')).body.attachments;
    const far = (await save({ place: 'b', progress: 0.8, scrolled: true, opened: map.id, languageId: 'en' })).body;
    assert.deepEqual(
      [far.place, far.scrolled, far.opened, far.missing, far.languageId],
      ['b', true, [map.id], [], 'en'],
    );
    const back = (await save({ place: 'a', progress: 0.1, scrolled: false, opened: more.id })).body;
    assert.deepEqual([back.place, back.scrolled, back.progress > 0.79], ['a', true, true]);
    assert.deepEqual(back.opened.sort(), [map.id, more.id].sort());
    // An attachment of another version, or an unknown one, changes nothing.
    assert.equal((await save({ opened: readingId, languageId: 'xx' })).body.opened.length, 2);
    assert.equal((await bob.post(`/api/manuals/readings/${readingId}/progress`, {})).body.code, 'reading.not_found');
    assert.equal((await rita.post(`/api/manuals/readings/${readingId}/progress`, {})).body.code, 'reading.on_behalf');
  });

  test('MAN-03 a reader closes without confirming; an author cancels the duty with a reason', async () => {
    const url = `/api/manuals/readings/${readingId}/cancelReadManual`;
    assert.deepEqual([(await ann.post(url, { reason: 'No time' })).status], [204]);
    assert.equal((await ann.get(`/api/manuals/readings/${readingId}`)).body.state, 'pending');
    assert.equal((await bob.post(url, { reason: 'No' })).body.code, 'reading.not_found');
    assert.equal((await vera.post(url, { reason: 'No' })).body.code, 'access.denied');
    assert.equal((await rita.post(url, { reason: '  ' })).body.code, 'reading.reason_required');
    const { body } = await rita.post(url, { reason: 'On leave' });
    assert.deepEqual([body.state, body.color, body.cancelReason], ['cancelled', 'cancelled', 'On leave']);
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        after: object;
      }>`SELECT after FROM audit_log WHERE entity = 'manual_reading' AND entity_id = ${readingId}`.execute(tx),
    );
    assert.equal((rows[0]!.after as { cancel_reason: string }).cancel_reason, 'On leave');
    assert.equal((await ann.post(`/api/manuals/readings/${readingId}/progress`, {})).body.code, 'reading.cancelled');
  });
});
