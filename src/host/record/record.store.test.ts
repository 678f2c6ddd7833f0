import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import { createRecordStore } from './record.store.ts';

const record = (version: number) => ({ id: 'one', number: 'A-1', title: `Title ${version}`, data: {}, version });

/** A server whose record has meanwhile reached version 3. */
function fakeServer() {
  const asked: string[] = [];
  const send = (async ({ method, path }: { method: string; path: string }) => {
    asked.push(`${method} ${path.split('/').at(-1)}`);
    if (path.endsWith('/form')) return { record: record(2), statuses: [], readOnly: false };
    return record(3);
  }) as unknown as typeof call;
  return { send, asked };
}

test("RTE-05 an open record receives other users' changes, but not its own", async () => {
  const { send, asked } = fakeServer();
  const store = createRecordStore(send, 'assets', 'A-1');
  await store.open();
  assert.equal(await store.receiveChange({ recordId: 'one', version: 2 }), null);
  assert.equal(await store.receiveChange({ recordId: 'another', version: 9 }), null);
  assert.deepEqual(asked, ['GET form']);
  const theirs = await store.receiveChange({ recordId: 'one', version: 3 });
  assert.equal(theirs?.title, 'Title 3');
  store.oppose(theirs);
  assert.equal(store.saving.value.status, 'conflict');
  store.continueFrom(theirs, 'merged');
  const now = store.load.value;
  assert.deepEqual([now.status === 'ready' && now.form.record?.version, store.saving.value.status], [3, 'merged']);
  assert.equal(await store.receiveChange({ recordId: 'one', version: 3 }), null);
});

test('RTE-05 an open record is read again after events may have been missed', async () => {
  const { send, asked } = fakeServer();
  const store = createRecordStore(send, 'assets', 'A-1');
  assert.equal(await store.receiveChange({}), null);
  await store.open();
  const theirs = await store.receiveChange({});
  assert.equal(theirs?.version, 3);
  store.continueFrom(theirs, 'idle');
  assert.equal(await store.receiveChange({}), null, 'nothing new was found');
  assert.deepEqual(asked, ['GET form', 'GET {recordId}', 'GET {recordId}']);
});
