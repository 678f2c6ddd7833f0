import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import { NOTIFICATION_KINDS } from '../../shared/contracts/notification-kinds.ts';
import { createNotificationsStore } from './notifications.store.ts';

const CHOICES = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, kind === 'offered' ? 'off' : 'now']));

/** A server with the settings; the methods in `failing` get no connection. */
function settings(failing: readonly string[] = []) {
  const sent: unknown[] = [];
  const fails = new Set(failing);
  const send = async ({ method }: { method: string }, { body }: { body?: unknown }) => {
    if (fails.has(method)) throw new Error('away');
    if (method === 'GET') return { choices: CHOICES, hour: 8, email: 'mari@acme.test', timeZone: 'Europe/Tallinn' };
    sent.push(body);
    return body;
  };
  return { sent, fails, store: createNotificationsStore(send as unknown as typeof call) };
}

test('all choices are sent together, and are the base of the next change', async () => {
  const { store, sent } = settings();
  await store.load();
  assert.equal(store.hasDigest.value, false);
  store.choose('overdue', 'daily');
  store.chooseHour(16);
  assert.equal(store.hasDigest.value, true);
  assert.equal(store.isChanged.value, true);
  assert.equal(await store.save(), true);
  assert.deepEqual(sent, [{ choices: { ...CHOICES, overdue: 'daily' }, hour: 16 }]);
  assert.equal(store.isChanged.value, false);
});

test('choices that could not be saved stay, and are sent once at a time', async () => {
  const { store, sent, fails } = settings(['PUT']);
  await store.load();
  store.choose('assigned', 'off');
  assert.equal(await store.save(), false);
  assert.equal(store.values.value?.choices.assigned, 'off');
  const { value } = store.state;
  assert.ok(value.status === 'ready' && value.error !== undefined && !value.isSaving);
  fails.clear();
  assert.deepEqual(await Promise.all([store.save(), store.save()]), [true, false]);
  assert.equal(sent.length, 1);
});

test('settings that cannot be loaded can be requested again', async () => {
  const { store, fails } = settings(['GET']);
  await store.load();
  assert.equal(store.state.value.status as string, 'unreachable');
  fails.clear();
  await store.load();
  assert.equal(store.state.value.status, 'ready');
});
