import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../api/api-error.ts';
import type { FileRef } from '../../forms/index.ts';
import { createUploads } from './uploads.ts';

const fileOf = (name: string, size = 10) => new File([new Uint8Array(size)], name);

/** Uploads with responses controlled by the test. */
function open(max = 10) {
  const done: string[] = [];
  const answers = new Map<
    string,
    {
      resolve: (file: FileRef) => void;
      reject: (error: unknown) => void;
      onProgress: (share: number) => void;
      keys: string[];
    }
  >();
  const uploads = createUploads({
    send: (file, { key, onProgress }) => {
      const { promise, resolve, reject } = Promise.withResolvers<FileRef>();
      const keys = [...(answers.get(file.name)?.keys ?? []), key];
      answers.set(file.name, { resolve, reject, onProgress, keys });
      return promise;
    },
    check: (file, count) =>
      count >= max ? { code: 'too-many', max } : file.name.endsWith('.exe') ? { code: 'refused', type: 'exe' } : null,
    held: () => done.length,
    onDone: ({ fileName }) => done.push(fileName),
    textOf: (error) => `says ${error.code}`,
  });
  const arrive = (name: string) => answers.get(name)!.resolve({ id: name, fileName: name, size: 1, mediaType: '' });
  const states = () => uploads.list.value.map(({ fileName, state }) => [fileName, state.status]);
  return { uploads, answers, arrive, states, done };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('FRM-05 several files are uploaded at once, each with its own progress', async () => {
  const { uploads, answers, arrive, states, done } = open();
  uploads.add([fileOf('a.pdf'), fileOf('b.pdf')]);
  answers.get('b.pdf')!.onProgress(0.64);
  assert.deepEqual(
    uploads.list.value.map(({ state }) => state.status === 'sending' && state.share),
    [0, 0.64],
  );
  arrive('b.pdf');
  await settled();
  assert.deepEqual([done, states(), uploads.isSending.value], [['b.pdf'], [['a.pdf', 'sending']], true]);
  arrive('a.pdf');
  await settled();
  assert.deepEqual([done, uploads.list.value, uploads.isSending.value], [['b.pdf', 'a.pdf'], [], false]);
});

test('FRM-05 too large files and wrong types are reported at once and never sent', () => {
  const { uploads, answers, states } = open(1);
  uploads.add([fileOf('run.exe'), fileOf('a.pdf'), fileOf('b.pdf')]);
  assert.deepEqual(states(), [
    ['run.exe', 'failed'],
    ['a.pdf', 'sending'],
    ['b.pdf', 'failed'],
  ]);
  assert.deepEqual([...answers.keys()], ['a.pdf']);
});

test('FRM-05 a cancelled upload adds nothing, even if it still arrives', async () => {
  const { uploads, arrive, done } = open();
  uploads.add([fileOf('a.pdf')]);
  uploads.drop(uploads.list.value[0]!.key);
  arrive('a.pdf');
  await settled();
  assert.deepEqual([done, uploads.list.value], [[], []]);
});

test('FRM-05 a lost connection can be retried with the same key; a refusal cannot and gives the reason', async () => {
  const { uploads, answers, arrive, done } = open();
  uploads.add([fileOf('a.pdf'), fileOf('b.pdf')]);
  answers.get('a.pdf')!.reject(new ApiError('network', 0));
  answers.get('b.pdf')!.reject(new ApiError('file.content_mismatch', 422));
  await settled();
  const [lost, refused] = uploads.list.value;
  assert.deepEqual(lost!.state, { status: 'failed', fault: { code: 'offline' }, canRetry: true });
  assert.deepEqual(refused!.state, {
    status: 'failed',
    fault: { code: 'answer', text: 'says file.content_mismatch' },
    canRetry: false,
  });
  uploads.retry(lost!.key);
  arrive('a.pdf');
  await settled();
  assert.deepEqual(done, ['a.pdf']);
  assert.equal(new Set(answers.get('a.pdf')!.keys).size, 1);
});
