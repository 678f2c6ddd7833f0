import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantOf } from '../../../shared/locale/index.ts';
import { presetsFor } from './snooze.presets.ts';

const ZONE = 'Europe/Tallinn';
const at = (now: string, due: string | null = null) =>
  presetsFor(new Date(now), ZONE, due).map(({ id, until }) => [id, until.toISOString()]);

test('BEY-10 on a Wednesday morning: this afternoon, tomorrow, and Monday morning', () => {
  assert.deepEqual(at('2026-11-18T07:00:00Z'), [
    ['afternoon', '2026-11-18T13:00:00.000Z'],
    ['at', '2026-11-19T06:00:00.000Z'],
    ['at', '2026-11-23T06:00:00.000Z'],
  ]);
});

const times = (now: string, due: string | null = null) => at(now, due).map(([, until]) => until);

test('BEY-10 late on a Sunday: in three hours, tomorrow, which is Monday, and on Tuesday', () => {
  assert.deepEqual(times('2026-11-22T13:00:00Z'), [
    '2026-11-22T16:00:00.000Z',
    '2026-11-23T06:00:00.000Z',
    '2026-11-24T06:00:00.000Z',
  ]);
});

test('BEY-10 tomorrow at eight is eight o’clock local time, even if clocks change in the night', () => {
  // Summer time starts on 28 March 2027 and ends on 25 October 2026, both Sundays.
  assert.ok(times('2027-03-27T13:00:00Z').includes('2027-03-28T05:00:00.000Z'));
  assert.ok(times('2026-10-24T13:00:00Z').includes('2026-10-25T06:00:00.000Z'));
});

test('BEY-10 no time after the due time is offered, nor more than a week if it has passed', () => {
  assert.deepEqual(times('2026-11-18T07:00:00Z', '2026-11-18T15:00:00Z'), [
    '2026-11-18T08:00:00.000Z',
    '2026-11-18T10:00:00.000Z',
    '2026-11-18T13:00:00.000Z',
  ]);
  assert.deepEqual(times('2026-11-16T05:00:00Z', '2026-11-15T15:00:00Z'), [
    '2026-11-16T08:00:00.000Z',
    '2026-11-16T13:00:00.000Z',
    '2026-11-17T06:00:00.000Z',
  ]);
});

test('BEY-10 there are three choices at every hour of a week, whenever the task is due', () => {
  const dues = [null, -30 * 24 * 60, -1, 3, 4, 10, 45, 200, 900, 3000, 20_000];
  for (let hour = 0; hour < 168; hour += 1) {
    const now = new Date(Date.parse('2026-11-16T00:20:30Z') + hour * 3_600_000);
    for (const minutes of dues) {
      const due = minutes === null ? null : new Date(now.getTime() + minutes * 60_000);
      const found = presetsFor(now, ZONE, due?.toISOString() ?? null);
      const label = `${now.toISOString()} ${minutes}`;
      assert.equal(new Set(found.map(({ day, time }) => `${day} ${time}`)).size, 3, label);
      assert.ok(
        found.every(({ until }) => until > now && (!due || due < now || until <= due)),
        label,
      );
    }
  }
});

test('BEY-10 an hour skipped by a clock change is the next one, a repeated hour is the first', () => {
  assert.equal(instantOf('2027-03-28', '03:30', ZONE).toISOString(), '2027-03-28T01:30:00.000Z');
  assert.equal(instantOf('2026-10-25', '03:30', ZONE).toISOString(), '2026-10-25T00:30:00.000Z');
});
