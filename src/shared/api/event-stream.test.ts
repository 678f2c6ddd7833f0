import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createStreamReader } from './event-stream.ts';

const STREAM =
  ': hello\nretry: 5000\n\nevent: task.changed\nid: 7\ndata: {"taskId":"a"}\n\r\ndata: one\r\ndata:two\n\n';
const EVENTS = [
  { type: 'task.changed', data: '{"taskId":"a"}', id: '7' },
  { type: 'message', data: 'one\ntwo', id: '7' },
];

test('a stream is parsed the same wherever it is split', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length)), (cuts) => {
      const reader = createStreamReader();
      const ends = [...new Set([...cuts, STREAM.length])].sort((left, right) => left - right);
      let start = 0;
      const events = ends.flatMap((end) => {
        const piece = STREAM.slice(start, end);
        start = end;
        return reader.read(piece);
      });
      assert.deepEqual(events, EVENTS);
      assert.equal(reader.retry, 5000);
      assert.equal(reader.lastId, '7');
    }),
  );
});

test('an id without data dispatches nothing and is where the next connection resumes', () => {
  const reader = createStreamReader();
  assert.deepEqual(reader.read('retry: 3000\nid: 12\n\n'), []);
  assert.equal(reader.lastId, '12');
});

test('comments and events without data dispatch nothing', () => {
  assert.deepEqual(createStreamReader().read(': ping\n\nevent: bye\n\n'), []);
});
