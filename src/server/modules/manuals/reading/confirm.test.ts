import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { forEachDatabase, testOn } from '../../../../../test/support/databases.ts';
import { textOfPdf } from '../../../../../test/support/pdf-text.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { deferredActionKinds } from '../../../app.ts';
import { executeDeferredActions } from '../../deferred-actions/index.ts';
import { type SeededManual, seedManual, seedReading } from './reading.support.ts';
import { readerHash, receiptHash } from './receipts.payload.ts';
import { verifyChain } from './receipts.verify.ts';

const UNDO = { prefer: 'undo=10' };

forEachDatabase('confirming manuals', (db, kind) => {
  const once = testOn(kind);
  let tenant: TestTenant;
  let other: TestTenant;
  let ann: Person;
  let dora: Person;
  let rita: Person;
  let adam: Person;
  let stranger: Person;
  let manual: SeededManual;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: [], dora: [], rita: ['manualsgroup'], adam: ['admin'] });
    ({ ann, dora, rita, adam } = tenant.people as Record<'ann' | 'dora' | 'rita' | 'adam', Person>);
    other = await createTestTenant(db(), 'beta', { eve: ['admin'] }, tenant);
    stranger = other.people.eve!;
    manual = await seedManual(tenant, rita.userId, 'S-1', [
      { texts: { en: '<p id="a">Old.</p>' } },
      { texts: { en: '<p id="a">New.</p>', et: '<p id="a">Uus.</p>' }, attachments: { en: ['!map.pdf', 'more.pdf'] } },
    ]);
    await tenant.transaction((tx) =>
      sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date)
        VALUES (${ann.userId}::uuid, ${dora.userId}::uuid, '2000-01-01', '2999-01-01')`.execute(tx),
    );
  });

  /** Creates a reading of ann's that can be confirmed in English; returns it with the hash of the text. */
  async function ready(who = ann): Promise<{ id: string; sha256: string }> {
    const id = await seedOf(who);
    const { sha256, attachments } = (await who.get(`/api/manuals/${manual.id}/text?language=en`)).body;
    await who.post(`/api/manuals/readings/${id}/progress`, { scrolled: true, opened: attachments[0].id });
    return { id, sha256 };
  }
  async function seedOf(who: Person): Promise<string> {
    await tenant.transaction((tx) =>
      sql`UPDATE manual_reading SET round = round + 1000 + (random() * 1000000)::int`.execute(tx),
    );
    return seedReading(tenant, manual, manual.versions[1]!, who.userId);
  }
  const confirm = (
    who: Person,
    id: string,
    sha256: string,
    more: { language?: string; headers?: Record<string, string> } = {},
  ) =>
    who.post(
      `/api/manuals/readings/${id}/confirmReadManual`,
      { languageId: more.language ?? 'en', sha256 },
      more.headers,
    );
  const reading = async (id: string) => (await rita.get(`/api/manuals/readings/${id}`)).body;
  const receipts = async () =>
    (
      await tenant.transaction((tx) =>
        sql<{ payload: string }>`SELECT payload FROM manual_receipt ORDER BY seq`.execute(tx),
      )
    ).rows;
  const wait = (seconds: number) => {
    tenant.clock.now = new Date(tenant.clock.now.getTime() + seconds * 1000);
  };
  const execute = () =>
    executeDeferredActions({ ...tenant.context, clock: () => tenant.clock.now }, deferredActionKinds(tenant.context));

  once('BEY-12 MAN-06 a confirmation creates a receipt with text, language, opened attachments and time', async () => {
    const { id, sha256 } = await ready();
    const { status, body } = await confirm(ann, id, sha256);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.reading.state, body.reading.color, body.reading.languageId], ['read', 'read', 'en']);
    assert.equal(body.reading.receiptId, body.receipt.id);
    const payload = JSON.parse(body.receipt.payload);
    const { attachments, opened, reader, ...rest } = payload;
    assert.deepEqual(rest, {
      v: 1,
      tenant: 'acme',
      manual: { id: manual.id, code: 'S-1' },
      manualVersion: 2,
      language: 'en',
      textSha256: sha256,
      asks: 'full',
      method: 'full',
      confirmedAt: tenant.clock.now.toISOString(),
    });
    assert.deepEqual([attachments.length, opened], [2, [attachments[0]]]);
    // Anyone can compute the hash; identifying the reader requires the salt.
    assert.equal(receiptHash(Buffer.from(body.receipt.prev, 'hex'), body.receipt.payload), body.receipt.hash);
    const { salt, userId, name } = body.receipt.proof;
    assert.equal(readerHash(Buffer.from(salt, 'hex'), userId, name), reader);
    assert.equal(body.receipt.valid, true);
    const seen = (await rita.get(`/api/manuals/receipts/${body.receipt.id}`)).body;
    assert.deepEqual([seen.hash, seen.proof], [body.receipt.hash, undefined]);
    for (const who of [dora, stranger])
      assert.equal((await who.get(`/api/manuals/receipts/${body.receipt.id}`)).body.code, 'receipt.not_found');
  });

  once('MAN-06 a confirmed version stays readable for its reader after a newer one is released', async () => {
    const first = await seedReading(tenant, manual, manual.versions[0]!, dora.userId);
    const old = (await rita.get(`/api/manuals/${manual.id}/text?number=1`)).body;
    await dora.post(`/api/manuals/readings/${first}/progress`, { scrolled: true });
    assert.equal((await confirm(dora, first, old.sha256)).body.code, 'reading.superseded');
    const setCurrent = (number: number) =>
      tenant.transaction((tx) =>
        sql`UPDATE manual SET current_number = ${number} WHERE id = ${manual.id}::uuid`.execute(tx),
      );
    await setCurrent(1);
    assert.equal((await confirm(dora, first, old.sha256)).status, 200);
    await setCurrent(2);
    const shown = (await dora.get(`/api/manuals/${manual.id}/text`)).body;
    assert.deepEqual([shown.number, shown.current, shown.sha256], [1, false, old.sha256]);
    assert.equal((await dora.get(`/api/manuals/${manual.id}/text?number=2`)).body.code, 'manual.not_for_you');
  });

  once('MAN-07 confirming requires scrolling through the text and opening the required attachments', async () => {
    const id = await seedOf(ann);
    const { sha256, attachments } = (await ann.get(`/api/manuals/${manual.id}/text?language=en`)).body;
    const before = await receipts();
    assert.equal((await confirm(ann, id, sha256)).body.code, 'reading.not_scrolled');
    await ann.post(`/api/manuals/readings/${id}/progress`, { scrolled: true });
    const refused = await confirm(ann, id, sha256);
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.missing, refused.body.params.files],
      [422, 'reading.attachments_unopened', [attachments[0].id], 'map.pdf'],
    );
    // The Estonian text has no attachments.
    const estonian = (await ann.get(`/api/manuals/${manual.id}/text?language=et`)).body.sha256;
    for (const [hash, language] of [
      ['0'.repeat(64), 'en'],
      [sha256, 'et'],
      [sha256, 'fr'],
    ] as const)
      assert.equal((await confirm(ann, id, hash, { language })).body.code, 'reading.text_changed', language);
    assert.equal((await receipts()).length, before.length);
    assert.equal((await confirm(ann, id, estonian, { language: 'et' })).body.reading.languageId, 'et');
    const again = await confirm(ann, id, estonian, { language: 'et' });
    assert.deepEqual([again.status, again.body.code], [409, 'reading.already_read']);
  });

  test('BEY-04 a user cannot confirm for another user, also as delegate, administrator or from another organisation', async () => {
    const { id, sha256 } = await ready();
    for (const who of [dora, adam, rita]) {
      const { status, body } = await confirm(who, id, sha256);
      assert.deepEqual([status, body.code], [403, 'reading.on_behalf'], who.username);
    }
    for (const who of [stranger]) assert.equal((await confirm(who, id, sha256)).body.code, 'reading.not_found');
    assert.equal((await reading(id)).state, 'pending');
  });

  once('BEY-04 an inbox token cannot confirm; a reader token can, and the receipt has its origin', async () => {
    const { id, sha256 } = await ready();
    const { verifier } = tenant.context;
    const verify = verifier.verify;
    let scopes: string[] = ['inbox'];
    verifier.verify = async (token, options) => ({ ...(await verify(token, options)), scopes });
    const headers = { origin: 'https://portal.example' };
    try {
      const refused = await confirm(ann, id, sha256, { headers });
      assert.deepEqual([refused.status, refused.body.code], [403, 'scope.missing']);
      scopes = ['manuals'];
      const { body } = await confirm(ann, id, sha256, { headers });
      assert.deepEqual(JSON.parse(body.receipt.payload).element, { origin: 'https://portal.example' });
    } finally {
      verifier.verify = verify;
    }
  });

  once(
    'BEY-20 an element client confirms only if the organisation allows it, and is named in receipt, PDF, public page and audit',
    async () => {
      await tenant.transaction((tx) =>
        sql`INSERT INTO embed_origin (origin) VALUES ('https://portal.example')`.execute(tx),
      );
      const client = (await adam.post('/api/embed/clients', { name: 'Dock portal', scopes: ['manuals'] })).body;
      const basic = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`;
      const opened = await tenant.app.inject({
        method: 'POST',
        url: '/api/embed/sessions',
        headers: { authorization: basic },
        payload: { userId: ann.username, scopes: ['manuals'], origin: 'https://portal.example' },
      });
      const asElement = {
        authorization: `Bearer ${opened.json().token}`,
        origin: 'https://portal.example',
      };
      const inElement = async (id: string, sha256: string, more = {}) => {
        const reply = await tenant.app.inject({
          method: 'POST',
          url: `/api/manuals/readings/${id}/confirmReadManual`,
          headers: { ...asElement, 'idempotency-key': randomUUID(), ...more },
          payload: { languageId: 'en', sha256 },
        });
        return { status: reply.statusCode, body: reply.json() };
      };
      const features = async () =>
        (await tenant.app.inject({ url: '/api/session', headers: asElement })).json().features as string[];
      const allow = (clientsMayConfirm: boolean) =>
        adam.send('PUT', '/api/embed/settings', JSON.stringify({ clientsMayConfirm }), {
          'content-type': 'application/json',
        });

      const { id, sha256 } = await ready();
      assert.deepEqual((await adam.get('/api/embed/settings')).body, { clientsMayConfirm: false });
      for (const headers of [{}, UNDO]) {
        const refused = await inElement(id, sha256, headers);
        assert.deepEqual([refused.status, refused.body.code], [403, 'reading.client_refused']);
      }
      assert.ok((await features()).includes('manuals.readOnly'));
      const own: string[] = (await ann.get('/api/session')).body.features;
      assert.ok(!own.includes('manuals.readOnly'), 'people who sign in themselves confirm');
      assert.equal((await ann.send('PUT', '/api/embed/settings', '{"clientsMayConfirm":true}')).status >= 400, true);
      assert.equal((await reading(id)).state, 'pending');

      assert.deepEqual((await allow(true)).body, { clientsMayConfirm: true });
      assert.ok(!(await features()).includes('manuals.readOnly'));
      const held = await inElement(id, sha256, UNDO);
      assert.equal(held.status, 202, JSON.stringify(held.body));
      // The right is checked again when the time to undo is over.
      await allow(false);
      wait(11);
      await execute();
      assert.equal((await reading(id)).state, 'pending');
      await allow(true);
      const { status, body } = await inElement(id, sha256);
      assert.equal(status, 200, JSON.stringify(body));
      const payload = JSON.parse(body.receipt.payload);
      const origin = 'https://portal.example';
      assert.deepEqual(
        [payload.v, payload.via, payload.element],
        [2, { clientId: client.id, clientName: 'Dock portal', origin }, { origin }],
      );
      assert.equal(receiptHash(Buffer.from(body.receipt.prev, 'hex'), body.receipt.payload), body.receipt.hash);
      const shown = await tenant.app.inject({ url: `/api/public/receipts/${body.receipt.hash}` });
      assert.deepEqual(shown.json().via, { client: 'Dock portal', origin });
      assert.equal(
        (await verifyChain(db(), tenant.tenantId)).faults.length,
        0,
        'receipts of both kinds hold in one chain',
      );
      const { rows } = await tenant.transaction((tx) =>
        sql<{
          after: unknown;
        }>`SELECT after FROM audit_log WHERE entity = 'manual_reading' AND entity_id = ${id}`.execute(tx),
      );
      assert.deepEqual(
        rows.map(({ after }) => after),
        [{ via: { id: client.id, name: 'Dock portal', origin } }],
      );
      for (const [language, line] of [
        ['en', `Confirmed through Dock portal, on ${origin}`],
        ['et', `Kinnitamise koht Dock portal, ${origin}`],
      ] as const) {
        const pdf = await tenant.app.inject({
          url: `/api/manuals/receipts/${body.receipt.id}?format=pdf&language=${language}`,
          headers: { authorization: await ann.authorization() },
        });
        assert.equal(pdf.statusCode, 200);
        const text = await textOfPdf(pdf.rawPayload);
        assert.ok(text.includes(line.replaceAll(' ', '')), `${line} in ${text}`);
      }
    },
  );

  test('BEY-06 a deferred confirmation can be undone, and is final at the end of the undo window', async () => {
    const { id, sha256 } = await ready();
    const before = (await receipts()).length;
    const first = await confirm(ann, id, sha256, { headers: UNDO });
    assert.equal(first.status, 202, JSON.stringify(first.body));
    assert.equal((await ann.get(`/api/manuals/readings/${id}`)).body.held.id, first.body.held.id);
    assert.equal((await reading(id)).held, undefined);
    assert.equal((await confirm(ann, id, sha256)).body.code, 'reading.held');
    assert.equal(
      (await rita.post(`/api/manuals/readings/${id}/cancelReadManual`, { reason: 'No' })).body.code,
      'reading.held',
    );
    assert.equal((await rita.send('DELETE', `/api/held/${first.body.held.id}`)).body.code, 'held.not_found');
    assert.equal((await ann.send('DELETE', `/api/held/${first.body.held.id}`)).status, 204);
    assert.deepEqual([(await reading(id)).state, (await receipts()).length], ['pending', before]);

    const readAt = tenant.clock.now.toISOString();
    const second = await confirm(ann, id, sha256, { headers: UNDO });
    wait(11);
    await execute();
    await execute();
    const done = await reading(id);
    assert.deepEqual([done.state, done.readAt, (await receipts()).length], ['read', readAt, before + 1]);
    assert.equal((await ann.send('DELETE', `/api/held/${second.body.held.id}`)).body.code, 'held.already_done');
  });

  test('BEY-06 BEY-12 a version released during the undo window leaves a receipt for the text that was shown', async () => {
    const { id, sha256 } = await ready();
    await confirm(ann, id, sha256, { headers: UNDO });
    const setCurrent = (number: number) =>
      tenant.transaction((tx) =>
        sql`UPDATE manual SET current_number = ${number} WHERE id = ${manual.id}::uuid`.execute(tx),
      );
    await setCurrent(1);
    wait(11);
    await execute();
    await setCurrent(2);
    const last = JSON.parse((await receipts()).at(-1)!.payload);
    assert.deepEqual([(await reading(id)).state, last.manualVersion, last.textSha256], ['read', 2, sha256]);
  });

  test('BEY-12 TSK-18 a double confirmation creates one receipt, and the same key returns the same response', async () => {
    const { id, sha256 } = await ready();
    const before = (await receipts()).length;
    const at = kind === 'postgres' ? 20 : 3;
    const replies = await Promise.all(Array.from({ length: at }, () => confirm(ann, id, sha256)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(at - 1).fill(409)]);
    const next = await ready();
    const headers = { 'idempotency-key': randomUUID() };
    const once = await confirm(ann, next.id, next.sha256, { headers });
    assert.deepEqual((await confirm(ann, next.id, next.sha256, { headers })).body, once.body);
    assert.equal((await receipts()).length, before + 2);
    const url = `/api/manuals/readings/${next.id}/confirmReadManual`;
    const body = JSON.stringify({ languageId: 'en', sha256 });
    const bare = await ann.send('POST', url, body, { 'content-type': 'application/json' });
    assert.equal(bare.body.code, 'idempotency.key_missing');
  });

  if (kind === 'postgres') {
    test('BEY-12 concurrent confirmations form one chain without a gap', async () => {
      const before = (await receipts()).length;
      const ids = [];
      for (let at = 0; at < 10; at += 1) ids.push(await ready());
      const replies = await Promise.all(ids.map(({ id, sha256 }) => confirm(ann, id, sha256)));
      assert.deepEqual(
        replies.map(({ status }) => status),
        Array(10).fill(200),
      );
      const { rows } = await tenant.transaction((tx) =>
        sql<{
          good: boolean;
          count: number;
          last: number;
        }>`SELECT bool_and(before IS NULL OR before = prev) AS good, count(*)::int AS count, max(seq)::int AS last
          FROM (SELECT seq, prev, lag(hash) OVER (ORDER BY seq) AS before FROM manual_receipt) c`.execute(tx),
      );
      assert.deepEqual(rows[0], { good: true, count: before + 10, last: before + 10 });
    });
  }
});
