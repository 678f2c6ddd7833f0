import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import { createSignInSettings } from './sign-in-settings.store.ts';

test('SEC-01 the choice of who needs a second factor is saved, and stays when saving fails', async () => {
  const server = { secondFactor: 'off', fails: null as Error | null };
  const send = (async ({ method }: { method: string }, { body }: { body?: { secondFactor: string } }) => {
    if (server.fails) throw server.fails;
    if (method === 'PUT') server.secondFactor = body!.secondFactor;
    return { secondFactor: server.secondFactor };
  }) as unknown as typeof call;
  const store = createSignInSettings({ send });
  server.fails = new ApiError('network', 0);
  await store.load();
  assert.equal(store.state.value.status, 'failed');
  server.fails = null;
  await store.load();
  assert.equal(store.isChanged.value, false);
  store.choose('all');
  assert.equal(store.isChanged.value, true);
  server.fails = new ApiError('network', 0);
  assert.equal(await store.save(), false);
  assert.deepEqual([store.state.value.status, store.values.value?.secondFactor], ['unsaved', 'all']);
  server.fails = null;
  assert.equal(await store.save(), true);
  assert.deepEqual([server.secondFactor, store.isChanged.value], ['all', false]);
  store.choose('off');
  store.reset();
  assert.equal(store.values.value?.secondFactor, 'all');
});

test('ORG-02 the modes that are allowed are saved for the organisation of the page', async () => {
  const sent: unknown[] = [];
  const send = (async (
    { method, path }: { method: string; path: string },
    { params, body }: { params?: object; body?: object },
  ) => {
    sent.push([method, path, params, body]);
    return body ?? { modes: ['password', 'singleSignOn'], secondFactor: 'off' };
  }) as unknown as typeof call;
  const store = createSignInSettings({ send, tenantId: 'acme' });
  await store.load();
  store.allow('passkey', true);
  store.allow('password', false);
  assert.deepEqual(store.values.value?.modes, ['passkey', 'singleSignOn']);
  assert.equal(await store.save(), true);
  const path = '/api/tenants/{tenantId}/sign-in-settings';
  const params = { tenantId: 'acme' };
  assert.deepEqual(sent, [
    ['GET', path, params, undefined],
    ['PUT', path, params, { modes: ['passkey', 'singleSignOn'], secondFactor: 'off' }],
  ]);
});
