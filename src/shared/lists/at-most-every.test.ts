import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atMostEvery } from './at-most-every.ts';

test('PRV-01 many events in a second cause one refresh at once and one at its end', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let times = 0;
  const refresh = atMostEvery(1000, () => {
    times += 1;
  });
  for (let event = 0; event < 100; event += 1) refresh.call();
  assert.equal(times, 1);
  mock.timers.tick(1000);
  assert.equal(times, 2);
  mock.timers.tick(5000);
  assert.equal(times, 2);
  refresh.call();
  refresh.call();
  refresh.stop();
  mock.timers.tick(5000);
  assert.equal(times, 3);
});
