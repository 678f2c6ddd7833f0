import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import { createInboxStore, NO_FILTERS, queryOf } from './inbox.store.ts';

const now = new Date('2026-11-21T10:00:00Z');
const task = (id: string) => ({ id, unread: true });

/** Answers each list request by what is next in line; remembers what was asked. */
function server(...pages: (object | Error)[]) {
  const asked: Record<string, unknown>[] = [];
  const send = async (_endpoint: unknown, { query }: { query: Record<string, unknown> }) => {
    asked.push(query);
    const page = pages.shift();
    if (page instanceof Error) throw page;
    return page;
  };
  return { asked, store: createInboxStore(send as unknown as typeof call, () => now) };
}

const idsOf = (store: ReturnType<typeof createInboxStore>) => {
  const list = store.list.value;
  return list.status === 'ready' ? list.tasks.map(({ id }) => id) : list.status;
};

test('FIL-02 filters are written in the syntax of the API', () => {
  const query = queryOf(
    { q: ' crane ', process: 'permit', due: 'overdue', who: 'free', unread: true, sort: 'due:asc' },
    now,
  );
  assert.deepEqual(query, {
    sort: 'due:asc',
    q: 'crane',
    process: 'eq:permit',
    due: 'lt:2026-11-21T10:00:00.000Z',
    assignee: 'eq:',
    unread: 'eq:true',
  });
  assert.deepEqual(queryOf(NO_FILTERS, now), { sort: 'due:asc' });
});

test('the next page is added below, and a row that moved is not shown twice', async () => {
  const { store, asked } = server(
    { items: [task('a'), task('b')], next: 'cursor' },
    { items: [task('b'), task('c')], next: null },
  );
  await store.load();
  await store.loadMore();
  assert.deepEqual(idsOf(store), ['a', 'b', 'c']);
  assert.equal(asked[1]?.after, 'cursor');
});

test('a failed refresh leaves the rows that were there', async () => {
  const { store } = server({ items: [task('a')], next: null }, new ApiError('network', 0));
  await store.load();
  await store.load({ fresh: false });
  assert.deepEqual(idsOf(store), ['a']);
});

test('a failed first load says so, and trying again works', async () => {
  const { store } = server(new ApiError('network', 0), { items: [task('a')], next: null });
  await store.load();
  assert.deepEqual(store.list.value, { status: 'failed', code: 'network' });
  await store.load();
  assert.deepEqual(idsOf(store), ['a']);
});

test('TSK-09 taking a task off the list names the one that takes its place', async () => {
  const { store } = server({ items: [task('a'), task('b'), task('c')], next: null });
  await store.load();
  assert.equal(store.remove('b'), 'c');
  assert.equal(store.remove('c'), 'a');
  assert.equal(store.remove('a'), null);
  assert.deepEqual(idsOf(store), []);
});
