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
    ['tomorrow', '2026-11-19T06:00:00.000Z'],
    ['nextWeek', '2026-11-23T06:00:00.000Z'],
  ]);
});

test('BEY-10 late in the day there is no afternoon, and on Sunday tomorrow is Monday', () => {
  assert.deepEqual(at('2026-11-22T13:00:00Z'), [['tomorrow', '2026-11-23T06:00:00.000Z']]);
});

test('BEY-10 tomorrow at eight is eight o’clock local time, even if clocks change in the night', () => {
  // Summer time starts on 28 March 2027 and ends on 25 October 2026, both Sundays.
  assert.deepEqual(at('2027-03-27T13:00:00Z')[0], ['tomorrow', '2027-03-28T05:00:00.000Z']);
  assert.deepEqual(at('2026-10-24T13:00:00Z')[0], ['tomorrow', '2026-10-25T06:00:00.000Z']);
});

test('BEY-10 no time after the due time is offered, nor more than a week if it has passed', () => {
  assert.deepEqual(at('2026-11-18T07:00:00Z', '2026-11-18T15:00:00Z'), [['afternoon', '2026-11-18T13:00:00.000Z']]);
  const ids = (now: string, due: string) => at(now, due).map(([id]) => id);
  assert.deepEqual(ids('2026-11-18T07:00:00Z', '2026-11-17T15:00:00Z'), ['afternoon', 'tomorrow', 'nextWeek']);
  assert.deepEqual(ids('2026-11-16T05:00:00Z', '2026-11-15T15:00:00Z'), ['afternoon', 'tomorrow']);
});

test('BEY-10 an hour skipped by a clock change is the next one, a repeated hour is the first', () => {
  assert.equal(instantOf('2027-03-28', '03:30', ZONE).toISOString(), '2027-03-28T01:30:00.000Z');
  assert.equal(instantOf('2026-10-25', '03:30', ZONE).toISOString(), '2026-10-25T00:30:00.000Z');
});
