import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../api/api-error.ts';
import type { call } from '../../api/index.ts';
import type { Factor } from '../../contracts/factors.contract.ts';
import { CognitoError } from '../../session/cognito.ts';
import { createSecurityStore } from './security.store.ts';

const FACTOR: Factor = { id: 'f-1', kind: 'totp', name: '', addedAt: '2026-11-26T08:00:00.000Z', lastUsedAt: null };

/** A store against a server that keeps one factor. */
function security() {
  const server = { factors: [] as (typeof FACTOR)[], backupCodes: 0, fails: null as Error | null };
  const sent: string[] = [];
  const send = (async ({ method, path }: { method: string; path: string }) => {
    sent.push(`${method} ${path}`);
    if (server.fails) throw server.fails;
    if (method === 'GET')
      return { isKeptHere: true, allowsPasskeys: true, factors: server.factors, backupCodes: server.backupCodes };
    if (method === 'POST') return { codes: ['CCCCC-DDDDD'] };
    server.factors = [];
    return undefined;
  }) as unknown as typeof call;
  const store = createSecurityStore({
    send,
    begin: async () => 'KEY',
    confirm: async (code) => {
      if (code !== '123456') throw new CognitoError('EnableSoftwareTokenMFAException', 400, 'any words');
      server.factors = [FACTOR];
      server.backupCodes = 10;
      return ['AAAAA-BBBBB'];
    },
    addPasskey: async (name) => void server.factors.push({ ...FACTOR, id: `${name} id`, kind: 'passkey', name }),
  });
  const step = () => (store.state.value.status === 'ready' ? store.state.value.step : store.state.value.status);
  return { store, server, sent, step };
}

test('SEC-01 a second factor is set up with a code, and the backup codes are shown until they are saved', async () => {
  const { store, step } = security();
  await store.load();
  await store.setUp();
  assert.deepEqual(step(), { kind: 'setUp', secret: 'KEY' });
  await store.confirm();
  assert.deepEqual(store.fault.value, { kind: 'code', code: 'required' });
  store.type('000000');
  await store.confirm();
  assert.deepEqual(store.fault.value, { kind: 'code', code: 'wrong' });
  assert.equal(store.code.value, '000000');
  store.type(' 123456 ');
  await store.confirm();
  assert.deepEqual(step(), { kind: 'codes', codes: ['AAAAA-BBBBB'] });
  store.show({ kind: 'overview' });
  assert.equal(store.state.value.status === 'ready' && store.state.value.known.factors.length, 1);
});

test('SEC-01 new backup codes are shown once, and the second factor is removed after a question', async () => {
  const { store, server, step, sent } = security();
  server.factors = [FACTOR];
  await store.load();
  await store.newCodes();
  assert.deepEqual(step(), { kind: 'codes', codes: ['CCCCC-DDDDD'] });
  store.show({ kind: 'removing', factor: FACTOR });
  server.fails = new ApiError('network', 0);
  await store.remove(FACTOR);
  assert.equal(store.fault.value?.kind, 'error');
  assert.deepEqual(step(), { kind: 'removing', factor: FACTOR });
  server.fails = null;
  await store.remove(FACTOR);
  assert.deepEqual(step(), { kind: 'overview' });
  assert.equal(sent.filter((request) => request.startsWith('DELETE')).length, 2);
});

test('SEC-01 a failed request for the second factor can be repeated', async () => {
  const { store, server, step } = security();
  server.fails = new ApiError('network', 0);
  await store.load();
  assert.equal(step(), 'failed');
  server.fails = null;
  await store.load();
  assert.deepEqual(step(), { kind: 'overview' });
});

test('SEC-01 a passkey gets a name, and is listed once it was created', async () => {
  const { store, server, step } = security();
  await store.load();
  store.show({ kind: 'naming' });
  await store.addPasskey('  Work laptop ');
  assert.deepEqual(step(), { kind: 'overview' });
  assert.deepEqual(
    server.factors.map(({ kind, name }) => [kind, name]),
    [['passkey', 'Work laptop']],
  );
});
