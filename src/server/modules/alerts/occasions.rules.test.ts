import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Occasion, occasionsToRaise } from './occasions.rules.ts';

const AT = Date.parse('2026-11-26T10:00:00Z');
const MINUTE = 60_000;

const occasion = (minutes: number, subject = 'a', kind: Occasion['kind'] = 'newNetwork'): Occasion => ({
  ...{ kind, subject, occasion: `${minutes}`, actorId: null, details: {} },
  at: new Date(AT + minutes * MINUTE),
});
const minutesOf = (raised: readonly Occasion[]) => raised.map(({ at }) => (at.getTime() - AT) / MINUTE);

test('AUD-01 of each kind and subject one alert an hour is raised, in order of time', () => {
  assert.deepEqual(minutesOf(occasionsToRaise([occasion(61), occasion(0), occasion(59), occasion(60)], [])), [0, 60]);
  const others = [occasion(1, 'b'), occasion(2, 'a', 'failedSignIns')];
  assert.deepEqual(minutesOf(occasionsToRaise([occasion(0), ...others], [])), [0, 1, 2]);
});

test('AUD-01 an occasion within an hour of a raised alert, or found late, is not raised', () => {
  const raised = [{ kind: 'newNetwork', subject: 'a', at: new Date(AT) }];
  assert.deepEqual(minutesOf(occasionsToRaise([occasion(-5), occasion(59)], raised)), []);
  assert.deepEqual(minutesOf(occasionsToRaise([occasion(59), occasion(60)], raised)), [60]);
});
