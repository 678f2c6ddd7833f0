import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { User } from '../../shared/contracts/session.contract.ts';
import { createProfileStore } from './profile.store.ts';

const USER = {
  id: 'mari.tamm',
  key: 'k',
  name: 'Mari Tamm',
  email: 'mari@acme.test',
  phoneNumber: null,
  languageId: 'et',
  avatar: null,
  version: 3,
} as unknown as User;

interface Sent {
  readonly request: string;
  readonly body?: unknown;
  readonly ifMatch?: unknown;
}

function storeWith(...answers: unknown[]) {
  const sent: Sent[] = [];
  const send = async (endpoint: { method: string; path: string }, options: { body?: unknown; ifMatch?: unknown }) => {
    sent.push({ request: `${endpoint.method} ${endpoint.path.split('/').at(-1)}`, ...options });
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { store: createProfileStore(send as unknown as typeof call, USER), sent };
}

const refusal = (code: string, status: number, more: object = {}) =>
  new ApiError(code as never, status, { problem: { code, status, title: code, ...more } as never });

test('VAL-11 VAL-13 VAL-14 nothing is sent while a field is invalid, and typing clears its error', async () => {
  const { store, sent } = storeWith();
  store.type({ name: ' ', email: 'mari', phoneNumber: '555' });
  assert.equal(await store.submit(), null);
  assert.deepEqual(
    Object.entries(store.faults.value).map(([field, fault]) => [field, fault.code]),
    [
      ['name', 'field.required'],
      ['email', 'field.email'],
      ['phoneNumber', 'field.phone'],
    ],
  );
  assert.deepEqual(sent, []);
  store.type({ email: 'mari@x.ee' });
  assert.deepEqual(Object.keys(store.faults.value), ['name', 'phoneNumber']);
});

test('PRO-01 input is sent clean, with the version it was based on; then nothing is unsaved', async () => {
  const saved = { ...USER, name: 'Mari Mänd', phoneNumber: '+3725555', version: 4 };
  const { store, sent } = storeWith(saved);
  store.type({ name: ' Mari  Mänd', phoneNumber: '+372 55-55' });
  assert.equal(store.isChanged(), true);
  assert.equal(await store.submit(), saved);
  const body = { name: 'Mari Mänd', email: 'mari@acme.test', phoneNumber: '+3725555', languageId: 'et' };
  assert.deepEqual([sent.length, sent[0]?.body, sent[0]?.ifMatch], [1, body, 3]);
  assert.equal(store.isChanged(), false);
});

test('PRO-01 ERR-09 a refusal keeps the input and is shown at the fields it names', async () => {
  const errors = [{ pointer: '/email', code: 'user.email_taken' }];
  const { store } = storeWith(refusal('user.email_taken', 409, { errors }), new ApiError('network', 0));
  store.type({ email: 'kati@acme.test' });
  store.typePassword('Old-1x');
  assert.equal(await store.submit(), null);
  assert.equal(store.save.value.status, 'failed');
  assert.equal(store.faults.value.email?.code, 'user.email_taken');
  assert.equal(store.values.value.email, 'kati@acme.test');
  assert.equal(await store.submit(), null);
  assert.equal(store.save.value.status, 'failed');
  assert.equal(store.values.value.email, 'kati@acme.test');
});

test('PRO-01 a new address asks for the password and is sent separately; the rest keeps the current one', async () => {
  const saved = { ...USER, name: 'Mari Mänd', pendingEmail: 'mari@new.test', version: 5 };
  const { store, sent } = storeWith({ pendingEmail: 'mari@new.test', until: '', version: 4 }, saved);
  store.type({ email: ' Mari@ACME.test' });
  assert.equal(store.hasNewEmail(), false, 'only other capitals');
  store.type({ email: ' mari@new.test', name: 'Mari Mänd' });
  assert.equal(await store.submit(), null);
  assert.equal(store.faults.value.currentPassword?.code, 'field.required');
  store.typePassword('Old-1x');
  assert.deepEqual(store.faults.value, {});
  assert.equal(await store.submit(), saved);
  const body = { name: 'Mari Mänd', email: 'mari@acme.test', phoneNumber: null, languageId: 'et' };
  assert.deepEqual(sent, [
    { request: 'POST email-change', body: { email: 'mari@new.test', currentPassword: 'Old-1x' } },
    { request: 'PUT {userId}', params: { userId: 'me' }, body, ifMatch: 4 },
  ]);
  assert.deepEqual([store.currentPassword.value, store.values.value.email], ['', 'mari@acme.test']);
});

test('PRO-01 a wrong password is shown at its field, and nothing else is sent', async () => {
  const errors = [{ pointer: '/currentPassword', code: 'user.password_wrong' }];
  const { store, sent } = storeWith(refusal('user.invalid', 422, { errors }));
  store.type({ email: 'mari@new.test', name: 'Mari Mänd' });
  store.typePassword('Wrong-1x');
  assert.equal(await store.submit(), null);
  assert.equal(store.faults.value.currentPassword?.code, 'user.password_wrong');
  assert.deepEqual([sent.length, store.values.value.email, store.isChanged()], [1, 'mari@new.test', true]);
});

test('ERR-09 after a conflict untouched fields follow, input stays, and saving again is deliberate', async () => {
  const current = {
    ...USER,
    name: 'Mari Kuusk',
    phoneNumber: '+37211111',
    email: 'new@acme.test',
    languageId: 'ru',
    version: 7,
  };
  const { store, sent } = storeWith(refusal('edit.conflict', 412, { current }), { ...current, name: 'Mari Mänd' });
  store.type({ name: 'Mari Mänd', languageId: 'ru' });
  assert.equal(await store.submit(), null);
  const save = store.save.value;
  assert.deepEqual(save.status === 'conflict' && save.theirs, { name: 'Mari Kuusk' });
  assert.deepEqual(store.values.value, {
    name: 'Mari Mänd',
    email: 'new@acme.test',
    phoneNumber: '+37211111',
    languageId: 'ru',
  });
  assert.ok(await store.submit());
  assert.equal(sent[1]?.ifMatch, 7);
});

test('PRO-01 a picture is sent after the rest, and alone again if only it was refused', async () => {
  const saved = { ...USER, name: 'Mari Mänd', version: 4 };
  const { store, sent } = storeWith(saved, refusal('file.picture_size', 422), undefined);
  const blob = new Blob(['x'], { type: 'image/webp' });
  store.type({ name: 'Mari Mänd' });
  store.picture.value = { kind: 'new', make: async () => blob };
  assert.equal(await store.submit(), null);
  assert.equal(store.isChanged(), true);
  assert.equal(await store.submit(), saved);
  assert.deepEqual(
    sent.map(({ request }) => request),
    ['PUT {userId}', 'PUT avatar', 'PUT avatar'],
  );
  assert.equal(sent[2]?.body, blob);
  assert.equal(store.isChanged(), false);
});

test('PRO-01 the profile follows the session until the user types', () => {
  const { store } = storeWith();
  store.follow({ ...USER, name: 'Elsewhere', version: 4 });
  assert.equal(store.values.value.name, 'Elsewhere');
  store.type({ name: 'Here' });
  store.follow({ ...USER, name: 'Again elsewhere', version: 5 });
  assert.equal(store.values.value.name, 'Here');
});
