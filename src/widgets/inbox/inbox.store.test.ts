import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { createInboxStore } from './inbox.store.ts';
import { STANDARD } from './setup.rules.ts';

const now = new Date('2026-11-21T10:00:00Z');
const task = (id: string, more: object = {}) => ({
  id,
  unread: true,
  due: null,
  dueDate: null,
  via: 'assignee',
  ...more,
});
const VIEW = {
  id: '0190aaaa-0000-7000-8000-000000000001',
  slug: 'urgent',
  name: 'Urgent',
  definition: {
    filters: [{ column: 'priority', operation: 'gte', value: '70' }],
    sort: 'priority:desc',
    group: 'priority',
  },
};

interface Asked {
  readonly path: string;
  readonly query: Record<string, unknown>;
}

/** Answers list requests in order and records them. */
function server(...pages: (object | Error)[]) {
  const asked: Asked[] = [];
  const send = async (
    { path }: { path: string },
    { query = {}, params }: { query?: Record<string, unknown>; params?: { id: string } },
  ) => {
    asked.push({ path, query });
    if (path.startsWith('/api/views')) {
      if (params && ![VIEW.id, VIEW.slug].includes(params.id)) throw new ApiError('view.not_found', 404);
      return VIEW;
    }
    const page = pages.shift();
    if (page instanceof Error) throw page;
    return page;
  };
  const standsFor = () => [{ id: 'mart.kask', key: 'mart', name: 'Mart Kask' }];
  return { asked, store: createInboxStore(send as unknown as typeof call, { clock: () => now, standsFor }) };
}
type Store = ReturnType<typeof createInboxStore>;

const stateOf = (store: Store) => store.list.value as Extract<Store['list']['value'], { status: 'ready' }>;
const idsOf = (store: Store) => store.loaded().map(({ id }) => id);
const listAsked = (asked: Asked[]) => asked.filter(({ path }) => path === '/api/tasks').map(({ query }) => query);
const page = (ids: readonly string[], next: string | null = null) => ({ items: ids.map((id) => task(id)), next });
const numbered = (from: number, count: number) => Array.from({ length: count }, (_, index) => `t${from + index}`);

test('FIL-02 filters use the syntax of the API, and several on one field are combined', async () => {
  const { store, asked } = server(page(['a']), page([]));
  await store.adopt({ filters: 'due=gte:today&process=eq:permit&due=lt:today%2B7&assignee=eq:', q: ' crane ' });
  assert.deepEqual(listAsked(asked), [
    {
      sort: 'due:asc',
      q: 'crane',
      due: ['gte:today', 'lt:today+7'],
      process: 'eq:permit',
      assignee: 'eq:',
      limit: '50',
    },
  ]);
});

test('BEY-19 a view applies its list; parameters of an address override it and are reported again', async () => {
  const { store, asked } = server(page(['a']), page(['a']), page(['a']));
  await store.adopt({ view: 'urgent', filters: 'process=eq:permit', q: 'x' });
  assert.deepEqual(listAsked(asked)[0], {
    sort: 'priority:desc',
    q: 'x',
    priority: 'gte:70',
    process: 'eq:permit',
    limit: '50',
  });
  assert.equal(store.isChanged.value, true);
  assert.deepEqual(store.parameters(), { view: 'urgent', filters: 'process=eq:permit', q: 'x' });
  await store.arrange({ filters: [] });
  assert.deepEqual(store.parameters(), { view: 'urgent', filters: 'priority=', q: 'x' });
  await store.arrange(store.base.value);
  assert.equal(store.isChanged.value, false);
});

test('BEY-19 an unknown view is reported, and the list is shown without it', async () => {
  const { store } = server(page(['a']));
  await store.adopt({ view: 'nothing' });
  assert.equal(store.viewFault.value, 'view.not_found');
  assert.deepEqual(store.setup.value, STANDARD);
  assert.deepEqual(idsOf(store), ['a']);
});

test('BEY-19 the report of an unknown view ends when the user changes the list', async () => {
  for (const change of ['arrange', 'search', 'choose'] as const) {
    const { store } = server(page(['a']), page(['b']), page(['c']));
    await store.adopt({ view: 'nothing' });
    assert.equal(store.viewFault.value, 'view.not_found');
    if (change === 'arrange') await store.arrange({ filters: [] });
    if (change === 'search') await store.search('x');
    if (change === 'choose') await store.choose(null);
    assert.equal(store.viewFault.value, null, change);
  }
});

test('TSK-17 other columns or rows only re-render, another order is requested', async () => {
  const { store, asked } = server(page(['a']), page(['b']));
  await store.load();
  await store.arrange({ columns: ['due'], density: 'comfortable' });
  assert.equal(listAsked(asked).length, 1);
  await store.arrange({ sort: 'created:desc', group: 'none' });
  assert.deepEqual(listAsked(asked)[1], { sort: 'created:desc', limit: '50' });
});

test("TSK-17 grouped by delegator, the user's own tasks come first and the others follow page by page", async () => {
  const { store, asked } = server(page(['a']), page(['own', 'own2']), {
    items: [task('his', { via: 'delegation', viaUser: { key: 'mart', name: 'Mart' } })],
    next: null,
  });
  await store.load();
  await store.arrange({ group: 'onBehalfOf' });
  assert.deepEqual(idsOf(store), ['own', 'own2', 'his']);
  assert.deepEqual(
    listAsked(asked)
      .slice(1)
      .map(({ onBehalfOf }) => onBehalfOf),
    ['eq:', 'eq:mart'],
  );
  assert.deepEqual(
    stateOf(store).pages.flatMap(({ runs }) => runs.map(({ group }) => group)),
    ['', 'mart'],
  );
  assert.equal(stateOf(store).isWhole, true);
});

test('TSK-20 the next page is added below, and the list knows when it is complete', async () => {
  const { store, asked } = server(page(numbered(0, 50), 'cursor'), page(['z']));
  await store.load();
  assert.equal(stateOf(store).isWhole, false);
  await store.loadMore();
  assert.equal(listAsked(asked)[1]?.after, 'cursor');
  assert.equal(idsOf(store).length, 51);
  assert.equal(stateOf(store).isWhole, true);
  await store.loadMore();
  assert.equal(listAsked(asked).length, 2);
});

test('TSK-20 a bounded number of tasks is kept however far the user scrolls, and dropped ones return to their position', async () => {
  const all = Array.from({ length: 40 }, (_, index) => page(numbered(index * 200, 200), `c${index + 1}`));
  const { store, asked } = server(...all, page(numbered(400, 200), 'c3'));
  await store.load();
  for (let index = 1; index < 40; index += 1) {
    await store.see(index - 1, index);
    await store.loadMore();
  }
  assert.ok(idsOf(store).length <= 2400, String(idsOf(store).length));
  const { pages } = stateOf(store);
  assert.equal(
    pages.reduce((sum, { count }) => sum + count, 0),
    8000,
  );
  assert.equal(pages[2]?.tasks, null);
  await store.see(2, 3);
  assert.equal(listAsked(asked).at(-1)?.after, 'c2');
  assert.equal(stateOf(store).pages[2]?.tasks?.[0]?.id, 't400');
  assert.equal(stateOf(store).pages.length, 40);
});

test('TSK-20 a change reloads the visible tasks, and keeps later pages in place', async () => {
  const { store } = server(
    page(numbered(0, 50), 'c1'),
    page(numbered(50, 200), 'c2'),
    // Two were added and one removed; the page continues beyond the first row of the next page.
    page(['new1', ...numbered(0, 20), 'new2', ...numbered(21, 100)], 'c9'),
  );
  await store.load();
  await store.loadMore();
  await store.refresh();
  const { pages } = stateOf(store);
  assert.deepEqual(
    pages.map(({ count, after, next, stale }) => [count, after, next, stale]),
    [
      [51, null, 'c1', false],
      [200, 'c1', 'c2', true],
    ],
  );
  assert.equal(new Set(idsOf(store)).size, 251);
});

test('TSK-20 when the row after a page is gone, the following page is found again', async () => {
  const { store } = server(
    page(numbered(0, 50), 'c1'),
    page(numbered(50, 10)),
    page([...numbered(0, 50), ...numbered(51, 9)]),
  );
  await store.load();
  await store.loadMore();
  await store.refresh();
  assert.equal(stateOf(store).pages.length, 1);
  assert.equal(idsOf(store).length, 59);
  assert.equal(stateOf(store).isWhole, true);
});

test('a failed refresh keeps the rows, and a failed next page is reported', async () => {
  const { store } = server(
    page(numbered(0, 50), 'c1'),
    new ApiError('network', 0),
    new ApiError('network', 0),
    page(['x']),
  );
  await store.load();
  await store.refresh();
  assert.equal(idsOf(store).length, 50);
  await store.loadMore();
  assert.equal(store.more.value, 'failed');
  await store.loadMore();
  assert.equal(idsOf(store).length, 51);
});

test('a failed first load is reported and can be retried', async () => {
  const { store } = server(new ApiError('network', 0), page(['a']));
  await store.load();
  assert.deepEqual(store.list.value, { status: 'failed', code: 'network' });
  await store.load();
  assert.deepEqual(idsOf(store), ['a']);
});

test('TSK-09 removing a task from the list selects its successor', async () => {
  const { store } = server(page(['a', 'b', 'c']));
  await store.load();
  assert.equal(store.remove('b'), 'c');
  assert.equal(store.remove('c'), 'a');
  assert.equal(store.remove('a'), null);
  assert.deepEqual(idsOf(store), []);
});

test('TSK-17 groups follow the order of the list', async () => {
  const tasks: [string, Partial<Task>][] = [
    ['late', { due: '2026-11-20T10:00:00.000Z' }],
    ['today', { due: '2026-11-21T21:00:00.000Z' }],
    ['week', { due: '2026-11-22T10:00:00.000Z' }],
    ['never', {}],
  ];
  const { store } = server({ items: tasks.map(([id, more]) => task(id, more)), next: null });
  await store.load();
  assert.deepEqual(
    stateOf(store).pages[0]?.runs.map(({ group }) => group),
    ['overdue', 'today', 'week', 'none'],
  );
});
