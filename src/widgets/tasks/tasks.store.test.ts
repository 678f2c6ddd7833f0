import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { createTimedStorage } from '../../shared/session/storage.ts';
import { DEFAULT_VIEWS, isDefaultView } from './default-views.ts';
import { addressOf, readQuestion, STANDARD_QUESTION } from './query.ts';
import { SELECTED_MOST } from './selection.store.ts';
import { createTasksStore } from './tasks.store.ts';

const task = (number: number) =>
  ({ id: `task-${number}`, name: `Task ${number}`, businessKey: null }) as unknown as Task;

interface Sent {
  readonly method: string;
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: requests of the store have any shape
  readonly options: any;
}

/** A server with 120 tasks, in pages. */
function fakeServer(refuse: readonly string[] = []) {
  const sent: Sent[] = [];
  const all = Array.from({ length: 120 }, (_, index) => task(index));
  const send = (async (endpoint: { method: string; path: string }, options: Sent['options']) => {
    sent.push({ ...endpoint, options });
    switch (`${endpoint.method} ${endpoint.path}`) {
      case 'GET /api/tasks/all': {
        const query = new URLSearchParams(options.query);
        const after = Number(query.get('after') ?? 0);
        const from = query.has('before') ? Number(query.get('before')) - 50 : after;
        const items = all.slice(from, from + 50);
        const next = from + 50 < all.length ? String(from + 50) : null;
        return { items, next, previous: from > 0 ? String(from) : null, ...(query.has('count') ? { total: 120 } : {}) };
      }
      case 'POST /api/tasks':
        return {
          results: options.body.taskIds.map((taskId: string) =>
            refuse.includes(taskId)
              ? { taskId, ok: false, code: 'task.already_completed', title: 'Mart completed this.' }
              : { taskId, ok: true },
          ),
        };
      case 'POST /api/downloads':
        return { url: '/api/downloads/token', expiresAt: '2026-01-01T00:00:00.000Z' };
      default:
        return [];
    }
  }) as unknown as typeof call;
  return { send, sent };
}

function memory() {
  const kept = new Map<string, string>();
  const backend = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return createTimedStorage(() => backend as unknown as Storage);
}

test('TSK-03 the list is paged in both directions, and counts once', async () => {
  const { send, sent } = fakeServer();
  const store = createTasksStore({ send, storage: memory() });
  const rows = () => {
    const now = store.list.value;
    return now.status === 'ready' ? [now.from, now.tasks[0]?.id, now.tasks.length] : [];
  };
  await store.load();
  assert.deepEqual(rows(), [0, 'task-0', 50]);
  assert.deepEqual(store.total.value, { count: 120, atLeast: false });
  await store.turn('next');
  await store.turn('next');
  assert.deepEqual(rows(), [100, 'task-100', 20]);
  await store.turn('next');
  assert.deepEqual(rows(), [100, 'task-100', 20]);
  await store.turn('previous');
  assert.deepEqual(rows(), [50, 'task-50', 50]);
  assert.equal(sent.filter(({ options }) => new URLSearchParams(options.query).has('count')).length, 1);
});

test('FIL-03 a filter of a column replaces the others of that column, clears the selection and reports the address', async () => {
  const { send, sent } = fakeServer();
  const addresses: string[] = [];
  const store = createTasksStore({ send, storage: memory(), changed: (asked) => addresses.push(addressOf(asked)) });
  await store.load();
  store.select([task(1)], true);
  await store.setColumnFilters('assignee', [{ column: 'assignee', operation: 'eq', value: 'mart.kask' }]);
  await store.setColumnFilters('assignee', [{ column: 'assignee', operation: 'eq', value: '' }]);
  assert.equal(store.selected.value.size, 0);
  assert.equal(sent.at(-1)!.options.query.get('assignee'), 'eq:');
  assert.deepEqual(addresses, [
    'status=eq:open&assignee=eq:mart.kask&sort=due:asc',
    'status=eq:open&assignee=eq:&sort=due:asc',
  ]);
  assert.deepEqual(readQuestion(addresses[1]!), store.asked.value);
  await store.ask(STANDARD_QUESTION);
  assert.equal(addresses.at(-1), '');
});

test('TSK-07 refused tasks stay selected with their reasons, the others are done', async () => {
  const { send, sent } = fakeServer(['task-2']);
  const store = createTasksStore({ send, storage: memory(), makeKey: () => 'key-of-this-action' });
  await store.load();
  store.select([task(1), task(2), task(3)], true);
  const outcome = await store.act({ action: 'assign', userId: 'someone' });
  assert.equal(outcome.done, 2);
  assert.deepEqual(
    outcome.failures.map(({ task: { id }, title }) => [id, title]),
    [['task-2', 'Mart completed this.']],
  );
  assert.deepEqual([...store.selected.value.keys()], ['task-2']);
  assert.equal(sent.find(({ method }) => method === 'POST')!.options.idempotencyKey, 'key-of-this-action');
});

test('TSK-07 the selection is limited to what the server processes at once', () => {
  const store = createTasksStore({ send: fakeServer().send, storage: memory() });
  const many = Array.from({ length: SELECTED_MOST }, (_, index) => task(index));
  assert.equal(store.select(many, true), true);
  assert.equal(store.select([task(SELECTED_MOST)], true), false);
  assert.equal(store.selected.value.size, SELECTED_MOST);
});

test('TSK-03 columns and widths are stored, and data stored by an older version does no harm', async () => {
  const storage = memory();
  const { send, sent } = fakeServer();
  const store = createTasksStore({ send, storage });
  store.setLayout({ columns: ['name', 'priority'], widths: { name: 300 } });
  assert.deepEqual(createTasksStore({ send, storage }).layout.value.columns, ['name', 'priority']);
  await store.fileAddress();
  assert.deepEqual(sent.at(-1)!.options.body, {
    list: '/api/tasks/all',
    query: 'status=eq:open&sort=due:asc',
    columns: ['name', 'priority'],
  });
  storage.set('tasks_layout', { columns: ['gone', 3], widths: { name: 'wide' }, density: 'tiny' }, null);
  const { columns, widths, density } = createTasksStore({ send, storage }).layout.value;
  assert.deepEqual([columns.includes('name'), widths, density], [true, {}, null]);
});

const VIEW = {
  id: '0198a000-0000-7000-8000-000000000001',
  slug: 'my-finished',
  name: 'Finished',
  audience: 'tenant',
  definition: {
    filters: [{ column: 'status', operation: 'eq', value: 'completed' }],
    sort: 'ended:desc',
    columns: ['name', 'ended'],
    widths: { name: 400 },
  },
};

/** A server with one saved view. */
function serverWithView() {
  const { send, sent } = fakeServer();
  const withView = (async (endpoint: { method: string; path: string }, options: Sent['options']) =>
    endpoint.path === '/api/views' ? [VIEW] : send(endpoint as never, options)) as unknown as typeof call;
  return { send: withView, sent };
}

test('BEY-19 RTE-04 the chosen view and the open panel are in the address, and a reload restores both', async () => {
  const { send } = serverWithView();
  const storage = memory();
  const addresses: string[] = [];
  const store = createTasksStore({ send, storage, changed: (asked) => addresses.push(addressOf(asked)) });
  await store.loadChoices();
  await store.showView(VIEW as never);
  await store.ask({ panel: 'workload' });
  assert.equal(addresses.at(-1), `status=eq:completed&sort=ended:desc&view=${VIEW.id}&panel=workload`);
  assert.deepEqual(store.layout.value.columns, ['name', 'ended']);

  const reloaded = createTasksStore({ send, storage, asked: readQuestion(addresses.at(-1)!) });
  await reloaded.loadChoices();
  assert.deepEqual(reloaded.asked.value, store.asked.value);
  assert.deepEqual(reloaded.layout.value.columns, ['name', 'ended']);

  await store.setColumnFilters('name', [{ column: 'name', operation: 'like', value: 'crane' }]);
  assert.equal(store.asked.value.view, null, 'other conditions are not those of the view');
});

test('BEY-19 an address that names only a view shows its conditions, order and columns', async () => {
  const { send, sent } = serverWithView();
  const store = createTasksStore({ send, storage: memory(), asked: readQuestion('view=my-finished') });
  await store.loadChoices();
  assert.equal(sent.at(-1)!.options.query.get('sort'), 'ended:desc');
  assert.deepEqual(store.layout.value.columns, ['name', 'ended']);
});

test('BEY-19 a view remembers the widths that a user gave its columns, and no other list does', async () => {
  const { send } = serverWithView();
  const storage = memory();
  const store = createTasksStore({ send, storage });
  await store.loadChoices();
  await store.showView(VIEW as never);
  store.setLayout({ widths: { name: 260 } });
  await store.showView(STANDARD_QUESTION);
  assert.deepEqual(store.layout.value.widths, {});
  await store.showView(VIEW as never);
  assert.deepEqual(store.layout.value.widths, { name: 260 });
});

test('BEY-19 each default view is recognised by its conditions, also from the address', () => {
  for (const view of DEFAULT_VIEWS) {
    const asked = readQuestion(addressOf({ ...STANDARD_QUESTION, ...view }));
    assert.deepEqual(
      DEFAULT_VIEWS.filter((one) => isDefaultView(asked, one)).map(({ name }) => name),
      [view.name],
    );
  }
});
