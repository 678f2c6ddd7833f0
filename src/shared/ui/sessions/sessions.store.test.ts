import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../api/api-error.ts';
import type { call } from '../../api/index.ts';
import type { UserSession } from '../../contracts/sessions.contract.ts';
import { createSessionsStore } from './sessions.store.ts';

const session = (id: string, isCurrent = false): UserSession => ({
  id,
  browser: 'Firefox',
  system: 'Linux',
  address: '192.0.2.1',
  startedAt: '2026-11-26T08:00:00.000Z',
  lastUsedAt: '2026-11-26T09:00:00.000Z',
  isCurrent,
});

/** A store against a server with these sessions. */
function kept(...sessions: UserSession[]) {
  const server = { sessions, fails: null as Error | null };
  const send = (async ({ method }: { method: string }, { params }: { params: { sessionId?: string } }) => {
    if (server.fails) throw server.fails;
    if (method === 'GET') return { isKeptHere: true, sessions: server.sessions, failures: [] };
    const before = server.sessions.length;
    server.sessions = server.sessions.filter(
      ({ id, isCurrent }) => isCurrent || (method === 'DELETE' && id !== params.sessionId),
    );
    if (method === 'DELETE' && server.sessions.length === before) throw new ApiError('session.not_found', 404);
    return { ended: before - server.sessions.length };
  }) as unknown as typeof call;
  const store = createSessionsStore({ send, userId: 'me' });
  const shown = () => {
    const state = store.state.value;
    return state.status === 'ready' ? state.sessions.map(({ id }) => id) : state.status;
  };
  return { store, server, shown };
}

test('SEC-02 a session is ended and leaves the list; one that ended meanwhile leaves it too', async () => {
  const { store, server, shown } = kept(session('a', true), session('b'), session('c'), session('d'));
  await store.load();
  assert.equal(await store.end('b'), 1);
  assert.deepEqual(shown(), ['a', 'c', 'd']);
  server.sessions = server.sessions.filter(({ id }) => id !== 'c');
  assert.equal(await store.end('c'), 0);
  assert.deepEqual(shown(), ['a', 'd']);
});

test('SEC-02 all other sessions are ended at once', async () => {
  const { store, shown } = kept(session('a', true), session('b'), session('c'));
  await store.load();
  assert.equal(await store.endAll(), 2);
  assert.deepEqual(shown(), ['a']);
});

test('SEC-02 a failed request keeps the list and says why; the list itself can be requested again', async () => {
  const { store, server, shown } = kept(session('a', true), session('b'));
  server.fails = new ApiError('network', 0);
  await store.load();
  assert.equal(shown(), 'failed');
  server.fails = null;
  await store.load();
  server.fails = new ApiError('network', 0);
  assert.equal(await store.end('b'), null);
  assert.equal(store.error.value, server.fails);
  assert.equal(store.ending.value, null);
  assert.deepEqual(shown(), ['a', 'b']);
});

test('SEC-02 a second press while sessions are being ended does nothing', async () => {
  const { store, shown } = kept(session('a', true), session('b'), session('c'));
  await store.load();
  const first = store.end('b');
  assert.equal(await store.endAll(), null);
  assert.equal(await first, 1);
  assert.deepEqual(shown(), ['a', 'c']);
});
