import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import { createRequests } from './requests.store.ts';

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A store whose server answers by path; records the requests. */
function setUp(answers: Record<string, () => unknown> = {}) {
  const sent: Sent[] = [];
  const send = async (
    { method, path }: { method: string; path: string },
    options: Omit<Sent, 'method' | 'path'> = {},
  ) => {
    const { query, body, headers } = options;
    sent.push({
      method,
      path,
      ...(query ? { query } : {}),
      ...(body ? { body } : {}),
      ...(headers ? { headers } : {}),
    });
    const answer = answers[`${method} ${path}`];
    if (answer) return answer();
    if (path === '/api/requests') return { items: [{ id: 'a' }], next: null, previous: null, total: 1 };
    if (path === '/api/requests/{id}') return { id: 'a', title: 'Leave' };
    if (path.endsWith('/comments') && method === 'GET') return [{ id: 'c', text: 'Hello' }];
    if (path.endsWith('/withdraw')) return { held: { id: 'h', until: '2026-11-18T10:00:10.000Z' } };
    return null;
  };
  return { store: createRequests({ send: send as unknown as typeof call }), sent };
}

test('CAT-02 the list asks for a state, own requests and the words of the search', async () => {
  const { store, sent } = setUp();
  await store.load();
  assert.deepEqual(sent[0]?.query, { state: 'eq:open', relation: 'eq:own', limit: 50, count: true });
  store.narrow({ state: 'finished', relation: 'team', q: 'rope' });
  assert.deepEqual(sent[1]?.query, {
    state: 'eq:finished',
    relation: 'eq:team',
    limit: 50,
    count: true,
    q: 'rope',
  });
});

test('CAT-02 FIL-03 several conditions on one field narrow the list together', async () => {
  const { store, sent } = setUp();
  store.narrow({
    filters: [
      { column: 'started', operation: 'gte', value: '2026-11-01' },
      { column: 'started', operation: 'lt', value: '2026-12-01' },
      { column: 'process', operation: 'eq', value: 'parking' },
    ],
  });
  const { started, process } = sent[0]!.query as Record<string, unknown>;
  assert.deepEqual([started, process], [['gte:2026-11-01', 'lt:2026-12-01'], ['eq:parking']]);
});

test('CAT-02 a change reloads the list, and the open request only if it is the changed one', async () => {
  const { store, sent } = setUp();
  await store.load();
  await store.open('a');
  sent.length = 0;
  await store.refresh('b');
  assert.deepEqual(
    sent.map(({ path }) => path),
    ['/api/requests'],
  );
  sent.length = 0;
  await store.refresh('a');
  assert.deepEqual(
    sent.map(({ path }) => path),
    ['/api/requests', '/api/requests/{id}'],
  );
});

test('CAT-02 a request that does not exist is a failure, and another one can be opened', async () => {
  let fails = true;
  const { store } = setUp({
    'GET /api/requests/{id}': () => {
      if (fails) throw new ApiError('request.unknown', 404);
      return { id: 'b' };
    },
  });
  await store.open('a');
  assert.deepEqual(store.opened.value, { status: 'failed', id: 'a', code: 'request.unknown' });
  fails = false;
  await store.open('b');
  assert.equal(store.opened.value.status, 'ready');
  await store.open(null);
  assert.deepEqual(store.opened.value, { status: 'none' });
});

test('CAT-02 a message that was refused is sent again with the same key', async () => {
  const keys: unknown[] = [];
  let fails = true;
  const send = async (
    { method, path }: { method: string; path: string },
    options: { idempotencyKey?: string } = {},
  ) => {
    if (method === 'POST') {
      keys.push(options.idempotencyKey);
      if (fails) throw new ApiError('network', 0);
    }
    return path.endsWith('/comments') ? [{ id: 'c', text: 'Hello' }] : { id: 'a' };
  };
  const store = createRequests({ send: send as unknown as typeof call });
  await store.open('a');
  await assert.rejects(store.write('Hello'), { code: 'network' });
  fails = false;
  await store.write('Hello');
  assert.equal(keys[0], keys[1]);
  assert.equal(store.conversation.value.status, 'ready');
});

test('CAT-02 a withdrawal can be undone for 10 seconds', async () => {
  const { store, sent } = setUp();
  await store.open('a');
  const held = await store.withdraw('Not needed');
  const request = sent.find(({ path }) => path.endsWith('/withdraw'));
  assert.deepEqual([request?.body, request?.headers], [{ reason: 'Not needed' }, { Prefer: 'undo=10' }]);
  await store.undo(held!.id);
  assert.ok(sent.some(({ method, path }) => method === 'DELETE' && path === '/api/held/{id}'));
});
