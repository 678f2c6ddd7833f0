import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../support/databases.ts';
import type { Reply } from '../support/test-tenant.ts';
import { createPersonnel, type Personnel, REASON } from './personnel.ts';

onDatabase('contracts', (db) => {
  let staff: Personnel;
  let values: Record<string, string>;
  let dimension: string;

  before(async () => {
    staff = await createPersonnel(db());
    const { rows } = await staff.transaction((tx) =>
      sql<{
        id: string;
        code: string;
        dimension: string;
      }>`SELECT id, code, dimension_id AS dimension FROM dimension_value`.execute(tx),
    );
    values = Object.fromEntries(rows.map(({ id, code }) => [code, id]));
    dimension = rows[0]!.dimension;
  });

  const add = (body: object): Promise<Reply> =>
    staff.people.hr!.post('/api/records/user_contracts', {
      userId: 'peeter.office',
      kind: 'employment',
      startsOn: '2026-01-01',
      ...body,
    });
  const change = (id: string, body: object, headers = {}) =>
    staff.people.hr!.send('PUT', `/api/records/user_contracts/${id}`, JSON.stringify(body), {
      'content-type': 'application/json',
      ...headers,
    });
  const remove = (id: string) => staff.people.hr!.send('DELETE', `/api/records/user_contracts/${id}`);
  const share = (code: string, percent: number, validFrom?: string, validUntil?: string) => ({
    ...{ dimensionId: dimension, valueId: values[code]!, share: percent },
    ...(validFrom ? { validFrom } : {}),
    ...(validUntil ? { validUntil } : {}),
  });
  const refusedWith = async (answer: Promise<Reply>, status: number, code: string) => {
    const reply = await answer;
    assert.deepEqual([reply.status, reply.body.code], [status, code], JSON.stringify(reply.body));
    return reply.body;
  };

  test('HR-01 a contract keeps its dimensions with their shares over time', async () => {
    const { status, body } = await add({
      ...{ number: 'C-1', jobTitle: ' Rigger ', weeklyHours: 40, trialEndsOn: '2026-04-30', place: '' },
      dimensions: [
        share('a', 60, undefined, '2026-06-30'),
        share('b', 40, undefined, '2026-06-30'),
        share('c', 100, '2026-07-01'),
      ],
    });
    assert.equal(status, 201);
    assert.deepEqual([body.jobTitle, body.place, body.endsOn, body.user.id], ['Rigger', null, null, 'peeter.office']);
    assert.deepEqual(
      body.dimensions.map(
        (one: { value: { code: string }; share: number; validFrom: string; validUntil: string | null }) => [
          one.value.code,
          one.share,
          one.validFrom,
          one.validUntil,
        ],
      ),
      [
        ['a', 60, '2026-01-01', '2026-06-30'],
        ['b', 40, '2026-01-01', '2026-06-30'],
        ['c', 100, '2026-07-01', null],
      ],
    );
    // Omitted dimensions stay; others are replaced.
    const kept = await change(body.id, {
      kind: 'employment',
      number: 'C-1',
      startsOn: '2026-01-01',
      endsOn: '2026-12-31',
    });
    assert.deepEqual([kept.status, kept.body.dimensions.length, kept.body.endsOn], [200, 3, '2026-12-31']);
    const replaced = await change(body.id, {
      kind: 'employment',
      startsOn: '2026-01-01',
      dimensions: [share('b', 100)],
    });
    assert.deepEqual([replaced.status, replaced.body.dimensions.length, replaced.body.number], [200, 1, null]);
    assert.equal((await remove(body.id)).status, 204);
    await refusedWith(remove(body.id), 404, 'contract.not_found');
  });

  test('HR-01 dates, trial, shares and numbers are checked with a code, and nothing is stored', async () => {
    await refusedWith(add({ endsOn: '2025-12-31' }), 422, 'contract.dates_reversed');
    await refusedWith(add({ kind: 'fixed' }), 422, 'contract.dates_reversed');
    await refusedWith(add({ trialEndsOn: '2025-12-31' }), 422, 'contract.trial_outside');
    const body = await refusedWith(
      add({ dimensions: [share('a', 60), share('b', 30)] }),
      422,
      'dimension.share_not_100',
    );
    assert.deepEqual(body.params, { day: '2026-01-01', sum: 90 });
    await refusedWith(add({ dimensions: [share('a', 50), share('a', 50)] }), 422, 'dimension.overlap');
    await refusedWith(
      add({ dimensions: [{ ...share('a', 100), valueId: crypto.randomUUID() }] }),
      404,
      'dimension.not_found',
    );
    await refusedWith(add({ companyId: crypto.randomUUID() }), 404, 'company.not_found');
    await refusedWith(add({ userId: 'no.such.user' }), 404, 'user.not_found');
    await refusedWith(add({ startsOn: '2026-02-30' }), 400, 'request.invalid');
    const list = await staff.people.hr!.get('/api/records/user_contracts?userId=eq:peeter.office');
    assert.deepEqual(list.body.items, []);
    const { body: first } = await add({ number: 'C-2', endsOn: '2026-01-31' });
    await refusedWith(add({ number: 'C-2', startsOn: '2026-02-01' }), 409, 'contract.number_taken');
    // The number of a removed contract is free again.
    await remove(first.id);
    const { body: second } = await add({ number: 'C-2' });
    assert.equal(second.number, 'C-2');
    await remove(second.id);
  });

  test('HR-01 an overlap, long hours and a long trial are saved when they are confirmed', async () => {
    const { body: first } = await add({ number: 'C-3', weeklyHours: 40 });
    const overlap = await refusedWith(add({ startsOn: '2026-05-01', weeklyHours: 8 }), 409, 'contract.overlap');
    assert.deepEqual(overlap.params, { number: 'C-3' });
    const confirmed = await add({ startsOn: '2026-05-01', weeklyHours: 8, confirm: ['overlap'] });
    assert.equal(confirmed.status, 201);
    await refusedWith(
      add({ startsOn: '2026-05-01', weeklyHours: 1, confirm: ['overlap'] }),
      409,
      'contract.weekly_hours',
    );
    await refusedWith(
      change(confirmed.body.id, {
        kind: 'employment',
        startsOn: '2026-05-01',
        trialEndsOn: '2026-12-31',
        confirm: ['overlap'],
      }),
      409,
      'contract.trial_long',
    );
    // A contract does not overlap itself.
    await remove(confirmed.body.id);
    assert.equal((await change(first.id, { kind: 'employment', number: 'C-3', startsOn: '2026-01-02' })).status, 200);
    await remove(first.id);
  });

  test('HR-01 two employees of HR cannot overwrite each other, and HR does not keep its own record', async () => {
    const { body } = await add({ number: 'C-4' });
    const saved = { kind: 'employment', startsOn: '2026-01-01', number: 'C-4' };
    assert.equal((await change(body.id, saved, { 'if-match': `"${body.version}"` })).status, 200);
    await refusedWith(change(body.id, saved, { 'if-match': `"${body.version}"` }), 412, 'edit.conflict');
    await remove(body.id);
    await refusedWith(add({ userId: 'hr.office' }), 403, 'hr.own_record');
    await refusedWith(
      staff.people.hr!.post(
        '/api/hr/me/pay',
        { contractId: staff.contractId, kind: 'base', amountMinor: 1, period: 'month', validFrom: '2026-01-01' },
        REASON,
      ),
      403,
      'hr.own_record',
    );
    await refusedWith(
      staff.people.hr!.post(
        '/api/records/user_health',
        { userId: 'hr.office', kind: 'first', checkedOn: '2026-01-01', decision: 'fit' },
        REASON,
      ),
      403,
      'hr.own_record',
    );
    const own = { category: 'Contract', title: 'Mine', fileName: 'a.txt', data: Buffer.from('a').toString('base64') };
    await refusedWith(staff.people.hr!.post('/api/hr/me/documents', own), 403, 'hr.own_record');
  });

  test('HR-01 lists filter and sort by the contract, and show nothing of it to viewers without the right', async () => {
    const { body } = await add({ number: 'C-5', endsOn: '2026-12-31', dimensions: [share('a', 100)] });
    const names = async (who: string, query: string) => {
      const reply = await staff.people[who]!.get(`/api/records/users?${query}`);
      assert.equal(reply.status, 200, JSON.stringify(reply.body));
      return reply.body.items.map(({ id }: { id: string }) => id);
    };
    assert.deepEqual(await names('hr', 'contractNumber=eq:c-5'), ['peeter.office']);
    assert.deepEqual(await names('hr', `dimension=eq:${values.a}`), ['peeter.office']);
    assert.deepEqual(await names('hr', 'contractEnd=lte:2026-12-31'), ['peeter.office']);
    assert.deepEqual(await names('hr', 'manager=eq:boss.office'), ['mari.office']);
    assert.equal((await names('hr', 'sort=contractEnd:asc'))[0], 'peeter.office');
    assert.deepEqual(await names('sizes', 'contractNumber=eq:c-5'), []);
    assert.deepEqual(await names('sizes', `dimension=eq:${values.a}`), []);
    assert.deepEqual(await names('stranger', 'contractNumber=eq:c-5'), ['peeter.office']);
    const sorted = async (sort: string) =>
      (await staff.people.hr!.get(`/api/records/user_contracts?sort=${sort}`)).body.items.map(
        ({ number }: { number: string }) => number,
      );
    assert.deepEqual(await sorted('endsOn:asc'), ['C-5', 'contract-marker-4715']);
    assert.deepEqual(await sorted('startsOn:desc'), ['C-5', 'contract-marker-4715']);
    // A page at a time.
    const first = await staff.people.hr!.get('/api/records/user_contracts?sort=endsOn:desc&limit=1');
    const next = await staff.people.hr!.get(
      `/api/records/user_contracts?sort=endsOn:desc&limit=1&after=${encodeURIComponent(first.body.next)}`,
    );
    assert.deepEqual([first.body.items[0].number, next.body.items[0].number], ['C-5', 'contract-marker-4715']);
    await remove(body.id);
  });

  test('HR-01 a user whose contracts have ended is a former one', async () => {
    const { body } = await add({ startsOn: '2024-01-01', endsOn: '2024-12-31' });
    const former = await staff.people.hr!.get('/api/records/users?former=eq:true');
    assert.deepEqual(
      former.body.items.map(({ id, isFormer }: { id: string; isFormer: boolean }) => [id, isFormer]),
      [['peeter.office', true]],
    );
    await remove(body.id);
  });
});
