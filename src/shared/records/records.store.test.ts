import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effect } from '@preact/signals-core';
import { ApiError, type call } from '../api/index.ts';
import { createRecordsStore, filterColumns, printQuestion, readQuestion } from './index.ts';

const COLUMNS = {
  resource: 'tools',
  title: 'Tools',
  defaultSort: 'name',
  columns: [
    { field: 'name', title: 'Name', type: 'text', sortable: true, filter: 'text', operators: ['like'], csv: true },
    { field: 'note', title: 'Note', type: 'text', sortable: false, filter: null, operators: [], csv: true },
  ],
};

/** A server with 120 tools, in pages of 50. */
function fakeServer() {
  // biome-ignore lint/suspicious/noExplicitAny: requests of the store have any shape
  const sent: { path: string; options: any }[] = [];
  const all = Array.from({ length: 120 }, (_, index) => ({ id: `tool-${index}` }));
  const send = (async ({ path }: { path: string }, options: (typeof sent)[number]['options']) => {
    sent.push({ path, options });
    if (path.endsWith('/columns')) return COLUMNS;
    if (path === '/api/downloads') return { url: '/api/downloads/token', expiresAt: '' };
    if (options.query.get('after') === 'mismatch') throw new ApiError('page.cursor_mismatch', 400);
    const from = options.query.has('before')
      ? Number(options.query.get('before')) - 50
      : Number(options.query.get('after') ?? 0);
    const next = from + 50 < all.length ? String(from + 50) : null;
    return {
      items: all.slice(from, from + 50),
      next,
      previous: from > 0 ? String(from) : null,
      ...(options.query.has('count') ? { total: 120 } : {}),
    };
  }) as unknown as typeof call;
  return { send, sent, questions: () => sent.flatMap(({ options }) => (options.query ? [String(options.query)] : [])) };
}

test('FIL-02 FIL-03 a table of records requests by its filters, order and search, and prints them for the address', async () => {
  const { send, questions } = fakeServer();
  const queries: string[] = [];
  const store = createRecordsStore({ send, resource: 'tools' });
  const stop = effect(() => void queries.push(printQuestion(store.asked.value)));
  await store.load();
  assert.deepEqual(
    filterColumns(store.columns.value!.columns).map(({ field }) => field),
    ['name'],
  );
  assert.deepEqual(store.total.value, { count: 120, atLeast: false });
  await store.setFilters([{ column: 'name', operation: 'like', value: 'a, b' }]);
  await store.sortBy('name');
  await store.sortBy('name');
  await store.ask({ q: 'crane' });
  await store.ask({ q: 'crane' });
  stop();
  assert.deepEqual(queries, [
    '',
    'name=like:a,%20b',
    'name=like:a,%20b&sort=name',
    'name=like:a,%20b&sort=name%3Adesc',
    'name=like:a,%20b&sort=name%3Adesc&q=crane',
  ]);
  assert.equal(questions().length, 5, 'what is asked again as it is costs nothing');
  assert.deepEqual(readQuestion(queries.at(-1)!), store.asked.value);
});

test('FIL-03 rows appear together with their columns, whichever arrives first', async () => {
  const { send } = fakeServer();
  const columns = Promise.withResolvers<void>();
  const late = (async (endpoint: { path: string }, options: object) => {
    if (endpoint.path.endsWith('/columns')) await columns.promise;
    return (send as (endpoint: object, options: object) => Promise<unknown>)(endpoint, options);
  }) as unknown as typeof call;
  const store = createRecordsStore({ send: late, resource: 'tools' });
  const seen: string[] = [];
  const stop = effect(() => void seen.push(`${store.list.value.status} ${store.columns.value !== null}`));
  const loaded = store.load();
  // The rows would be there after some turns.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  columns.resolve();
  await loaded;
  stop();
  assert.deepEqual(seen.at(-1), 'ready true');
  assert.ok(!seen.includes('ready false'));
});

test('FIL-02 pages are turned in both directions, and the file has the same filters', async () => {
  const { send, sent } = fakeServer();
  const store = createRecordsStore({ send, resource: 'tools' });
  await store.load();
  const places = () =>
    store.list.value.status === 'ready' ? [store.list.value.from, store.list.value.rows[0]!.id] : [];
  await store.turn('next');
  await store.turn('next');
  assert.deepEqual(places(), [100, 'tool-100']);
  await store.turn('next');
  await store.turn('previous');
  assert.deepEqual(places(), [50, 'tool-50']);
  assert.equal(printQuestion(store.asked.value), 'before=100&from=50');
  await store.ask({ q: 'x' });
  assert.deepEqual(places(), [0, 'tool-0']);
  assert.equal(await store.fileAddress(['name']), '/api/downloads/token');
  assert.deepEqual(sent.at(-1)!.options.body, { list: '/api/records/tools', query: 'q=x', columns: ['name'] });
});

test('BEY-19 FIL-02 the address of a page brings it back; where that page is gone, the first one is shown', async () => {
  const { send, questions } = fakeServer();
  const open = async (query: string) => {
    const store = createRecordsStore({ send, resource: 'tools', asked: readQuestion(query) });
    await store.load();
    const list = store.list.value;
    assert.equal(list.status, 'ready');
    return { store, list, address: printQuestion(store.asked.value) };
  };
  const { list, store, address } = await open('sort=name&after=50&from=50');
  assert.deepEqual([list.from, list.rows[0]!.id, store.total.value!.count], [50, 'tool-50', 120]);
  assert.equal(address, 'sort=name&after=50&from=50');
  assert.equal(await store.fileAddress(), '/api/downloads/token');
  assert.deepEqual(questions(), ['sort=name&limit=50&after=50&count=true']);
  // An edit reloads the page that is shown.
  await store.load();
  assert.equal(store.list.value.status === 'ready' && store.list.value.from, 50);
  const gone = await open('after=500&from=500');
  assert.deepEqual([gone.list.from, gone.address], [0, '']);
  const foreign = await open('q=other&after=mismatch&from=50');
  assert.deepEqual([foreign.list.from, foreign.address], [0, 'q=other']);
  for (const query of ['after=50', 'after=50&from=-50', 'after=50&from=x', 'from=50', 'after=&from=50'])
    assert.deepEqual(readQuestion(query), { filters: [], sort: '', q: '' }, query);
});
