import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { MassKind } from '../../shared/contracts/mass-actions.contract.ts';
import { createChoosing, nameOfKind } from './choosing.store.ts';
import { createRun } from './run.store.ts';
import { createWizard } from './wizard.store.ts';

const kind = (taskKey: string, more: Partial<MassKind> = {}) => ({
  processKey: 'purchase',
  processName: 'Purchase',
  taskKey,
  taskName: taskKey,
  formId: null,
  outcomes: [
    { id: 'yes', label: { en: 'Yes' }, style: 'primary', comment: 'optional', validate: true },
    { id: 'no', label: { en: 'No' }, style: 'danger', comment: 'required', validate: true },
  ],
  fields: [{ key: 'note', type: 'text', label: { en: 'Note' } }],
  count: 3,
  columns: [],
  ...more,
});
const run = (more: object = {}) => ({ id: 'r1', mode: 'run', state: 'running', total: 3, done: 0, failed: 0, ...more });

interface Asked {
  readonly path: string;
  readonly query?: URLSearchParams | Record<string, unknown>;
  readonly body?: Record<string, unknown>;
  readonly idempotencyKey?: string;
  readonly headers?: Record<string, string>;
}

/** Answers by the end of the path; records the requests. */
function server(answers: Record<string, (asked: Asked) => unknown>) {
  const asked: Asked[] = [];
  const send = async (endpoint: { path: string; method: string }, options: object) => {
    const one = { path: `${endpoint.method} ${endpoint.path}`, ...options } as Asked;
    asked.push(one);
    const name = Object.keys(answers).find((end) => one.path.endsWith(end));
    const answer = name === undefined ? undefined : answers[name]?.(one);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, send: send as unknown as typeof call };
}

const page = (ids: string[], next: string | null = null, total = ids.length) => ({
  items: ids.map((id) => ({ id })),
  next,
  previous: null,
  total,
});
const CONFIG = { '/config': () => [kind('approve'), kind('pay')] };
const LIST = '/tasks/{a}/{b}';

test('TSK-12 TSK-13 the kinds are listed first, with the tasks of the first one; another kind starts without a selection', async () => {
  const { send, asked } = server({ ...CONFIG, [LIST]: () => page(['1', '2']) });
  const choosing = createChoosing(send);
  await choosing.loadKinds();
  assert.equal(choosing.kind.value?.taskKey, 'approve');
  choosing.tick(['1'], true);
  assert.equal(choosing.count.value, 1);
  await choosing.choose(nameOfKind(kind('pay')));
  assert.equal(choosing.count.value, 0);
  assert.deepEqual((asked.at(-1) as unknown as { params: object }).params, { a: 'purchase', b: 'pay' });
});

test('BEY-05 all matches are selected by the filter and not by ids; unticking one leaves the visible ones', async () => {
  const { send, asked } = server({
    ...CONFIG,
    [LIST]: () => page(['1', '2'], 'more', 412),
    'POST /api/mass-task-action/tasks': () => run({ mode: 'dry', state: 'done' }),
  });
  const wizard = createWizard(send);
  await wizard.choosing.loadKinds();
  await wizard.choosing.ask({ filters: [{ column: 'name', operation: 'like', value: 'crane' }], q: 'pier 3' });
  wizard.choosing.tickAll();
  assert.equal(wizard.choosing.count.value, 412);
  wizard.outcomeId.value = 'yes';
  await wizard.check();
  assert.deepEqual(asked.at(-1)?.body, {
    filter: { processKey: 'purchase', taskKey: 'approve', query: 'name=like:crane&q=pier%203&sort=due:asc' },
    action: { action: 'complete', outcome: 'yes' },
    dryRun: true,
  });
  wizard.choosing.tick(['1'], false);
  assert.deepEqual(wizard.choosing.chosen.value, { all: false, ids: new Set(['2']) });
});

test('TSK-14 shift selects everything between two tasks, and more than 5,000 are too many', async () => {
  const { send } = server({ ...CONFIG, [LIST]: () => page(['1', '2', '3', '4'], null, 5001) });
  const choosing = createChoosing(send);
  await choosing.loadKinds();
  choosing.tickTo('4', '2', true);
  assert.deepEqual(
    ['1', '2', '3', '4'].map((id) => choosing.isChosen(id)),
    [false, true, true, true],
  );
  assert.equal(choosing.isTooMany.value, false);
  choosing.tickAll();
  assert.equal(choosing.isTooMany.value, true);
});

test('BEY-05 no check runs without an outcome or a required comment', async () => {
  const { send, asked } = server({
    ...CONFIG,
    [LIST]: () => page(['1']),
    'POST /api/mass-task-action/tasks': () => run({ mode: 'dry' }),
  });
  const wizard = createWizard(send);
  await wizard.choosing.loadKinds();
  wizard.choosing.tick(['1'], true);
  wizard.toOutcome();
  const before = asked.length;
  await wizard.check();
  wizard.outcomeId.value = 'no';
  await wizard.check();
  assert.deepEqual([asked.length, wizard.step.value, wizard.lacksComment.value], [before, 'outcome', true]);
  wizard.comment.value = ' Too dear ';
  wizard.setValue({ key: 'note', type: 'text', label: {} }, 'Offer again');
  await wizard.check();
  assert.equal(wizard.step.value, 'check');
  assert.deepEqual(asked.at(-1)?.body?.action, {
    action: 'complete',
    outcome: 'no',
    comment: 'Too dear',
    variables: { note: 'Offer again' },
  });
});

test('BEY-05 BEY-06 checked tasks run under one key however often they are sent, and can be undone', async () => {
  const answers: unknown[] = [new ApiError('network', 0), run({ state: 'held' })];
  const { send, asked } = server({
    ...CONFIG,
    [LIST]: () => page(['1']),
    'POST /api/mass-task-action/tasks': ({ body }) =>
      body?.dryRun ? run({ id: 'dry1', mode: 'dry' }) : answers.shift(),
  });
  const wizard = createWizard(send);
  await wizard.choosing.loadKinds();
  wizard.choosing.tick(['1'], true);
  wizard.outcomeId.value = 'yes';
  await wizard.check();
  assert.equal(await wizard.start(), null);
  assert.equal(wizard.starting.value.status, 'failed');
  assert.equal((await wizard.start())?.state, 'held');
  const [first, second] = asked.slice(-2);
  assert.deepEqual(second?.body, { checked: 'dry1' });
  assert.equal(second?.headers?.Prefer, 'undo=10');
  assert.equal(first?.idempotencyKey, second?.idempotencyKey);
});

test('BEY-05 a run follows its progress events; late events do not revert it, and its end is loaded', async () => {
  let now = run();
  const { send, asked } = server({ '/runs/{id}': () => now });
  const store = createRun(send, 'r1');
  await store.load();
  const shown = () => {
    const { value } = store.state;
    return value.status === 'ready' ? [value.run.state, value.run.done] : [value.status];
  };
  store.receiveProgress({ id: 'other', state: 'running', done: 3, failed: 0 });
  assert.deepEqual(shown(), ['running', 0]);
  store.receiveProgress({ id: 'r1', state: 'running', done: 2, failed: 0 });
  store.receiveProgress({ id: 'r1', state: 'running', done: 1, failed: 0 });
  assert.deepEqual(shown(), ['running', 2]);
  now = run({ state: 'done', done: 3 });
  const before = asked.length;
  store.receiveProgress({ id: 'r1', state: 'done', done: 3, failed: 0 });
  await store.load();
  assert.ok(asked.length > before);
  assert.deepEqual(shown(), ['done', 3]);
});

test('a list that cannot be loaded says so and can be retried; a failed next page keeps the rest', async () => {
  const pages: unknown[] = [
    new ApiError('network', 0),
    page(['1'], 'next', 2),
    new ApiError('network', 0),
    page(['1', '2']),
  ];
  const { send } = server({ ...CONFIG, [LIST]: () => pages.shift() });
  const choosing = createChoosing(send);
  await choosing.loadKinds();
  const shown = () => {
    const now = choosing.list.value;
    return now.status === 'ready' ? [now.tasks.map(({ id }) => id).join(), now.more] : [now.status];
  };
  assert.deepEqual(shown(), ['failed']);
  await choosing.load();
  await choosing.loadMore();
  assert.deepEqual(shown(), ['1', 'failed']);
  await choosing.loadMore();
  assert.deepEqual(shown(), ['1,2', 'idle']);
});
