import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { pino } from 'pino';
import { addTenant, onDatabase, openTestDatabase } from '../../../../../test/support/databases.ts';
import { textOfPdf } from '../../../../../test/support/pdf-text.ts';
import { freshDatabase, hasPostgres } from '../../../../../test/support/postgres.ts';
import { type Reads, watchReads } from '../../../../../test/support/reads.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { openDatabase } from '../../../platform/database.ts';
import { seedManual, seedReading } from './reading.support.ts';
import { anchorChains } from './receipts.anchors.ts';
import { canonicalJson, receiptHash } from './receipts.payload.ts';
import { publicReceipt } from './receipts.public.ts';
import { verifyChain } from './receipts.verify.ts';

test('BEY-12 a receipt is canonical JSON by RFC 8785: sorted names, no spaces, numbers and texts as in ECMAScript', () => {
  // The example of RFC 8785, 3.2.4.
  const example = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  assert.equal(
    canonicalJson(example),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  assert.equal(
    canonicalJson({ '\u20ac': 1, '\r': 2, '1': 3, '\u00f6': 4, no: undefined }),
    '{"\\r":2,"1":3,"ö":4,"€":1}',
  );
});

// What is read of a long chain; the next suite proves hashes and guards on each kind.
onDatabase('a long chain of receipts', (db) => {
  const RECEIPTS = 2500;
  const THOUSANDTH = 1000;
  let tenantId: number;

  before(async () => {
    const scope = await addTenant(db(), 'long');
    tenantId = scope.tenantId;
    await db().tenantTransaction(scope, (tx) =>
      sql`INSERT INTO manual_receipt (id, seq, payload, prev, hash)
        SELECT gen_random_uuid(), 0, '{"n":' || n || '}', '', '' FROM generate_series(1, ${RECEIPTS}::int) n`.execute(
        tx,
      ),
    );
  });

  /** Returns the content of the public page of a receipt, and how many receipts it read. */
  const look = async (seq: number) => {
    const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{ hash: string }>`SELECT encode(hash, 'hex') AS hash FROM manual_receipt WHERE seq = ${seq}`.execute(tx),
    );
    const reads: Reads[] = [];
    const seen = await publicReceipt(
      watchReads(db(), (some) => reads.push(...some)),
      rows[0]!.hash,
    );
    const read = reads.filter(({ table }) => table === 'manual_receipt');
    return { chain: seen?.chain, read: read.reduce((sum, one) => sum + one.sequential + one.found, 0) };
  };
  const faults = async () => (await verifyChain(db(), tenantId)).faults.map(({ seq, fault }) => `${seq} ${fault}`);
  const asOwner = (work: string) =>
    db().ownerTransaction(async (tx) => {
      const tables = ['manual_receipt', 'receipt_checkpoint'];
      for (const table of tables)
        await sql.raw(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`).execute(tx);
      await sql.raw(work).execute(tx);
      for (const table of tables)
        await sql.raw(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY, ENABLE TRIGGER USER`).execute(tx);
    });

  test('BEY-12 verifying a receipt reads at most a thousand others, before, at and after each thousandth', async () => {
    for (const seq of [1, 999, THOUSANDTH, 1001, 1700, 2000, 2001, RECEIPTS]) {
      const { chain, read } = await look(seq);
      assert.equal(chain, 'ok', `receipt ${seq}`);
      assert.ok(read <= THOUSANDTH + 10, `receipt ${seq}: ${read} receipts were read`);
    }
    assert.deepEqual(await faults(), []);
  });

  test('BEY-12 a change between two thousandths is detected there, and by verifying the whole chain', async () => {
    await asOwner(`UPDATE manual_receipt SET payload = payload || ' ' WHERE seq = 1500`);
    assert.deepEqual(
      [(await look(1001)).chain, (await look(2000)).chain, (await look(1000)).chain, (await look(2001)).chain],
      ['broken', 'broken', 'ok', 'ok'],
    );
    assert.deepEqual(await faults(), ['1500 changed']);
    await asOwner(`UPDATE manual_receipt SET payload = rtrim(payload) WHERE seq = 1500`);
    assert.deepEqual(await faults(), []);
  });

  test('BEY-12 the application cannot change the stored hash of a thousandth receipt, and a change is detected', async () => {
    for (const work of [sql`UPDATE receipt_checkpoint SET head = ''`, sql`DELETE FROM receipt_checkpoint`])
      await assert.rejects(db().tenantTransaction({ tenantId, userId: null }, (tx) => work.execute(tx)));
    await asOwner(`UPDATE receipt_checkpoint SET head = sha256(head) WHERE seq = 1000`);
    assert.deepEqual([(await look(1000)).chain, (await look(1001)).chain], ['broken', 'broken']);
    assert.deepEqual(await faults(), ['1000 checkpoint']);
    await asOwner(
      `UPDATE receipt_checkpoint c SET head = r.hash FROM manual_receipt r WHERE r.tenant_id = c.tenant_id AND r.seq = c.seq`,
    );
    await asOwner(`INSERT INTO receipt_checkpoint SELECT tenant_id, 3000, hash FROM manual_receipt WHERE seq = 1`);
    assert.deepEqual(await faults(), ['3000 checkpoint']);
    await asOwner(`DELETE FROM receipt_checkpoint WHERE seq = 3000`);
  });

  test('BEY-12 the head of a day is logged with those of each thousandth receipt since the previous one', async () => {
    const lines: unknown[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    await anchorChains({ db: db(), log, clock: () => new Date() });
    const [line] = lines as { seq: number; checkpoints: { seq: number; head: string }[] }[];
    assert.deepEqual([line?.seq, line?.checkpoints.map(({ seq }) => seq)], [RECEIPTS, [1000, 2000]]);
    assert.match(line!.checkpoints[0]!.head, /^[0-9a-f]{64}$/);
    assert.equal((await look(1500)).chain, 'ok');
  });
});

onDatabase('the chain of receipts', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let rita: Person;
  let hashes: string[];
  let first: { id: string; hash: string };

  /** Acts as the owner of the database, with its guards switched off. */
  const tamper = (work: string) =>
    db().ownerTransaction(async (tx) => {
      for (const table of ['manual_receipt', 'manual_text', 'receipt_chain']) {
        await sql.raw(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`).execute(tx);
        await sql.raw(`ALTER TABLE ${table} DISABLE TRIGGER USER`).execute(tx);
      }
      await sql.raw(work).execute(tx);
      for (const table of ['manual_receipt', 'manual_text', 'receipt_chain']) {
        await sql.raw(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`).execute(tx);
        await sql.raw(`ALTER TABLE ${table} ENABLE TRIGGER USER`).execute(tx);
      }
    });
  const faults = async () =>
    (await verifyChain(db(), tenant.tenantId)).faults.map(({ seq, fault }) => `${seq} ${fault}`);
  const anchor = () => anchorChains({ ...tenant.context, clock: () => tenant.clock.now });
  const open = (url: string, language = 'en') => tenant.app.inject({ url, headers: { 'accept-language': language } });

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: [], rita: ['manualsgroup'] });
    ann = tenant.people.ann!;
    rita = tenant.people.rita!;
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET name = 'Юлия Õun 王小明' WHERE id = ${ann.userId}::uuid`.execute(tx),
    );
    const ids: { id: string; hash: string }[] = [];
    for (let at = 1; at <= 6; at += 1) {
      const manual = await seedManual(
        tenant,
        rita.userId,
        `S-${at}`,
        [{ texts: { et: `<p id="a">Tekst ${at}.</p>` } }],
        { requireScroll: false },
      );
      const id = await seedReading(tenant, manual, manual.versions[0]!, ann.userId);
      const { sha256 } = (await ann.get(`/api/manuals/${manual.id}/text`)).body;
      const { body } = await ann.post(`/api/manuals/readings/${id}/confirmReadManual`, { languageId: 'et', sha256 });
      ids.push(body.receipt);
      if (at === 4) await anchor();
    }
    first = ids[0]!;
    hashes = ids.map(({ hash }) => hash);
  });

  test('BEY-12 the head is stored once a day, and an untouched chain is valid', async () => {
    await anchor();
    const report = await verifyChain(db(), tenant.tenantId);
    assert.deepEqual(report, { receipts: 6, anchors: 1, faults: [] });
    const { body } = await ann.get(`/api/manuals/receipts/${first.id}`);
    assert.equal(receiptHash(Buffer.from(body.prev, 'hex'), body.payload), body.hash);
    const seen = (await open(`/api/public/receipts/${hashes[0]}`)).json();
    assert.deepEqual(
      [seen.valid, seen.chain, seen.seq, seen.manualCode, seen.languageId, seen.organisation],
      [true, 'ok', 1, 'S-1', 'et', 'acme'],
    );
    assert.match(seen.anchored, /^\d{4}-\d\d-\d\d$/);
    assert.equal((await open(`/api/public/receipts/${hashes[5]}`)).json().anchored, null);
    assert.equal((await open(`/api/public/receipts/${'0'.repeat(64)}`)).json().code, 'receipt.not_found');
  });

  test('BEY-12 the application cannot change or remove receipts', async () => {
    for (const work of [
      sql`UPDATE manual_receipt SET payload = '{}'`,
      sql`DELETE FROM manual_receipt`,
      sql`DELETE FROM receipt_anchor`,
      sql`DELETE FROM receipt_chain`,
      sql`UPDATE receipt_checkpoint SET head = ''`,
      sql`DELETE FROM receipt_checkpoint`,
    ])
      await assert.rejects(tenant.transaction((tx) => work.execute(tx)));
    assert.deepEqual(await faults(), []);
  });

  test('BEY-12 the public page shows in the visitor’s language that a receipt is valid, and never whose it is', async () => {
    const pages = { en: 'This receipt is valid', et: 'Tõend kehtib', ru: 'Квитанция действительна', zh: '此回执有效' };
    for (const [language, title] of Object.entries(pages)) {
      const page = await open(`/verify/${hashes[0]}`, language);
      assert.equal(page.statusCode, 200);
      assert.match(page.body, new RegExp(`<h1>${title}</h1>`));
      assert.equal(page.headers['content-language'], language);
      for (const secret of ['Юлия', ann.userId, ann.username]) assert.ok(!page.body.includes(secret), secret);
    }
    const { headers } = await open(`/verify/${hashes[0]}`);
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; style-src 'sha256-/);
    const strange = await open('/verify/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
    assert.equal(strange.statusCode, 404);
    assert.ok(!strange.body.includes('<script'));
  });

  test('BEY-12 erasing a user leaves a valid receipt without identifying data', async () => {
    const salted = await tenant.transaction((tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM receipt_salt WHERE user_id = ${ann.userId}::uuid`.execute(tx),
    );
    assert.equal(salted.rows[0]!.n, 6);
    await tenant.transaction((tx) =>
      sql`DELETE FROM receipt_salt WHERE user_id = ${ann.userId}::uuid AND receipt_id = ${first.id}::uuid`.execute(tx),
    );
    const { body } = await rita.get(`/api/manuals/receipts/${first.id}`);
    assert.deepEqual([body.valid, body.proof, body.payload.includes(ann.userId)], [true, undefined, false]);
  });

  const CASES: readonly [string, string, string, string[]][] = [
    [
      'one bit of a receipt changed',
      `UPDATE manual_receipt SET payload = replace(payload, '"S-2"', '"S-3"') WHERE seq = 2`,
      `UPDATE manual_receipt SET payload = replace(payload, '"S-3"', '"S-2"') WHERE seq = 2`,
      ['2 changed'],
    ],
    [
      'one receipt changed with its own hash made anew',
      `UPDATE manual_receipt SET payload = payload || ' ', hash = sha256(prev || convert_to(payload || ' ', 'UTF8')) WHERE seq = 2`,
      `UPDATE manual_receipt SET payload = rtrim(payload), hash = sha256(prev || convert_to(rtrim(payload), 'UTF8')) WHERE seq = 2`,
      ['3 link'],
    ],
    [
      'one receipt removed',
      `CREATE TABLE kept AS SELECT * FROM manual_receipt WHERE seq = 3; DELETE FROM manual_receipt WHERE seq = 3`,
      `INSERT INTO manual_receipt SELECT * FROM kept; DROP TABLE kept`,
      ['3 missing'],
    ],
    [
      'the end removed, and the head moved back',
      `CREATE TABLE kept AS SELECT * FROM manual_receipt WHERE seq > 3; DELETE FROM manual_receipt WHERE seq > 3;
        UPDATE receipt_chain c SET last_seq = 3, head = (SELECT hash FROM manual_receipt r WHERE r.tenant_id = c.tenant_id AND seq = 3)`,
      `INSERT INTO manual_receipt SELECT * FROM kept; DROP TABLE kept;
        UPDATE receipt_chain c SET last_seq = 6, head = (SELECT hash FROM manual_receipt r WHERE r.tenant_id = c.tenant_id AND seq = 6)`,
      ['4 anchor'],
    ],
    [
      'the end removed after the last anchor',
      `CREATE TABLE kept AS SELECT * FROM manual_receipt WHERE seq = 6; DELETE FROM manual_receipt WHERE seq = 6`,
      `INSERT INTO manual_receipt SELECT * FROM kept; DROP TABLE kept`,
      ['6 tail'],
    ],
    [
      'two receipts swapped',
      `UPDATE manual_receipt SET seq = CASE seq WHEN 2 THEN 103 ELSE 102 END WHERE seq IN (2, 3); UPDATE manual_receipt SET seq = seq - 100 WHERE seq > 100`,
      `UPDATE manual_receipt SET seq = CASE seq WHEN 2 THEN 103 ELSE 102 END WHERE seq IN (2, 3); UPDATE manual_receipt SET seq = seq - 100 WHERE seq > 100`,
      ['2 link', '3 link', '4 link'],
    ],
    [
      'a text changed that was confirmed',
      `UPDATE manual_text SET html = replace(html, 'Tekst 5', 'Tekst 6')`,
      `UPDATE manual_text SET html = replace(html, 'Tekst 6', 'Tekst 5') WHERE title LIKE '%S-5%'`,
      ['5 text'],
    ],
  ];
  for (const [what, done, undone, expectedFaults] of CASES) {
    test(`BEY-12 ${what}: it is detected and located`, async () => {
      await tamper(done);
      assert.deepEqual(await faults(), expectedFaults);
      if (expectedFaults[0] === '2 changed') {
        const seen = (await open(`/api/public/receipts/${hashes[1]}`)).json();
        assert.deepEqual([seen.valid, seen.chain], [false, 'broken']);
        assert.match((await open(`/verify/${hashes[1]}`)).body, /<h1>This receipt was changed<\/h1>/);
        // The receipt before the same anchor is reported as part of a broken chain.
        const beside = (await open(`/api/public/receipts/${hashes[0]}`)).json();
        assert.deepEqual([beside.valid, beside.chain], [true, 'broken']);
        // Receipts after the anchor are not affected.
        assert.equal((await open(`/api/public/receipts/${hashes[5]}`)).json().chain, 'ok');
      }
      await tamper(undone);
      assert.deepEqual(await faults(), []);
    });
  }
});

test('BEY-12 MAN-06 the PDF shows names and titles in every script; the script verifies the chain and shows where it breaks', async (t) => {
  const url = hasPostgres ? await freshDatabase() : undefined;
  const db = url === undefined ? await openTestDatabase() : await openDatabase({ databaseUrl: url });
  t.after(() => db.close());
  const tenant = await createTestTenant(db, 'acme', { ann: [], rita: ['manualsgroup'] });
  const { ann, rita } = tenant.people as Record<'ann' | 'rita', Person>;
  await tenant.transaction((tx) =>
    sql`UPDATE app_user SET name = 'Юлия Õunapuu-Šmidt 王小明' WHERE id = ${ann.userId}::uuid`.execute(tx),
  );
  const texts = { zh: '<p id="a">安全。</p>' };
  const manual = await seedManual(tenant, rita.userId, '安全', [{ texts }], { requireScroll: false });
  const id = await seedReading(tenant, manual, manual.versions[0]!, ann.userId);
  const { sha256 } = (await ann.get(`/api/manuals/${manual.id}/text?language=zh`)).body;
  const { body } = await ann.post(`/api/manuals/readings/${id}/confirmReadManual`, { languageId: 'zh', sha256 });
  const pdf = await tenant.app.inject({
    url: `/api/manuals/receipts/${body.receipt.id}?format=pdf&language=et`,
    headers: { authorization: await ann.authorization() },
  });
  assert.deepEqual([pdf.statusCode, pdf.headers['content-type']], [200, 'application/pdf']);
  const text = await textOfPdf(pdf.rawPayload);
  for (const part of ['ЮлияÕunapuu-Šmidt王小明', 'Tutvumistõend', 'Manual安全zh', body.receipt.hash, '/verify/'])
    assert.ok(text.includes(part), `${part} in ${text}`);

  if (url === undefined) return;
  const script = fileURLToPath(new URL('../../../../../scripts/verify-receipts.ts', import.meta.url));
  const run = (...more: string[]) =>
    spawnSync(process.execPath, [script, ...more], { encoding: 'utf8', env: { ...process.env, DATABASE_URL: url } });
  const good = run('--tenant', 'acme');
  assert.deepEqual([good.status, good.stdout], [0, 'acme: 1 receipts, 0 anchors, ok\n'], good.stderr);
  await db.ownerTransaction(async (tx) => {
    await sql`ALTER TABLE manual_receipt NO FORCE ROW LEVEL SECURITY, DISABLE TRIGGER USER`.execute(tx);
    await sql`UPDATE manual_receipt SET payload = replace(payload, '"zh"', '"et"')`.execute(tx);
  });
  const broken = run();
  assert.equal(broken.status, 1);
  assert.match(broken.stdout, /^acme: 1 receipts, 0 anchors, BROKEN at 1\n {2}1 changed: /m);
  const unknown = run('--tenant', 'nobody');
  assert.deepEqual([unknown.status, unknown.stderr], [2, 'There is no organisation nobody.\n']);
});
