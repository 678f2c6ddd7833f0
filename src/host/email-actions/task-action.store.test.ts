import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { ErrorCode, Problem } from '../../shared/contracts/errors.ts';
import type { MailedAction } from '../../shared/contracts/task-action.contract.ts';
import { createTaskActionStore } from './task-action.store.ts';

const ACTION = { taskName: 'Rent', outcome: 'Reject', comment: 'none', languageId: 'et' } as MailedAction;

function refusal(code: ErrorCode | 'network', status: number, more: object = {}): ApiError {
  return new ApiError(
    code,
    status,
    status === 0 ? {} : { problem: { code, title: code, ...more } as unknown as Problem },
  );
}

/** A store with queued responses that records its requests. */
function page(answers: readonly unknown[], secret: string | undefined = 'secret') {
  const sent: { method: string; body: unknown; auth: unknown; secret: unknown }[] = [];
  const spoken: unknown[] = [];
  const left = [...answers];
  const send = async (endpoint: { method: string }, options: { body?: unknown; auth?: boolean; params?: object }) => {
    sent.push({
      method: endpoint.method,
      body: options.body,
      auth: options.auth,
      secret: Object.values(options.params ?? {})[0],
    });
    const next = left.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  const store = createTaskActionStore(
    send as unknown as typeof call,
    secret,
    async (answer) => void spoken.push(answer),
  );
  return { store, sent, spoken };
}

test("PUB-04 opening the page only reads; the button sends one PATCH without any user's token", async () => {
  const { store, sent, spoken } = page([ACTION, { message: 'Done: Rent, Reject.' }]);
  await store.load();
  assert.deepEqual(sent, [{ method: 'GET', body: undefined, auth: false, secret: 'secret' }]);
  assert.deepEqual(spoken, [ACTION]);
  await Promise.all([store.press(), store.press()]);
  assert.deepEqual(sent.slice(1), [{ method: 'PATCH', body: {}, auth: false, secret: 'secret' }]);
  assert.equal(store.state.value.status, 'done');
});

test('TSK-15 a required reason is sent, and nothing is sent without it', async () => {
  const { store, sent } = page([{ ...ACTION, comment: 'required' }, { message: 'Done' }]);
  await store.load();
  store.type('   ');
  await store.press();
  assert.equal(sent.length, 1);
  assert.equal(store.state.value.status === 'ready' && store.state.value.isMissing, true);
  store.type('Too dear. ');
  assert.equal(store.state.value.status === 'ready' && store.state.value.isMissing, false);
  await store.press();
  assert.deepEqual(sent[1]!.body, { comment: 'Too dear.' });
});

test("PUB-04 a refusal replaces the question, in the user's language", async () => {
  const used = refusal('task_action.used', 410, { languageId: 'et' });
  const { store, spoken } = page([used]);
  await store.load();
  assert.deepEqual(store.state.value, { status: 'refused', error: used, taskId: null });
  assert.deepEqual(spoken, [used]);
  const signIn = page([ACTION, refusal('task_action.sign_in', 409, { taskId: 'task-1' })]);
  await signIn.store.load();
  await signIn.store.press();
  const { value } = signIn.store.state;
  assert.equal(value.status === 'refused' && value.taskId, 'task-1');
});

test('PUB-04 a temporary failure can be retried, and the reason is kept', async () => {
  const { store, sent } = page([
    refusal('network', 0),
    { ...ACTION, comment: 'optional' },
    refusal('instance.locked', 409),
    { message: 'Done' },
  ]);
  await store.load();
  assert.equal(store.state.value.status as string, 'unreachable');
  await store.load();
  store.type('Fine');
  await store.press();
  const refused = store.state.value;
  assert.equal(refused.status === 'ready' && (refused.error as ApiError).code, 'instance.locked');
  await store.press();
  assert.deepEqual(sent[3]!.body, { comment: 'Fine' });
  const done = store.state.value;
  assert.equal(done.status, 'done');
});

test('PUB-04 a reloaded page has no secret and sends nothing', async () => {
  const { store, sent } = page([], undefined);
  const lost = createTaskActionStore((() => assert.fail()) as unknown as typeof call, undefined, async () => {});
  await lost.load();
  assert.equal(lost.state.value.status, 'lost');
  assert.equal(store.state.value.status, 'loading');
  assert.equal(sent.length, 0);
});
