import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import { ApiError } from '../../shared/api/index.ts';
import type { Problem } from '../../shared/contracts/errors.ts';
import type { User } from '../../shared/contracts/session.contract.ts';
import { createUserStore } from './user.store.ts';

const person = (key: string, name: string) => ({ key, id: `${key}.user`, name });

const USER = {
  ...person('k1', 'Kadri Mägi'),
  avatar: null,
  email: 'kadri@verva.example',
  pendingEmail: null,
  phoneNumber: null,
  languageId: 'et',
  tenantId: 't1',
  groups: ['crew', 'port'],
  status: 'active',
  company: { id: 'c1', name: 'Port' },
  department: null,
  jobTitle: null,
  managers: [],
  links: [],
  version: 3,
} as unknown as User;

const refusal = (code: Problem['code'], status: number, more: object) =>
  new ApiError(code, status, { problem: { code, title: code, ...more } as unknown as Problem });

async function opened({
  self,
  onPut = (_body: object): unknown => ({ ...USER, ..._body, version: 4 }),
  onManagers = (): unknown => ({ line: [], functional: [] }),
}: {
  self?: string;
  onPut?: (body: object) => unknown;
  onManagers?: () => unknown;
} = {}) {
  const sent: { method: string; path: string; body: unknown; ifMatch: unknown }[] = [];
  let stored: unknown = USER;
  const send = (async (
    { method, path }: { method: string; path: string },
    { body, ifMatch }: { body?: object; ifMatch?: number } = {},
  ) => {
    if (method !== 'GET') sent.push({ method, path: path.replace('/api/identity/users/{userId}', ''), body, ifMatch });
    if (path.endsWith('/rights')) return { memberships: [] };
    if (path.endsWith('/links')) return [{ providerName: 'verva', subject: 'kadri', lastUsedAt: null }];
    if (path.endsWith('/tags'))
      return method === 'GET' ? [{ name: 'First aid' }] : (body as { tags: string[] }).tags.map((name) => ({ name }));
    if (path.endsWith('/managers')) return method === 'GET' ? { line: [], functional: [] } : onManagers();
    if (method === 'PUT') stored = onPut(body ?? {});
    return stored;
  }) as unknown as typeof call;
  const store = createUserStore({ send, userId: 'kadri.magi', self });
  await store.load();
  return { sent, store };
}

test('ADM-01 only what changed is saved; the order of groups does not matter', async () => {
  const { sent, store } = await opened();
  store.type({ groups: ['port', 'crew'] });
  assert.equal(store.isChanged.value, false);
  assert.equal(await store.submit(), true);
  assert.deepEqual(sent, []);

  store.type({ jobTitle: ' Crane driver ', phoneNumber: '+372 555 1234', company: null });
  assert.equal(await store.submit(), true);
  assert.equal(sent.length, 1);
  assert.deepEqual(sent[0], {
    method: 'PUT',
    path: '',
    ifMatch: 3,
    body: {
      name: 'Kadri Mägi',
      email: 'kadri@verva.example',
      phoneNumber: '+3725551234',
      languageId: 'et',
      jobTitle: 'Crane driver',
      groups: ['port', 'crew'],
      company: null,
      department: null,
    },
  });
  assert.equal(store.isChanged.value, false);
});

test('ADM-03 tags are saved by name, and only when they changed', async () => {
  const { sent, store } = await opened();
  store.type({ tags: ['First aid', 'Night shift'] });
  assert.equal(await store.submit(), true);
  assert.deepEqual(
    sent.map(({ path, body }) => [path, body]),
    [['/tags', { tags: ['First aid', 'Night shift'] }]],
  );
  assert.equal(store.isChanged.value, false);
});

test('VAL-13 VAL-15 nothing is sent while a field is invalid, and typing clears its error', async () => {
  const { sent, store } = await opened();
  store.type({ name: '', email: 'kadri' });
  assert.equal(await store.submit(), false);
  assert.deepEqual(
    Object.entries(store.faults.value).map(([field, { code }]) => `${field} ${code}`),
    ['name field.required', 'email field.email'],
  );
  store.type({ name: 'Kadri' });
  assert.deepEqual(Object.keys(store.faults.value), ['email']);
  assert.deepEqual(sent, []);
});

test('ADM-01 administrators do not change their own address here', async () => {
  const { sent, store } = await opened({ self: 'k1' });
  assert.equal(store.isOwn.value, true);
  store.type({ email: 'other@verva.example', name: 'Kadri M' });
  await store.submit();
  assert.equal((sent[0]!.body as User).email, 'kadri@verva.example');
});

test('ADM-01 managers are saved after the user; a cycle is shown at its field, and the input stays', async () => {
  const { sent, store } = await opened({
    onManagers: () => {
      const errors = [{ pointer: '/line/0', code: 'manager.cycle', params: { name: 'A', other: 'B' } }];
      throw refusal('user.invalid', 422, { errors });
    },
  });
  store.type({ name: 'Kadri M', line: [person('k2', 'Toomas')] });
  assert.equal(await store.submit(), false);
  assert.deepEqual(
    sent.map(({ method, path }) => `${method} ${path}`),
    ['PUT ', 'PUT /managers'],
  );
  assert.deepEqual(sent[1]!.body, { line: ['k2'], functional: [] });
  assert.equal(store.faults.value.line?.code, 'manager.cycle');
  assert.equal(store.values.value?.line[0]?.name, 'Toomas');
  assert.equal(store.isChanged.value, true);
  const { state } = store;
  assert.equal(state.value.status === 'ready' && state.value.user.name, 'Kadri M');
});

test('ADM-01 a refused manager is named, not identified', async () => {
  const { store } = await opened({
    onManagers: () => {
      const errors = [{ pointer: '/line/0', code: 'field.choice_unknown', params: { value: 'k2' } }];
      throw refusal('user.invalid', 422, { errors });
    },
  });
  store.type({ line: [person('k2', 'Toomas')] });
  await store.submit();
  assert.deepEqual(store.faults.value, { line: { code: 'field.choice_unknown', params: { value: 'Toomas' } } });
});

test('ADM-01 API-06 after a conflict the input stays beside the saved values, and saving again overwrites', async () => {
  let version = 3;
  const theirs = { ...USER, name: 'Kadri Saar', jobTitle: 'Pilot', version: 7 };
  const { sent, store } = await opened({
    onPut: (body) => {
      if (version === 7) return { ...theirs, ...body, version: 8 };
      version = 7;
      throw refusal('edit.conflict', 412, { current: theirs });
    },
  });
  store.type({ name: 'Kadri Mets' });
  assert.equal(await store.submit(), false);
  assert.equal(store.save.value.status, 'conflict');
  assert.deepEqual(store.theirs.value, { name: 'Kadri Saar' });
  assert.equal(store.values.value?.name, 'Kadri Mets');
  assert.equal(store.values.value?.jobTitle, 'Pilot');
  assert.equal(await store.submit(), true);
  assert.equal(sent.at(-1)!.ifMatch, 7);
  assert.deepEqual(store.theirs.value, {});
});

test('ADM-01 a caller who receives only the reference has no permission', async () => {
  const send = (async ({ path }: { path: string }) =>
    path.endsWith('{userId}') ? person('k1', 'Kadri') : []) as unknown as typeof call;
  const store = createUserStore({ send, userId: 'kadri.magi', self: undefined });
  await store.load();
  assert.deepEqual(store.state.value, { status: 'failed', code: 'access.denied' });
});
