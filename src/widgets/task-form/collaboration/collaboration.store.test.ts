import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../../shared/api/index.ts';
import type { TaskDetail } from '../../../shared/contracts/tasks.contract.ts';
import { createCollaborationStore } from './collaboration.store.ts';

interface Sent {
  readonly what: string;
  readonly options: { body?: unknown; params: Record<string, string>; idempotencyKey?: string; ifMatch?: number };
}

/** Answers by operation; throws an ApiError. */
function desk(answers: Record<string, unknown>) {
  const sent: Sent[] = [];
  const tasks: TaskDetail[] = [];
  const send = async ({ method, path }: { method: string; path: string }, options: Sent['options']) => {
    const what = `${method} ${path.replace('/api/tasks/{id}', '')}`;
    sent.push({ what, options });
    const answer = answers[what];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  let keys = 0;
  const collaboration = createCollaborationStore(
    send as unknown as typeof call,
    't1',
    (task) => tasks.push(task),
    () => `key-${++keys}`,
  );
  return { sent, tasks, collaboration, answers };
}

test("TSK-17 a comment is read back together with others' new comments", async () => {
  const { collaboration, sent } = desk({ 'POST /comments': {}, 'GET /comments': [{ id: 'c1' }, { id: 'c2' }] });
  assert.equal(await collaboration.post({ text: 'Yes', mentions: ['m'] }), null);
  assert.deepEqual(sent[0]!.options.body, { text: 'Yes', mentions: ['m'] });
  assert.deepEqual(collaboration.comments.value, { status: 'ready', items: [{ id: 'c1' }, { id: 'c2' }] });
});

test('TSK-17 after a lost response the comment is sent with the same key, after a refusal with a new one', async () => {
  const { collaboration, sent, answers } = desk({ 'POST /comments': new ApiError('network', 0) });
  const written = { text: 'Yes', mentions: [] };
  assert.equal((await collaboration.post(written))?.code, 'network');
  answers['POST /comments'] = new ApiError('mention.not_visible', 422);
  assert.equal((await collaboration.post(written))?.code, 'mention.not_visible');
  await collaboration.post(written);
  assert.deepEqual(
    sent.map(({ options }) => options.idempotencyKey),
    ['key-1', 'key-1', 'key-2'],
  );
});

test('TSK-17 comments that cannot be loaded say so, and shown ones stay when reloading fails', async () => {
  const { collaboration, answers } = desk({ 'GET /comments': new ApiError('network', 0) });
  await collaboration.loadComments();
  assert.equal(collaboration.comments.value.status, 'failed');
  answers['GET /comments'] = [{ id: 'c1' }];
  await collaboration.loadComments();
  answers['GET /comments'] = new ApiError('network', 0);
  await collaboration.refreshComments();
  assert.equal(collaboration.comments.value.status, 'ready');
});

test('TSK-17 comments are not loaded until they are opened', async () => {
  const { collaboration, sent } = desk({});
  await collaboration.refreshComments();
  assert.deepEqual(sent, []);
});

test('TSK-05 BEY-10 the task on screen is the changed one', async () => {
  const { collaboration, tasks } = desk({
    'POST /delegate/{userId}': { id: 't1', delegated: 'returns' },
    'POST /return': { id: 't1', delegated: null },
    'PUT /snooze': { id: 't1', snoozedUntil: 'x' },
  });
  await collaboration.delegate('mart', { returns: true });
  await collaboration.giveBack('');
  await collaboration.snooze(new Date(0), false);
  assert.deepEqual(
    tasks.map((task) => task.delegated ?? task.snoozedUntil ?? 'back'),
    ['returns', 'back', 'x'],
  );
});

test('TSK-17 an edit names the version it was based on', async () => {
  const { collaboration, sent } = desk({ 'PUT /comments/{commentId}': {}, 'GET /comments': [] });
  await collaboration.correct({ id: 'c1', version: 3 } as never, { text: 'Right', mentions: [] });
  assert.deepEqual([sent[0]!.options.params, sent[0]!.options.ifMatch], [{ id: 't1', commentId: 'c1' }, 3]);
});
