import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTime } from './in-time.ts';

const failureOf = (code: Promise<unknown>) =>
  inTime(code).then(
    () => assert.fail('it came'),
    (error: Error) => ({ ...error }),
  );

test('ERR-07 LAY-14 missing code or styles fail with name and type; loaded code is returned', async () => {
  assert.equal(await inTime(Promise.resolve('part')), 'part');
  assert.deepEqual(await failureOf(Promise.reject(new TypeError('Failed to fetch'))), {
    name: 'ChunkLoadError',
    type: 'missing',
  });
  assert.deepEqual(await failureOf(Promise.reject(new Error('Unable to preload CSS for /assets/a.css'))), {
    name: 'ChunkLoadError',
    type: 'missing',
    code: 'CSS_CHUNK_LOAD_FAILED',
  });
});

test('ERR-07 LAY-14 code that takes longer than 120 s fails with the type time-out', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const failed = failureOf(new Promise(() => undefined));
  let isOver = false;
  void failed.then(() => (isOver = true));
  t.mock.timers.tick(119_999);
  await Promise.resolve();
  assert.equal(isOver, false);
  t.mock.timers.tick(1);
  assert.deepEqual(await failed, { name: 'ChunkLoadError', type: 'timeout' });
});
