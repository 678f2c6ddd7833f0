import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapsOf, overlaps } from '../../../shared/contracts/periods.rules.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import { AppError } from '../../platform/errors.ts';
import { endOfDay, startOfDay } from './delegations.days.ts';
import { assertAlone, assertPeriod, stateOf, type Wanted } from './delegations.rules.ts';

const days = (startDate: string, endDate: string) => ({ startDate, endDate });
const MART = { status: 'active', name: 'Mart Kask' } as const;
const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  ...days('2026-12-21', '2027-01-03'),
  userId: 'anna',
  delegateUserId: 'mart',
  comment: '',
  replaceVerva: true,
  moveOpenTasks: true,
  ...more,
});
const refusal = (code: string, pointer: string) => (error: unknown) =>
  error instanceof AppError && error.code === code && error.extra.errors?.[0]?.pointer === pointer;

test('DEL-06 both ends count: periods that share one day overlap', () => {
  assert.ok(overlaps(days('2026-01-01', '2026-01-05'), days('2026-01-05', '2026-01-09')));
  assert.ok(overlaps(days('2026-01-01', '2026-01-31'), days('2026-01-10', '2026-01-10')));
  assert.ok(!overlaps(days('2026-01-01', '2026-01-05'), days('2026-01-06', '2026-01-09')));
});

test('BEY-01 gaps are the days of a period on which the delegate is away, too', () => {
  const period = days('2026-12-21', '2027-01-03');
  assert.deepEqual(gapsOf(period, [days('2026-12-01', '2026-12-20'), days('2027-01-04', '2027-01-05')]), []);
  assert.deepEqual(gapsOf(period, [days('2026-12-28', '2026-12-30')]), [days('2026-12-28', '2026-12-30')]);
  assert.deepEqual(gapsOf(period, [days('2026-12-20', '2026-12-21'), days('2027-01-03', '2027-01-09')]), [
    days('2026-12-21', '2026-12-21'),
    days('2027-01-03', '2027-01-03'),
  ]);
  assert.deepEqual(gapsOf(period, [days('2026-01-01', '2027-12-31')]), [period]);
});

test('DEL-06 an overlap is refused with the days of the other period', () => {
  const others = [
    { id: 'a', ...days('2026-11-01', '2026-12-20') },
    { id: 'b', ...days('2027-01-03', '2027-01-09') },
  ];
  assert.throws(
    () => assertAlone(wanted(), others),
    (error) =>
      error instanceof AppError &&
      error.code === 'delegation.overlap' &&
      error.params.from === '2027-01-03' &&
      error.params.until === '2027-01-09',
  );
  assertAlone(wanted(), others.slice(0, 1));
});

test('DEL-07 DEL-08 an invalid period is refused at its field', () => {
  assertPeriod(wanted(), MART);
  assertPeriod(wanted(days('2026-12-21', '2026-12-21')), MART);
  assert.throws(
    () => assertPeriod(wanted(days('2026-12-22', '2026-12-21')), MART),
    refusal('delegation.dates_reversed', '/endDate'),
  );
  assert.throws(
    () => assertPeriod(wanted({ delegateUserId: 'anna' }), MART),
    refusal('delegation.to_self', '/delegateUserId'),
  );
  assert.throws(() => assertPeriod(wanted(), null), refusal('user.not_found', '/delegateUserId'));
  for (const status of ['disabled', 'invited'] as const) {
    assert.throws(
      () => assertPeriod(wanted(), { ...MART, status }),
      refusal('delegation.delegate_disabled', '/delegateUserId'),
    );
  }
});

test('DEL-01 CONST-01 a comment has at most 100 characters of any script', () => {
  assertPeriod(wanted({ comment: '🌲'.repeat(100) }), MART);
  assert.throws(
    () => assertPeriod(wanted({ comment: 'x'.repeat(101) }), MART),
    refusal('delegation.comment_too_long', '/comment'),
  );
});

test('DEL-10 a period starts and ends at midnight in the organisation’s time zone, not the server’s', () => {
  const period = days('2026-11-21', '2026-11-22');
  const at = (instant: string, zone: string) => stateOf(period, dayOf(new Date(instant), zone));
  assert.equal(at('2026-11-20T21:59:59.999Z', 'Europe/Tallinn'), 'coming');
  assert.equal(at('2026-11-20T22:00:00.000Z', 'Europe/Tallinn'), 'running');
  assert.equal(at('2026-11-22T21:59:59.999Z', 'Europe/Tallinn'), 'running');
  assert.equal(at('2026-11-22T22:00:00.000Z', 'Europe/Tallinn'), 'ended');
  assert.equal(at('2026-11-20T16:00:00.000Z', 'Asia/Shanghai'), 'running');
  assert.equal(at('2026-11-22T09:59:59.999Z', 'Pacific/Kiritimati'), 'running');
  assert.equal(at('2026-11-22T10:00:00.000Z', 'Pacific/Kiritimati'), 'ended');
});

test('DEL-10 days with a clock change have 23 or 25 hours', () => {
  const length = (day: string, zone: string) =>
    (endOfDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / 3_600_000;
  assert.equal(length('2026-03-29', 'Europe/Tallinn'), 23);
  assert.equal(length('2026-10-25', 'Europe/Tallinn'), 25);
  assert.equal(startOfDay('2026-03-30', 'Europe/Tallinn').toISOString(), '2026-03-29T21:00:00.000Z');
  assert.equal(startOfDay('2026-10-26', 'Europe/Tallinn').toISOString(), '2026-10-25T22:00:00.000Z');
  // In Cairo the clocks go forward at midnight: that day begins at one o'clock.
  assert.equal(startOfDay('2026-04-24', 'Africa/Cairo').toISOString(), '2026-04-23T22:00:00.000Z');
  assert.equal(dayOf(new Date('2026-04-23T22:00:00Z'), 'Africa/Cairo'), '2026-04-24');
});
