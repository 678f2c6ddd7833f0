import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { forEachDatabase } from '../support/databases.ts';
import { createPersonnel, MARKERS, type Member, type Personnel, REASON } from './personnel.ts';

forEachDatabase('the access log of HR', (db) => {
  let staff: Personnel;

  before(async () => {
    staff = await createPersonnel(db());
  });

  /** Every read of Mari's data, with what its response has. */
  const reads = (): readonly [url: string, marker: keyof typeof MARKERS][] => {
    const { mari, passport, scan } = staff;
    return [
      [`/api/records/user/${mari}`, 'contract'],
      ['/api/records/users', 'contract'],
      ['/api/records/user_contracts', 'contract'],
      [`/api/hr/${mari}/pay`, 'pay'],
      [`/api/records/user_health?userId=${mari}`, 'health'],
      [`/api/hr/${mari}/documents`, 'document'],
      [`/api/hr/${mari}/documents?category=Health`, 'scan'],
      [`/api/hr/${mari}/documents/${passport}/content`, 'document'],
      [`/api/hr/${mari}/documents/${scan}/content?category=Health`, 'scan'],
      [`/api/hr/${mari}/sizes`, 'size'],
    ];
  };
  const get = (who: Member, url: string, headers: Record<string, string> = REASON) =>
    staff.people[who]!.send('GET', url, undefined, headers);

  test('HR-01 AUD-01 when the log cannot be written, no endpoint answers with data of others', async () => {
    await db().ownerTransaction((tx) =>
      sql`ALTER TABLE hr_access_log ADD CONSTRAINT broken CHECK (as_group = 'never') NOT VALID`.execute(tx),
    );
    try {
      for (const [url] of reads()) {
        // Lists of HR itself are in the log of today already.
        const reply = await get(/health|pay|Health/.test(url) ? 'hr' : 'viewer', url);
        assert.equal(reply.status, 500, url);
        for (const one of Object.values(MARKERS)) assert.ok(!JSON.stringify(reply.body).includes(one), url);
      }
      // Own data is not logged.
      for (const [url, marker] of reads()) {
        const own = await get('mari', url);
        assert.equal(own.status, 200, url);
        assert.ok(JSON.stringify(own.body).includes(MARKERS[marker]), url);
      }
    } finally {
      await db().ownerTransaction((tx) => sql`ALTER TABLE hr_access_log DROP CONSTRAINT broken`.execute(tx));
    }
    for (const [url, marker] of reads()) {
      const reply = await get('hr', url);
      assert.ok(JSON.stringify(reply.body).includes(MARKERS[marker]), url);
    }
  });

  test('HR-01 pay, health and health documents of others require a readable reason of 10 to 500 characters', async () => {
    const { mari, scan } = staff;
    const urls = [
      `/api/hr/${mari}/pay`,
      `/api/records/user_health?userId=${mari}`,
      `/api/hr/${mari}/documents?category=Health`,
      `/api/hr/${mari}/documents/${scan}/content?category=Health`,
    ];
    const reasons = [
      undefined,
      '',
      'too short',
      `${'%20'.repeat(30)}short`,
      'x'.repeat(501),
      '%E0%A4%A',
      '%00'.repeat(20),
    ];
    for (const url of urls) {
      for (const reason of reasons) {
        const reply = await get('hr', url, reason === undefined ? {} : { 'verva-reason': reason });
        assert.deepEqual([reply.status, reply.body.code], [422, 'access.reason_required'], `${url} ${reason}`);
      }
      // One's own data needs none.
      assert.equal((await get('mari', url, {})).status, 200, url);
    }
    const text = 'Küsis ise: “миллион” 百万 😀';
    assert.equal((await get('hr', urls[0]!, { 'verva-reason': encodeURIComponent(text) })).status, 200);
    const { body } = await get('mari', '/api/hr/me/access?kind=eq:pay');
    assert.equal(body.items[0].reason, text);
    assert.deepEqual(
      [body.items[0].viewer.id, body.items[0].role, body.items[0].kind, body.items[0].verb],
      ['hr.office', 'employee_management_admin', 'pay', 'look'],
    );
  });

  test('HR-01 repeated views of a day are one row with their number, and lists are logged once a day', async () => {
    const { mari } = staff;
    const reason = { 'verva-reason': encodeURIComponent('Yearly pay review') };
    for (let index = 0; index < 3; index += 1)
      assert.equal((await get('finance', `/api/hr/${mari}/pay`, reason)).status, 200);
    for (let index = 0; index < 3; index += 1)
      assert.equal((await get('finance', '/api/records/user_contracts')).status, 200);
    const { body } = await get('mari', '/api/hr/me/access?viewer=eq:finance.office');
    const of = (kind: string) => body.items.filter((one: { kind: string }) => one.kind === kind);
    assert.deepEqual(
      of('pay').map(({ times, reason: why }: { times: number; reason: string }) => [times, why]),
      [[3, 'Yearly pay review']],
    );
    assert.deepEqual(
      of('contract').map(({ times, verb }: { times: number; verb: string }) => [times, verb]),
      [[1, 'list']],
    );
    // Pages continue where the last one ended.
    const first = await get('mari', '/api/hr/me/access?limit=1');
    const second = await get('mari', `/api/hr/me/access?limit=1&after=${encodeURIComponent(first.body.next)}`);
    assert.notEqual(first.body.items[0].id, second.body.items[0].id);
  });

  test('HR-01 a response with confidential data is not stored for repetitions', async () => {
    const { mari, contractId } = staff;
    const body = {
      contractId,
      kind: 'addition',
      name: 'stored?',
      amountMinor: 55_555,
      period: 'once',
      validFrom: '2026-05-01',
    };
    const headers = { ...REASON, 'idempotency-key': crypto.randomUUID() };
    assert.equal((await staff.people.hr!.post(`/api/hr/${mari}/pay`, body, headers)).status, 201);
    assert.equal((await staff.people.hr!.post(`/api/hr/${mari}/pay`, body, headers)).status, 409);
    const { rows } = await db().tenantTransaction({ tenantId: staff.tenantId, userId: staff.people.hr!.userId }, (tx) =>
      sql<{ reply: string }>`SELECT reply::text AS reply FROM idempotency_key`.execute(tx),
    );
    for (const { reply } of rows)
      for (const marker of [MARKERS.pay, MARKERS.health, MARKERS.document, '55555'])
        assert.ok(!reply?.includes(marker));
  });

  test('HR-01 a file of contracts logs each person with the reason, for a link as well', async () => {
    const hr = staff.people.hr!;
    const exported = async () => {
      const { body } = await get('mari', '/api/hr/me/access?verb=eq:export');
      return body.items.reduce((sum: number, one: { times: number }) => sum + one.times, 0);
    };
    const before = await exported();
    const without = await hr.post('/api/downloads', { list: '/api/records/user_contracts' });
    assert.deepEqual([without.status, without.body.code], [422, 'access.reason_required']);
    const link = await hr.post('/api/downloads', { list: '/api/records/user_contracts' }, REASON);
    assert.equal(link.status, 201);
    const file = await staff.app.inject({ method: 'GET', url: link.body.url });
    assert.ok(file.body.includes(MARKERS.contract));
    assert.equal(await exported(), before + 1);
    for (const who of ['finance', 'team', 'mari'] as const) {
      const reply = await staff.people[who]!.post('/api/downloads', { list: '/api/records/user_contracts' }, REASON);
      assert.equal(reply.status, 403, who);
    }
  });
});
