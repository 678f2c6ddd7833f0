import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createClock, createSteadyClock } from './clock.ts';
import { createRateLimit } from './http/rate-limit.ts';

const DAY = 86_400_000;
const SERVER = new URL('../', import.meta.url);

/** A machine with an adjustable wall clock. */
function machine() {
  let wall = Date.UTC(2026, 10, 22, 12);
  let monotonic = 1000;
  return {
    wall: () => wall,
    elapsed: () => monotonic,
    pass(ms: number) {
      wall += ms;
      monotonic += ms;
    },
    jump(ms: number) {
      wall += ms;
    },
  };
}

test('a clock set back by 300 s does not run backwards, and converges with the wall clock', () => {
  const { wall, elapsed, pass, jump } = machine();
  const clock = createClock(wall, elapsed);
  const start = clock().getTime();
  jump(-300_000);
  assert.equal(clock().getTime(), start);
  pass(1000);
  assert.equal(clock().getTime(), start + 900);
  for (let minute = 0; minute < 60; minute += 1) {
    pass(60_000);
    clock();
  }
  assert.equal(clock().getTime(), wall());
});

test('a clock that was 40 days ahead is followed in both directions', () => {
  const { wall, elapsed, jump } = machine();
  const clock = createClock(wall, elapsed);
  for (const ms of [40 * DAY, -40 * DAY]) {
    jump(ms);
    assert.equal(clock().getTime(), wall());
  }
});

test('time windows continue, whatever the wall clock is set to', () => {
  const { wall, elapsed, pass, jump } = machine();
  const steady = createSteadyClock(() => new Date(wall()), elapsed);
  const start = steady().getTime();
  for (const ms of [40 * DAY, -40 * DAY, -300_000]) {
    jump(ms);
    pass(10);
  }
  assert.equal(steady().getTime(), start + 30);
});

test('a moved clock neither fills nor empties the request limit', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const take = createRateLimit({ perMinute: 1, burst: 2 });
  take('ann');
  t.mock.timers.setTime(Date.now() + 40 * DAY);
  take('ann');
  assert.throws(() => take('ann'), { code: 'rate.exceeded' });
  t.mock.timers.setTime(Date.now() - 40 * DAY - 300_000);
  assert.throws(
    () => take('ann'),
    (error: { params: { seconds: number } }) => error.params.seconds <= 60,
  );
});

/** Files that read the wall clock, and why it is not for a duration. */
const WALL_CLOCK: Readonly<Record<string, string>> = {
  'platform/clock.ts': 'it is the clock',
  'platform/uuid.ts': 'ids are sorted by the moment they were made',
  'platform/content/content-s3.ts': 'a signature names the moment it was made',
  'platform/content/content-folder.ts': 'a file that is gone has no age',
  'platform/auth/signing-keys.ts': 'keys in the database end at a moment that all servers share',
  'platform/auth/verifier.ts': 'a token ends at a moment that its issuer names',
  'platform/live.ts': 'events are found by the moment of their ids; the timer of a stream is capped',
  'modules/issuers/check/test-provider.ts': 'the clock of an identity provider is compared with it',
  'modules/signin/recovery/recovery.ts': 'a temporary password ends at a stored moment',
};
const READS_WALL_CLOCK =
  /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|[cC]lock\(\)\.(?:getTime|valueOf)\b|[-+] *(?:\w+\.)*clock\(\)/;

test('every other file of the server measures durations by the monotonic clock', () => {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ts$/.test(file) && !/\.(test|support)\.ts$/.test(file) && !file.startsWith('migrations/'));
  const reading = files.filter((file) => READS_WALL_CLOCK.test(readFileSync(new URL(file, SERVER), 'utf8')));
  assert.ok(files.length > 200);
  assert.deepEqual(reading.sort(), Object.keys(WALL_CLOCK).sort());
});
