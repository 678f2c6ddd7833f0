import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type ApiErrorCode, type call } from '../../shared/api/index.ts';
import type { TaskDetail } from '../../shared/contracts/tasks.contract.ts';
import { createTaskStore } from './task-form.store.ts';

const APPROVE = { action: 'complete', outcome: 'approve', variables: { note: 'Fine.' } } as const;

interface Request {
  readonly path: string;
  readonly id: string;
  readonly key: string | undefined;
  answer(body: object): void;
  refuse(status: number, code: ApiErrorCode): void;
}

/** A store whose requests are answered in any order; idempotency keys are numbers. */
function desk() {
  const requests: Request[] = [];
  const send = (
    { method, path }: { method: string; path: string },
    { params, idempotencyKey }: { params: { id: string }; idempotencyKey?: string },
  ) =>
    new Promise((answer, reject) =>
      requests.push({
        path: `${method} ${path}`,
        id: params.id,
        key: idempotencyKey,
        answer,
        refuse: (status, code) => reject(new ApiError(code, status)),
      }),
    );
  let keys = 0;
  const store = createTaskStore(send as unknown as typeof call, () => `key-${++keys}`);
  const task = (id: string, more: Partial<TaskDetail> = {}) => ({ id, version: 1, mayComplete: true, ...more });
  /** Answers the requests that open a task. */
  const open = async (id: string) => {
    const opening = store.open(id);
    const [detail, form] = requests.splice(0) as [Request, Request];
    detail.answer(task(id));
    form.answer({ body: null, values: {}, outcomes: [] });
    await opening;
  };
  const shown = () => {
    const state = store.load.value;
    return state.status === 'ready' ? `${state.task.id} ${state.task.version}` : state.status;
  };
  return { requests, store, task, open, shown };
}

test('TSK-18 a double click is one request', async () => {
  const { requests, store, open } = desk();
  await open('t1');
  const first = store.perform(APPROVE);
  assert.equal(await store.perform(APPROVE), null);
  assert.equal(requests.length, 1);
  requests[0]!.answer({ task: {}, next: null });
  assert.ok(await first);
});

test('TSK-18 after a lost response the same request is sent with the same key, another one with a new key', async () => {
  const { requests, store, open } = desk();
  await open('t1');
  for (const [status, code] of [
    [0, 'network'],
    [502, 'unreadable'],
    [500, 'server.error'],
    [409, 'idempotency.in_progress'],
  ] as const) {
    const lost = store.perform(APPROVE);
    requests[0]!.refuse(status, code);
    await new Promise((done) => setImmediate(done));
    for (const refresh of requests.splice(1)) refresh.refuse(0, 'network');
    assert.equal(await lost, null);
    assert.deepEqual([requests.pop()?.key, store.act.value.status], ['key-1', 'refused']);
  }
  const changed = store.perform({ ...APPROVE, outcome: 'reject' });
  assert.equal(requests[0]?.key, 'key-2');
  requests.pop()?.refuse(422, 'form.invalid');
  await changed;
  void store.perform({ ...APPROVE, outcome: 'reject' });
  assert.equal(requests[0]?.key, 'key-3', 'what was decided is not asked under its key again');
});

test("TSK-18 the second user gets a message, and sees the task's new state", async () => {
  const { requests, store, task, open, shown } = desk();
  await open('t1');
  const second = store.perform(APPROVE);
  requests.shift()?.refuse(409, 'task.already_completed');
  await new Promise((done) => setImmediate(done));
  requests.shift()?.answer(task('t1', { version: 2, mayComplete: false }));
  assert.equal(await second, null);
  const { value } = store.act;
  assert.equal(value.status === 'refused' && value.error.code, 'task.already_completed');
  assert.equal(shown(), 't1 2');
});

test('TSK-08 the report of a saved form ends when the task changes, not before', async () => {
  const { requests, store, task, open } = desk();
  await open('t1');
  const saved = store.perform({ action: 'save', variables: {} });
  requests.shift()?.answer({ task: task('t1', { version: 2 }), next: null });
  await saved;
  assert.deepEqual(store.act.value, { status: 'done', what: 'save' });
  for (const version of [2, 3]) {
    const refreshed = store.refresh();
    requests.shift()?.answer(task('t1', { version }));
    await refreshed;
    assert.equal(store.act.value.status, version === 2 ? 'done' : 'idle');
  }
});

test('an outdated response changes nothing', async () => {
  const { requests, store, task, open, shown } = desk();
  await open('t1');
  const readings = [store.refresh(), store.refresh()];
  requests[1]!.answer(task('t1', { version: 3 }));
  requests[0]!.answer(task('t1', { version: 2 }));
  await Promise.all(readings);
  assert.equal(shown(), 't1 3');
  requests.length = 0;
  const left = store.open('t2');
  const [detail, form] = requests.splice(0) as [Request, Request];
  await open('t3');
  detail.answer(task('t2'));
  form.answer({});
  await left;
  assert.equal(shown(), 't3 1');
});

test('an activity of a case is started once, even if the first response is lost', async () => {
  const { requests, store, open } = desk();
  await open('t1');
  const lost = store.activate('case', 'adhoc', 'finding');
  assert.equal(await store.activate('case', 'adhoc', 'finding'), null);
  requests.shift()?.refuse(0, 'network');
  assert.equal(await lost, null);
  const again = store.activate('case', 'adhoc', 'finding');
  assert.equal(requests[0]?.key, 'key-1');
  requests.shift()?.answer({ taskId: 't9' });
  assert.equal(await again, 't9');
  assert.equal(store.act.value.status, 'idle');
});

test('TSK-05 a task that returns while it is on screen has an editable form', async () => {
  const { requests, store, task, open } = desk();
  await open('t1');
  const state = store.load.value;
  assert.equal(state.status, 'ready');
  if (state.status === 'ready') store.load.value = { ...state, form: { ...state.form, readOnly: true } };
  const refreshing = store.refresh();
  requests.splice(0)[0]!.answer(task('t1', { version: 2, mayEdit: true }));
  await new Promise((done) => setImmediate(done));
  assert.deepEqual(
    requests.map(({ path }) => path),
    ['GET /api/tasks/{id}/form'],
  );
  requests[0]!.answer({ body: null, values: {}, outcomes: [], readOnly: false });
  await refreshing;
  const now = store.load.value;
  assert.equal(now.status === 'ready' && now.form.readOnly, false);
});
