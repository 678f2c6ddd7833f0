import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../shared/api/api-error.ts';
import type { ErrorCode, FieldError } from '../../shared/contracts/errors.ts';
import type { SetupState } from '../../shared/contracts/setup.contract.ts';
import type { SetupValues } from '../../shared/contracts/setup.rules.ts';
import { createSetupStore, type SetupServices } from './setup.store.ts';

const OPEN: SetupState = { state: 'open', identity: 'embedded', sendsMail: true };
const VALUES: SetupValues = {
  organisation: { name: ' Norden ', timeZone: 'Europe/Tallinn', languageId: 'en' },
  administrator: {
    name: 'Grete Norden',
    username: 'First.Admin',
    email: 'g@norden.example',
    password: 'Norden-2026-key',
  },
};

async function loaded(services: Partial<SetupServices> = {}, { hasToken = true, values = VALUES } = {}) {
  const sent: SetupValues[] = [];
  const create = async (clean: SetupValues) => {
    sent.push(clean);
    return { username: clean.administrator.username };
  };
  const store = createSetupStore({ load: async () => OPEN, create, ...services }, values, hasToken);
  await store.load();
  return { store, sent };
}

function problem(code: ErrorCode, status: number, errors: readonly FieldError[] = []): ApiError {
  return new ApiError(code, status, { problem: { type: '', title: '', status, code, errors } as never });
}

const STATES: readonly (readonly [SetupState, boolean, string])[] = [
  [OPEN, true, 'ready'],
  [OPEN, false, 'lost'],
  [{ ...OPEN, state: 'done' }, true, 'done'],
  [{ ...OPEN, identity: 'external' }, true, 'external'],
];
for (const [state, hasToken, kind] of STATES) {
  test(`ORG-01 the page is ${kind}: ${state.state}, ${state.identity}, ${hasToken ? 'with' : 'without'} a token`, async () => {
    const { store } = await loaded({ load: async () => state }, { hasToken });
    assert.equal(store.status.value.kind, kind);
  });
}

test('ORG-01 an unreachable server can be asked again', async () => {
  let isUp = false;
  const { store } = await loaded({
    load: async () => {
      if (!isUp) throw new ApiError('network', 0);
      return OPEN;
    },
  });
  assert.equal(store.status.value.kind, 'unreachable');
  isUp = true;
  await store.load();
  assert.equal(store.status.value.kind, 'ready');
});

test('ORG-01 the values are sent as they will be stored', async () => {
  const { store, sent } = await loaded();
  await store.submit();
  assert.deepEqual(store.status.value, { kind: 'created', username: 'first.admin' });
  assert.equal(sent.length, 1);
  assert.equal(sent[0]!.organisation.name, 'Norden');
});

test('ORG-01 faults are shown without a request, and typing removes that of its field', async () => {
  const { store, sent } = await loaded(
    {},
    { values: { ...VALUES, administrator: { ...VALUES.administrator, email: 'g', username: '' } } },
  );
  await store.submit();
  assert.equal(sent.length, 0);
  assert.deepEqual(Object.keys(store.faults.value).toSorted(), ['/administrator/email', '/administrator/username']);
  store.type('administrator', { email: 'g@norden.example' });
  assert.deepEqual(Object.keys(store.faults.value), ['/administrator/username']);
  assert.equal(store.values.value.administrator.email, 'g@norden.example');
});

test('ORG-01 errors of the server appear at their fields, and nothing typed is lost', async () => {
  const errors: readonly FieldError[] = [{ pointer: '/administrator/password', code: 'field.password' }];
  const { store } = await loaded({ create: () => Promise.reject(problem('setup.invalid', 422, errors)) });
  await store.submit();
  assert.equal(store.status.value.kind, 'ready');
  assert.deepEqual(store.faults.value, { '/administrator/password': { code: 'field.password' } });
  assert.deepEqual(store.values.value, VALUES);
});

for (const [code, kind] of [
  ['setup.done', 'done'],
  ['setup.link_not_accepted', 'refused'],
] as const) {
  test(`ORG-01 after ${code} the form is replaced`, async () => {
    const { store } = await loaded({ create: () => Promise.reject(problem(code, 410)) });
    await store.submit();
    assert.equal(store.status.value.kind, kind);
  });
}

test('ORG-01 a failed request can be repeated', async () => {
  const { store } = await loaded({ create: () => Promise.reject(new ApiError('network', 0)) });
  await store.submit();
  assert.equal(store.status.value.kind, 'ready');
  assert.ok(store.failure.value instanceof ApiError);
});
