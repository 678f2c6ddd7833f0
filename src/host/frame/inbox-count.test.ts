import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import type { liveState, onLive } from '../../shared/api/live.ts';
import { createInboxCount } from './inbox-count.ts';

/** A badge whose requests are answered one by one, in any order. */
function badge() {
  const answers: ((count: number) => void)[] = [];
  const send = () => new Promise((done) => answers.push((count) => done({ count, atLeast: count > 99 })));
  let sendEvent = () => {};
  const listen: typeof onLive = (types, listener) => {
    assert.deepEqual(types, ['inbox.count', 'resync']);
    sendEvent = () => listener({ type: 'inbox.count', data: {} });
    return () => {
      sendEvent = () => {};
    };
  };
  const live: typeof liveState = signal('connecting');
  const count = createInboxCount(send as unknown as typeof call, listen, live);
  return { answers, count, live, sendEvent: () => sendEvent() };
}

const settled = () => new Promise((done) => setImmediate(done));

test('LAY-05 the number is requested at once, after each event, and otherwise once a minute', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const { answers, count, sendEvent } = badge();
  const stop = count.start();
  t.mock.timers.tick(59_999);
  assert.equal(answers.length, 1);
  t.mock.timers.tick(1);
  assert.equal(answers.length, 2);
  sendEvent();
  assert.equal(answers.length, 3);
  stop();
  sendEvent();
  t.mock.timers.tick(600_000);
  assert.equal(answers.length, 3);
});

test('LAY-05 while live events arrive there is no polling; when they stop, polling resumes', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const { answers, count, live } = badge();
  const stop = count.start();
  live.value = 'open';
  t.mock.timers.tick(3_600_000);
  assert.equal(answers.length, 1);
  live.value = 'waiting';
  t.mock.timers.tick(59_999);
  assert.equal(answers.length, 1);
  live.value = 'connecting';
  t.mock.timers.tick(1);
  assert.equal(answers.length, 2, 'each attempt to connect does not put it off');
  t.mock.timers.tick(120_000);
  assert.equal(answers.length, 4);
  stop();
  t.mock.timers.tick(600_000);
  assert.equal(answers.length, 4);
});

test('LAY-05 a thousand events in a burst cause few requests, the last one after the last event', (t) => {
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
  const { answers, count, sendEvent } = badge();
  const stop = count.start();
  for (let event = 0; event < 1000; event += 1) {
    sendEvent();
    t.mock.timers.tick(1);
  }
  assert.equal(answers.length, 4);
  t.mock.timers.tick(500);
  assert.equal(answers.length, 4);
  sendEvent();
  assert.equal(answers.length, 5);
  stop();
});

test('LAY-05 the response to the last request is shown, in whatever order responses arrive', async () => {
  const { answers, count, sendEvent } = badge();
  const stop = count.start();
  sendEvent();
  assert.equal(answers.length, 2);
  answers[1]!(6);
  await settled();
  answers[0]!(7);
  await settled();
  assert.deepEqual(count.value, { count: 6, atLeast: false });
  stop();
});
