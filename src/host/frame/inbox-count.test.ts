import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import type { onLive } from '../../shared/api/live.ts';
import { createInboxCount } from './inbox-count.ts';

/** A badge whose requests are answered one by one, in any order. */
function badge() {
  const answers: ((count: number) => void)[] = [];
  const send = () => new Promise((done) => answers.push((count) => done({ count, atLeast: count > 99 })));
  let tell = () => {};
  const hear: typeof onLive = (types, listener) => {
    assert.deepEqual(types, ['inbox.count', 'resync']);
    tell = () => listener({ type: 'inbox.count', data: {} });
    return () => {
      tell = () => {};
    };
  };
  const count = createInboxCount(send as unknown as typeof call, hear);
  return { answers, count, tell: () => tell() };
}

const settled = () => new Promise((done) => setImmediate(done));

test('LAY-05 the number is asked for at once, at each event, and else once a minute', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { answers, count, tell } = badge();
  const stop = count.start();
  t.mock.timers.tick(59_999);
  assert.equal(answers.length, 1);
  t.mock.timers.tick(1);
  assert.equal(answers.length, 2);
  tell();
  assert.equal(answers.length, 3);
  stop();
  tell();
  t.mock.timers.tick(600_000);
  assert.equal(answers.length, 3);
});

test('LAY-05 the number asked for last is shown, whichever answer comes first', async () => {
  const { answers, count, tell } = badge();
  const stop = count.start();
  tell();
  answers[1]!(6);
  await settled();
  answers[0]!(7);
  await settled();
  assert.deepEqual(count.value, { count: 6, atLeast: false });
  stop();
});
