import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../support/databases.ts';
import type { Reply } from '../support/test-tenant.ts';
import { createPersonnel, MARKERS, type Personnel, REASON } from './personnel.ts';

onDatabase('pay, health checks, documents and sizes', (db) => {
  let staff: Personnel;
  let contractId: string;

  before(async () => {
    staff = await createPersonnel(db());
    const values = {
      userId: 'peeter.office',
      kind: 'fixed',
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
      number: 'P-1',
    };
    contractId = (await staff.people.hr!.post('/api/records/user_contracts', values)).body.id;
  });

  const json = { 'content-type': 'application/json' };
  const hr = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: object,
    headers: Record<string, string> = {},
  ) =>
    staff.people.hr!.send(method, url, body === undefined ? undefined : JSON.stringify(body), {
      ...(body === undefined ? {} : json),
      ...REASON,
      ...headers,
    });
  const addPay = (body: object) =>
    hr('POST', '/api/hr/peeter.office/pay', { contractId, kind: 'base', period: 'month', ...body });
  const refusedWith = async (answer: Promise<Reply>, status: number, code: string) => {
    const reply = await answer;
    assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body));
  };

  test('HR-01 new pay ends the one before, and a correction supersedes without overwriting', async () => {
    const first = await addPay({ amountMinor: 150_000, validFrom: '2026-01-01' });
    assert.deepEqual([first.status, first.body.currency, first.body.validUntil], [201, 'EUR', null]);
    const second = await addPay({ amountMinor: 165_000, validFrom: '2026-06-01' });
    assert.equal(second.status, 201);
    const third = await addPay({ amountMinor: 166_000, validFrom: '2026-06-01', supersedes: second.body.id });
    assert.equal(third.status, 201);
    const { body } = await hr('GET', '/api/hr/peeter.office/pay');
    const rows = body.map((one: Record<string, unknown>) => [
      one.amountMinor,
      one.validFrom,
      one.validUntil,
      one.supersededAt !== null,
      one.supersededBy,
    ]);
    assert.deepEqual(rows, [
      [166_000, '2026-06-01', null, false, null],
      [165_000, '2026-06-01', null, true, third.body.id],
      [150_000, '2026-01-01', '2026-05-31', false, null],
    ]);
    await refusedWith(
      addPay({ amountMinor: 1, validFrom: '2026-06-01', supersedes: second.body.id }),
      409,
      'pay.superseded',
    );
    await refusedWith(
      addPay({ amountMinor: 1, validFrom: '2026-06-01', supersedes: crypto.randomUUID() }),
      404,
      'pay.not_found',
    );
    await refusedWith(addPay({ amountMinor: 1, validFrom: '2026-06-01' }), 409, 'pay.overlap');
    // Additions have names and are valid beside the base pay.
    assert.equal(
      (await addPay({ kind: 'addition', name: 'Car', amountMinor: 100, validFrom: '2026-06-01' })).status,
      201,
    );
    const once = await addPay({
      kind: 'addition',
      name: 'Bonus',
      amountMinor: 100,
      period: 'once',
      validFrom: '2026-07-01',
    });
    assert.equal(once.body.validUntil, '2026-07-01');
  });

  test('HR-01 pay has a contract of the user and starts during it', async () => {
    await refusedWith(
      addPay({ contractId: staff.contractId, amountMinor: 1, validFrom: '2026-01-01' }),
      404,
      'contract.not_found',
    );
    await refusedWith(addPay({ amountMinor: 1, validFrom: '2025-12-31' }), 422, 'pay.outside_contract');
    await refusedWith(addPay({ amountMinor: 1, validFrom: '2027-01-01' }), 422, 'pay.outside_contract');
    await refusedWith(
      addPay({ amountMinor: 1, validFrom: '2026-09-01', validUntil: '2026-08-31' }),
      422,
      'pay.dates_reversed',
    );
    await refusedWith(addPay({ amountMinor: -1, validFrom: '2026-09-01' }), 400, 'request.invalid');
    await refusedWith(addPay({ amountMinor: 1.5, validFrom: '2026-09-01' }), 400, 'request.invalid');
  });

  test('HR-01 two corrections at the same time leave one valid row', async () => {
    const { body: bonus } = await addPay({ kind: 'addition', name: 'Twice', amountMinor: 1, validFrom: '2026-02-01' });
    const attempts = await Promise.all(
      [2, 3, 4].map((amountMinor) =>
        addPay({ kind: 'addition', name: 'Twice', amountMinor, validFrom: '2026-02-01', supersedes: bonus.id }),
      ),
    );
    assert.deepEqual(attempts.map(({ status }) => status).sort(), [201, 409, 409]);
    const { body } = await hr('GET', '/api/hr/peeter.office/pay');
    const valid = body.filter(
      (one: { name: string; supersededAt: unknown }) => one.name === 'Twice' && one.supersededAt === null,
    );
    assert.equal(valid.length, 1);
  });

  const check = (body: object) =>
    hr('POST', '/api/records/user_health', {
      userId: 'peeter.office',
      kind: 'periodic',
      checkedOn: '2026-01-31',
      decision: 'fit',
      ...body,
    });

  test('HR-01 HR-04 the next check follows from the validity, unless it is given', async () => {
    const next = async (body: object) => (await check(body)).body.nextOn;
    assert.equal(await next({ validityValue: 90, validityUnit: '1_days' }), '2026-05-01');
    assert.equal(await next({ validityValue: 2, validityUnit: '2_weeks' }), '2026-02-14');
    assert.equal(await next({ validityValue: 1, validityUnit: '3_months' }), '2026-02-28');
    assert.equal(await next({ checkedOn: '2028-02-29', validityValue: 1, validityUnit: '4_years' }), '2029-02-28');
    assert.equal(await next({ validityValue: 1, validityUnit: '3_months', nextOn: '2026-06-01' }), '2026-06-01');
    assert.equal(await next({}), null);
  });

  test('HR-01 restrictions belong to one decision, and there is no place for findings', async () => {
    await refusedWith(check({ restrictions: 'No lifting' }), 422, 'health.restrictions');
    await refusedWith(check({ decision: 'fit_with_restrictions' }), 422, 'health.restrictions');
    await refusedWith(check({ decision: 'fit_with_restrictions', restrictions: '   ' }), 422, 'health.restrictions');
    await refusedWith(check({ validityValue: 1 }), 422, 'health.validity');
    await refusedWith(check({ nextOn: '2026-01-31' }), 422, 'health.next_before_check');
    for (const field of ['findings', 'diagnosis', 'note'])
      await refusedWith(check({ [field]: 'x' }), 400, 'request.invalid');
    await refusedWith(check({ documentId: staff.scan }), 404, 'document.not_found');
    const { rows } = await db().ownerTransaction((tx) =>
      sql<{
        name: string;
      }>`SELECT attname AS name FROM pg_attribute WHERE attrelid = 'hr_health_check'::regclass AND attnum > 0`.execute(
        tx,
      ),
    );
    assert.ok(!rows.some(({ name }) => /finding|diagnos|note|comment/.test(name)));
  });

  test('HR-01 a health check is changed and removed by its version', async () => {
    const { body } = await check({ kind: 'extra' });
    const url = `/api/records/user_health/${body.id}`;
    const saved = { userId: 'peeter.office', kind: 'extra', checkedOn: '2026-02-01', decision: 'unfit' };
    assert.equal((await hr('PUT', url, saved, { 'if-match': `"${body.version}"` })).body.decision, 'unfit');
    await refusedWith(hr('PUT', url, saved, { 'if-match': `"${body.version}"` }), 412, 'edit.conflict');
    // A check of another user is not found, also with the log of this one.
    await refusedWith(hr('PUT', `/api/records/user_health/${staff.checkId}`, saved), 404, 'health_check.not_found');
    await refusedWith(
      hr('DELETE', `/api/records/user_health/${staff.checkId}?userId=peeter.office`),
      404,
      'health_check.not_found',
    );
    assert.equal((await hr('DELETE', `${url}?userId=peeter.office`)).status, 204);
    await refusedWith(hr('PUT', url, saved), 404, 'health_check.not_found');
  });

  const upload = (
    who: string,
    userId: string,
    fields: Record<string, string>,
    name = 'passport.pdf',
    content = '%PDF-1.4\n%%EOF',
  ) => {
    const boundary = 'part';
    const parts = Object.entries(fields).map(
      ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    );
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n${content}\r\n--${boundary}--\r\n`;
    return staff.people[who]!.send('POST', `/api/hr/${userId}/documents`, parts.join('') + file, {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...REASON,
    });
  };

  test('HR-03 users add, change and remove their own documents of two categories', async () => {
    const { status, body } = await upload('peeter', 'me', {
      category: 'Official Information',
      title: 'Passport',
      validUntil: '2030-01-01',
    });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual(
      [body.title, body.fileName, body.mediaType, body.mayChange],
      ['Passport', 'passport.pdf', 'application/pdf', true],
    );
    const url = `/api/hr/me/documents/${body.id}`;
    const changed = await staff.people.peeter!.send('PUT', url, JSON.stringify({ title: 'Passport, new' }), json);
    assert.deepEqual([changed.status, changed.body.title, changed.body.validUntil], [200, 'Passport, new', null]);
    assert.equal((await staff.people.peeter!.get(`${url}/content`)).status, 200);
    assert.equal((await staff.people.peeter!.send('DELETE', url)).status, 204);
    assert.equal((await staff.people.peeter!.get(`${url}/content`)).status, 404);
    await refusedWith(upload('peeter', 'me', { category: 'Contract' }), 403, 'access.denied');
    await refusedWith(upload('peeter', 'me', { category: 'Health' }), 403, 'access.denied');
    await refusedWith(upload('peeter', staff.mari, { category: 'Photo' }), 403, 'access.denied');
    // Mari's own contract and health documents are HR's.
    const own = (await staff.people.mari!.get('/api/hr/me/documents')).body;
    const scan = own.find(({ id }: { id: string }) => id === staff.scan);
    assert.deepEqual([scan.title, scan.mayChange], [MARKERS.scan, false]);
    await refusedWith(staff.people.mari!.send('DELETE', `/api/hr/me/documents/${staff.scan}`), 403, 'access.denied');
  });

  test('HR-03 documents are refused with a code, and nothing is stored', async () => {
    const before = (await hr('GET', '/api/hr/peeter.office/documents')).body.length;
    await refusedWith(upload('hr', 'peeter.office', { category: 'Secret' }), 400, 'request.invalid');
    await refusedWith(upload('hr', 'peeter.office', { category: 'Contract', more: 'x' }), 400, 'request.invalid');
    await refusedWith(
      upload('hr', 'peeter.office', { category: 'Contract', validUntil: 'soon' }),
      400,
      'request.invalid',
    );
    await refusedWith(
      upload('hr', 'peeter.office', { category: 'Contract', issuedOn: '2026-02-01', validUntil: '2026-01-01' }),
      422,
      'document.dates_reversed',
    );
    await refusedWith(upload('hr', 'peeter.office', { category: 'Contract' }, 'a.exe'), 415, 'file.type_refused');
    await refusedWith(upload('hr', 'peeter.office', { category: 'Contract' }, 'a.png'), 422, 'file.content_mismatch');
    await refusedWith(upload('hr', 'no.such.user', { category: 'Contract' }), 404, 'user.not_found');
    assert.equal((await hr('GET', '/api/hr/peeter.office/documents')).body.length, before);
  });

  test('HR-03 the scan of a health check stays while the check refers to it, and other categories do not open it', async () => {
    const url = `/api/hr/${staff.mari}/documents/${staff.scan}`;
    await refusedWith(hr('DELETE', url), 404, 'document.not_found');
    await refusedWith(hr('PUT', url, { title: 'x' }), 404, 'document.not_found');
    await refusedWith(hr('GET', `${url}/content`), 404, 'document.not_found');
    await refusedWith(hr('DELETE', `${url}?category=Health`), 409, 'document.in_use');
    const listed = (await hr('GET', `/api/hr/${staff.mari}/documents`)).body;
    assert.ok(!listed.some(({ category }: { category: string }) => category === 'Health'));
    assert.equal((await hr('DELETE', `/api/records/user_health/${staff.checkId}?userId=${staff.mari}`)).status, 204);
    assert.equal((await hr('DELETE', `${url}?category=Health`)).status, 204);
  });

  test('HR-01 sizes are replaced as a whole, in their order', async () => {
    const url = '/api/hr/peeter.office/sizes';
    const sizes = [
      { item: 'Shoes', size: '43' },
      { item: 'Jacket', size: 'L' },
    ];
    assert.deepEqual((await hr('PUT', url, sizes)).body, sizes);
    assert.deepEqual((await hr('PUT', url, [{ item: 'Jacket', size: 'XL' }])).body, [{ item: 'Jacket', size: 'XL' }]);
    await refusedWith(hr('PUT', url, [...sizes, { item: ' Shoes ', size: '44' }]), 422, 'sizes.item_twice');
    await refusedWith(hr('PUT', url, [{ item: ' ', size: '44' }]), 400, 'request.invalid');
    assert.deepEqual((await staff.people.peeter!.get('/api/hr/me/sizes')).body, [{ item: 'Jacket', size: 'XL' }]);
  });
});
