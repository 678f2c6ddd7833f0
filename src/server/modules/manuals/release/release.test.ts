import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { assignAllReadings, followChanges } from '../assignment/readings-follow.loop.ts';
import { publishDue } from './release.loop.ts';

const DAY_MS = 86_400_000;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>');

onDatabase('publishing manuals', (db) => {
  let tenant: TestTenant;
  let kadri: Person;
  let people: Record<string, Person>;
  let groupId: string;

  before(async () => {
    tenant = await createTestTenant(db(), 'port', {
      kadri: ['manualsgroup'],
      ann: ['crane'],
      ben: ['crane'],
      cai: ['night'],
      dan: [],
    });
    people = tenant.people;
    kadri = people.kadri!;
    await tenant.transaction(async (tx) => {
      const languages = ['en', 'et', 'ru'].map((id) => ({ language_id: id, name: id, locale: id }));
      await tx.insertInto('language').values(languages).execute();
      await sql`UPDATE app_user SET language_id = 'et', email = 'ann@port.test' WHERE id = ${people.ann!.userId}`.execute(
        tx,
      );
      await sql`UPDATE app_user SET language_id = 'ru', email = 'ben@port.test' WHERE id = ${people.ben!.userId}`.execute(
        tx,
      );
    });
    groupId = (await kadri.post('/api/manuals/groups', { name: { en: 'Safety' } })).body.id;
  });

  const put = (url: string, body: object, headers = {}, who = kadri) =>
    who.send('PUT', url, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  const upload = (url: string, fileName: string, content: Buffer) => {
    const boundary = randomUUID();
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
    return kadri.send(
      'POST',
      url,
      Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      {
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
    );
  };
  const write = async (id: string, number: number, html: string, language = 'en', title = 'Hot work') => {
    const answer = await put(`/api/manuals/${id}/versions/${number}/texts/${language}`, { title, html });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  /** Creates a manual with a draft that can be published. */
  const make = async (rules: object[] = [{ kind: 'group', ref: 'crane' }], more: object = {}) => {
    const body = { code: `M-${randomUUID().slice(0, 8)}`, groupId, title: 'Hot work', ...more };
    const { id } = (await kadri.post('/api/manuals', body)).body;
    await put(`/api/manuals/${id}/audience`, { rules });
    await write(id, 1, '<h1>Hot work</h1><p>Ask for a permit.</p>');
    return id as string;
  };
  const release = (id: string, number: number, asks: string, more: object = {}) =>
    kadri.post(`/api/manuals/${id}/versions/${number}/release`, { asks, ...more });
  const next = async (id: string, html: string, asks: string) => {
    const { body } = await kadri.post(`/api/manuals/${id}/versions`);
    await write(id, body.number, html);
    const answer = await release(id, body.number, asks);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  };
  /** Returns each reading by user and version, as `ann 2 changes pending`. */
  const readings = (id: string): Promise<string[]> =>
    tenant.transaction(async (tx) => {
      const { rows } = await sql<{ line: string }>`
        SELECT split_part(u.username, '.', 1) || ' ' || v.number || ' ' || r.asks || ' ' || r.state || CASE WHEN r.round > 1 THEN ' again' ELSE '' END AS line
        FROM manual_reading r JOIN app_user u ON u.id = r.user_id JOIN manual_version v ON v.id = r.version_id
        WHERE r.manual_id = ${id}::uuid ORDER BY u.username, v.number, r.round`.execute(tx);
      return rows.map(({ line }) => line);
    });
  const confirm = (id: string, who: string) =>
    tenant.transaction((tx) =>
      sql`UPDATE manual_reading SET state = 'read', read_at = ${tenant.clock.now}
        WHERE manual_id = ${id}::uuid AND user_id = ${people[who]!.userId}::uuid AND state = 'pending'`.execute(tx),
    );
  const openOf = (id: string, column: 'due_on' | 'because') =>
    tenant.transaction(async (tx) => {
      const { rows } = await sql<{ value: unknown }>`SELECT ${sql.ref(column)} AS value FROM manual_reading
        WHERE manual_id = ${id}::uuid AND state = 'pending' ORDER BY user_id`.execute(tx);
      return rows.map(({ value }) => value);
    });
  const dayIn = (days: number) => {
    const at = new Date(tenant.clock.now.getTime() + days * DAY_MS);
    return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Tallinn' }).format(at);
  };

  test('MAN-06 BEY-11 a new version requires nothing, the changes or everything of users who confirmed, and everything of others', async () => {
    const id = await make([{ kind: 'all', ref: '' }]);
    await release(id, 1, 'none');
    assert.deepEqual(
      await readings(id),
      ['ann', 'ben', 'cai', 'dan', 'kadri'].map((who) => `${who} 1 full pending`),
    );
    assert.deepEqual(
      await openOf(id, 'due_on'),
      Array.from({ length: 5 }, () => dayIn(14)),
    );
    await confirm(id, 'ann');
    await confirm(id, 'ben');
    await next(id, '<h1>Hot work</h1><p>Ask for a permit, please.</p>', 'none');
    const open = async () => (await readings(id)).filter((line) => line.endsWith('pending') || line.endsWith('again'));
    assert.deepEqual(await open(), ['cai 2 full pending', 'dan 2 full pending', 'kadri 2 full pending']);
    await next(id, '<h1>Hot work</h1><p>Ask for a permit first.</p>', 'changes');
    assert.deepEqual(await open(), [
      'ann 3 changes pending',
      'ben 3 changes pending',
      'cai 3 full pending',
      'dan 3 full pending',
      'kadri 3 full pending',
    ]);
    await confirm(id, 'ann');
    // Ben still owes the changes of version 3, although version 4 itself requires none.
    await next(id, '<h1>Hot work</h1><p>Ask for a permit first!</p>', 'none');
    assert.deepEqual(await open(), [
      'ben 4 changes pending',
      'cai 4 full pending',
      'dan 4 full pending',
      'kadri 4 full pending',
    ]);
    await next(id, '<h1>Hot work</h1><p>All is new.</p>', 'full');
    assert.equal((await open()).length, 5);
    assert.ok((await readings(id)).includes('ben 3 changes superseded'));
    const [current, before] = (await kadri.get(`/api/manuals/${id}/versions`)).body;
    assert.deepEqual(
      [current.state, current.readings, before.state, before.releasedBy.name],
      ['released', { pending: 5, read: 0, cancelled: 0 }, 'retired', 'Kadri'],
    );
  });

  test('MAN-06 a draft says whether a reader would see any difference', async () => {
    const id = await make();
    const [first] = (await kadri.get(`/api/manuals/${id}/versions`)).body;
    assert.equal(first.unchanged, false);
    await release(id, 1, 'full');
    const draft = (await kadri.post(`/api/manuals/${id}/versions`)).body;
    const isUnchanged = async () => (await kadri.get(`/api/manuals/${id}/versions`)).body[0].unchanged;
    assert.deepEqual([draft.unchanged, await isUnchanged()], [true, true]);
    await write(id, 2, '<h1>Hot work</h1><p>Ask for two permits.</p>');
    assert.equal(await isUnchanged(), false);
    await write(id, 2, '<h1>Hot work</h1><p>Ask for a permit.</p>');
    assert.equal(await isUnchanged(), true);
    await write(id, 2, '<h1>Tuletöö</h1><p>Küsi luba.</p>', 'et', 'Tuletöö');
    assert.equal(await isUnchanged(), false);
    await release(id, 2, 'none');
    const third = (await kadri.post(`/api/manuals/${id}/versions`)).body;
    assert.equal(third.unchanged, true);
    await upload(`/api/manuals/${id}/versions/3/texts/en/attachments`, 'Permit.png', PNG);
    assert.equal(await isUnchanged(), false);
  });

  test('MAN-06 a version waits for its time and is published once, with any number of servers', async () => {
    const id = await make();
    const at = new Date(tenant.clock.now.getTime() + DAY_MS);
    const key = { 'idempotency-key': randomUUID() };
    const url = `/api/manuals/${id}/versions/1/release`;
    const first = await kadri.post(url, { asks: 'full', publishAt: at.toISOString() }, key);
    assert.deepEqual([first.body.state, first.body.publishAt], ['scheduled', at.toISOString()]);
    assert.equal(
      (await kadri.post(url, { asks: 'full', publishAt: at.toISOString() }, key)).headers['idempotency-replayed'],
      'true',
    );
    assert.equal(
      (await put(`/api/manuals/${id}/versions/1/texts/en`, { title: 'x', html: '<p>y</p>' })).body.code,
      'manual.released_is_fixed',
    );
    assert.equal((await kadri.send('DELETE', url)).body.state, 'draft');
    await release(id, 1, 'full', { publishAt: at.toISOString() });
    await publishDue(tenant.context);
    assert.deepEqual(await readings(id), []);
    tenant.clock.now = at;
    await Promise.all([1, 2, 3].map(() => publishDue(tenant.context)));
    assert.deepEqual(await readings(id), ['ann 1 full pending', 'ben 1 full pending']);
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        count: number;
      }>`SELECT count(*)::int AS count FROM audit_log WHERE entity = 'manual_version' AND after->>'state' = 'released'
        AND entity_id = (SELECT v.id::text FROM manual_version v WHERE v.manual_id = ${id}::uuid)`.execute(tx),
    );
    assert.equal(rows[0]!.count, 1);
    const [version] = (await kadri.get(`/api/manuals/${id}/versions`)).body;
    assert.deepEqual(
      [version.state, version.releasedBy.name, version.releasedAt],
      ['released', 'Kadri', at.toISOString()],
    );
  });

  test('MAN-06 readings follow users who join, leave and return, changed rules, and a manual set inactive', async () => {
    const id = await make();
    await release(id, 1, 'full');
    const join = (who: string) =>
      tenant.transaction((tx) =>
        tx.insertInto('group_member').values({ group_id: 'crane', user_id: people[who]!.userId }).execute(),
      );
    const leave = (who: string) =>
      tenant.transaction((tx) =>
        sql`DELETE FROM group_member WHERE group_id = 'crane' AND user_id = ${people[who]!.userId}::uuid`.execute(tx),
      );
    const follow = () => Promise.all([1, 2].map(() => followChanges(tenant.context)));
    tenant.clock.now = new Date(tenant.clock.now.getTime() + 2 * DAY_MS);
    await join('cai');
    await leave('ben');
    await confirm(id, 'ann');
    await follow();
    assert.deepEqual(await readings(id), ['ann 1 full read', 'ben 1 full cancelled', 'cai 1 full pending']);
    assert.deepEqual(await openOf(id, 'due_on'), [dayIn(14)]);
    await join('ben');
    await leave('ann');
    await follow();
    assert.deepEqual(await readings(id), ['ann 1 full read', 'ben 1 full pending', 'cai 1 full pending']);
    await put(`/api/manuals/${id}/audience`, {
      rules: [
        { kind: 'group', ref: 'night' },
        { kind: 'group', ref: 'crane' },
        { kind: 'user', ref: people.ben!.userId, excluded: true },
      ],
    });
    assert.deepEqual(await openOf(id, 'because'), [
      [
        { kind: 'group', ref: 'crane' },
        { kind: 'group', ref: 'night' },
      ],
    ]);
    await leave('cai');
    await join('ann');
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE id = ${people.cai!.userId}::uuid`.execute(tx),
    );
    await follow();
    assert.deepEqual(await readings(id), ['ann 1 full read', 'ben 1 full cancelled', 'cai 1 full cancelled']);
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET status = 'active' WHERE id = ${people.cai!.userId}::uuid`.execute(tx),
    );
    await follow();

    const { owner, ...made } = (await kadri.get(`/api/manuals/${id}`)).body;
    const { code, due, remindDays, escalateDays, requireScroll, fallbackLanguageId } = made;
    const settings = {
      code,
      groupId,
      ownerId: owner.id,
      due,
      remindDays,
      escalateDays,
      requireScroll,
      fallbackLanguageId,
    };
    await put(`/api/manuals/${id}`, { ...settings, status: '2_inactive' });
    assert.deepEqual(await openOf(id, 'due_on'), []);
    const answer = await put(`/api/manuals/${id}`, {
      ...settings,
      status: '1_active',
      due: { kind: 'days', days: 30 },
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(await openOf(id, 'due_on'), [dayIn(30)]);
    assert.deepEqual(await readings(id), ['ann 1 full read', 'ben 1 full cancelled', 'cai 1 full pending']);
  });

  test('MAN-06 a deferred confirmation counts for the version that was read, also when a new version is released', async () => {
    const id = await make();
    await release(id, 1, 'full');
    const hold = (from: string, to: string) =>
      tenant.transaction((tx) =>
        sql`UPDATE manual_reading SET state = ${to}, read_at = CASE WHEN ${to} = 'read' THEN now() END
        WHERE manual_id = ${id}::uuid AND state = ${from} AND user_id = ${people.ann!.userId}::uuid`.execute(tx),
      );
    await hold('pending', 'held');
    await next(id, '<h1>Hot work</h1><p>New.</p>', 'changes');
    assert.deepEqual(await readings(id), ['ann 1 full held', 'ben 1 full superseded', 'ben 2 full pending']);
    await hold('held', 'read');
    await followChanges(tenant.context);
    assert.deepEqual((await readings(id)).slice(0, 2), ['ann 1 full read', 'ann 2 changes pending']);
  });

  test('MAN-05 a draft has a text and files for each language; a new one is a copy of the released version', async () => {
    const id = await make();
    const added = await upload(`/api/manuals/${id}/images`, 'plan.png', PNG);
    assert.deepEqual([added.status, added.body.width, added.body.height], [201, 1, 1]);
    const image = `<img data-image="${added.body.sha256}" alt="Plan">`;
    const saved = await write(id, 1, `<h1>Hot work</h1><p onclick="x()">Ask.</p><p>${image}</p>`);
    assert.ok(!saved.html.includes('onclick') && saved.html.includes(added.body.sha256));
    const text = `/api/manuals/${id}/versions/1/texts/en`;
    assert.equal(
      (await put(text, { title: 'x', html: image.replace(/"[0-9a-f]{64}"/, `"${'0'.repeat(64)}"`) })).body.code,
      'manual.image_unknown',
    );
    assert.equal((await put(text, { title: 'x', html: '' }, { 'if-match': '"1"' })).body.code, 'edit.conflict');
    assert.equal((await put(text.replace(/en$/, 'fi'), { title: 'x', html: '' })).body.code, 'language.not_found');
    const file = await upload(`${text}/attachments`, 'Permit.png', PNG);
    assert.deepEqual([file.body.fileName, file.body.required], ['Permit.png', false]);
    assert.equal((await put(`/api/manuals/attachments/${file.body.id}`, { required: true })).body.required, true);
    for (const [name, content, code] of [
      ['plan.png', GIF, 'file.content_mismatch'],
      ['plan.png', PNG.subarray(0, 14), 'file.content_mismatch'],
      ['plan.svg', SVG, 'file.type_refused'],
      ['plan.png', Buffer.alloc(0), 'file.empty'],
      ['plan.png', Buffer.concat([PNG, Buffer.alloc(20 * 1024 * 1024)]), 'file.too_large'],
    ] as const) {
      assert.equal((await upload(`/api/manuals/${id}/images`, name, content)).body.code, code, `${name} ${code}`);
    }

    assert.equal((await release(id, 1, 'full')).status, 200);
    for (const answer of [
      await put(text, { title: 'x', html: '<p>y</p>' }),
      await upload(`${text}/attachments`, 'b.png', PNG),
      await put(`/api/manuals/attachments/${file.body.id}`, { required: false }),
      await kadri.send('DELETE', `/api/manuals/${id}/versions/1`),
      await kadri.send('DELETE', text),
    ]) {
      assert.equal(answer.body.code, 'manual.released_is_fixed');
    }
    const draft = (await kadri.post(`/api/manuals/${id}/versions`)).body;
    assert.deepEqual(
      [draft.number, draft.state, draft.languages[0].attachments, draft.languages[0].unchanged],
      [2, 'draft', 1, true],
    );
    const copy = (await kadri.get(text.replace('/1/', '/2/'))).body;
    assert.deepEqual([copy.html, copy.sha256, copy.attachments[0].required], [saved.html, saved.sha256, true]);
    assert.equal((await kadri.post(`/api/manuals/${id}/versions`)).body.params.number, 2);
    // The released version uses the same file, so discarding the draft keeps it.
    assert.equal((await kadri.send('DELETE', `/api/manuals/${id}/versions/2`)).status, 204);
    const gone = await tenant.transaction((tx) => sql`SELECT 1 FROM file WHERE removed_at IS NOT NULL`.execute(tx));
    assert.equal(gone.rows.length, 0);
    assert.equal((await kadri.send('DELETE', `/api/manuals/${id}`)).body.code, 'manual.in_use');
  });

  test('MAN-06 a version without text, without audience or with a past due date is not published', async () => {
    const id = await make([]);
    const code = async (more: object = {}) => (await release(id, 1, 'full', more)).body.code;
    assert.equal(await code(), 'manual.audience_empty');
    await put(`/api/manuals/${id}/audience`, { rules: [{ kind: 'all', ref: '' }] });
    const past = new Date(tenant.clock.now.getTime() - 1000).toISOString();
    assert.equal(await code({ publishAt: past }), 'manual.publish_past');
    await write(id, 1, '<p></p>', 'et');
    assert.equal(await code(), 'manual.text_empty');
    await kadri.send('DELETE', `/api/manuals/${id}/versions/1/texts/et`);
    await kadri.send('DELETE', `/api/manuals/${id}/versions/1/texts/en`);
    const missing = await release(id, 1, 'full');
    assert.deepEqual([missing.body.code, missing.body.params.languages], ['manual.language_missing', 'en']);
    const dated = await make([{ kind: 'all', ref: '' }], { due: { kind: 'date', date: dayIn(3) } });
    const later = new Date(tenant.clock.now.getTime() + 5 * DAY_MS).toISOString();
    assert.equal((await release(dated, 1, 'full', { publishAt: later })).body.code, 'manual.due_past');
    assert.deepEqual(await readings(id), []);
  });

  test('MAN-06 a periodic duty is assigned again after its number of months', async () => {
    const id = await make([{ kind: 'group', ref: 'crane' }], { due: { kind: 'periodic', days: 7, everyMonths: 12 } });
    await release(id, 1, 'full');
    await confirm(id, 'ann');
    const again = async (days: number) => {
      tenant.clock.now = new Date(tenant.clock.now.getTime() + days * DAY_MS);
      await Promise.all([1, 2].map(() => assignAllReadings(tenant.context)));
      return (await readings(id)).filter((line) => line.startsWith('ann'));
    };
    assert.deepEqual(await again(360), ['ann 1 full read']);
    assert.deepEqual(await again(10), ['ann 1 full read', 'ann 1 full pending again']);
    assert.ok((await openOf(id, 'due_on')).includes(dayIn(7)));
  });

  test('BEY-14 the preview of publishing shows the added minutes and the pending readings of users', async () => {
    const words = (count: number) => `<p>${'word '.repeat(count)}</p>`;
    const rules = {
      rules: [
        { kind: 'user', ref: people.ann!.userId },
        { kind: 'user', ref: people.dan!.userId },
      ],
    };
    const other = await make();
    await put(`/api/manuals/${other}/audience`, { rules: rules.rules.slice(0, 1) });
    await write(other, 1, words(2280));
    await release(other, 1, 'full');
    const id = await make();
    await put(`/api/manuals/${id}/audience`, rules);
    await write(id, 1, `<h1>One</h1>${words(1100)}<h1>Two</h1>${words(1100)}`);
    await release(id, 1, 'full');
    await confirm(id, 'ann');
    await kadri.post(`/api/manuals/${id}/versions`);
    await write(id, 2, `<h1>One</h1>${words(1100)}<h1>Two</h1>${words(400)}`);
    const preview = await kadri.post(`/api/manuals/${id}/versions/2/release/preview`, { asks: 'changes' });
    const { alreadyDue, languagesMissing, languagesOlder, dueOn, ...sums } = preview.body;
    assert.deepEqual(sums, { people: 2, minutesFull: 7, minutesChanges: 2, full: 1, changes: 1, nothing: 0 });
    assert.ok(alreadyDue.minutesMost >= 10 && alreadyDue.readingsMost >= alreadyDue.readingsMedian);
    assert.deepEqual([languagesMissing, languagesOlder, dueOn], [[{ languageId: 'et', people: 1 }], [], dayIn(14)]);
    assert.equal(
      (await readings(id)).some((line) => line.includes(' 2 ')),
      false,
    );
  });
});
