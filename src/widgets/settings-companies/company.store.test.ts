import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { CompanyRow } from '../../shared/contracts/companies.contract.ts';
import { type CompanyStore, createCompanyStore } from './company.store.ts';

const PORT: CompanyRow = {
  ...{ id: 'c1', code: 'PORT', name: 'Port', registryCode: null, country: 'EE' },
  ...{ active: true, people: 3, logo: null, version: 4 },
};

interface Sent {
  readonly what: string;
  readonly body: unknown;
  readonly ifMatch: unknown;
}

async function opened(answer: (sent: Sent) => unknown) {
  const sent: Sent[] = [];
  const send = (async (
    { method, path }: { method: string; path: string },
    { body, ifMatch }: { body?: unknown; ifMatch?: unknown } = {},
  ) => {
    const request = { what: `${method} ${path.replace('/api/companies/{id}', '')}`.trim(), body, ifMatch };
    sent.push(request);
    return answer(request);
  }) as unknown as typeof call;
  const store = createCompanyStore({ send, id: 'c1' });
  await store.load();
  return { store, sent, changes: () => sent.filter(({ what }) => !what.startsWith('GET')) };
}

const conflict = (current: CompanyRow) => {
  const problem = {
    type: 'edit.conflict',
    title: 'Changed',
    status: 412,
    code: 'edit.conflict',
    instance: '/',
    current,
  };
  return new ApiError('edit.conflict', 412, { problem: problem as never });
};
const statusOf = ({ save }: CompanyStore) => save.value.status;

test('ADM-05 a company is saved with its version and without spaces, its logo afterwards', async () => {
  const logo = new File(['png'], 'logo.png', { type: 'image/png' });
  let saved = PORT;
  const { store, changes } = await opened(({ what, body }) => {
    if (what === 'PUT') saved = { ...saved, ...(body as Partial<CompanyRow>), version: 5 };
    if (what === 'PUT /logo') saved = { ...saved, logo: 'v1' };
    return saved;
  });
  assert.equal(store.isChanged.value, false);
  store.type({ name: ' Harbour ', registryCode: '  ' });
  store.changeLogo({ kind: 'new', file: logo });
  assert.equal(store.isChanged.value, true);
  assert.equal(await store.submit(), true);
  assert.deepEqual(changes(), [
    {
      what: 'PUT',
      body: { name: 'Harbour', code: 'PORT', registryCode: null, country: 'EE', active: true },
      ifMatch: 4,
    },
    { what: 'PUT /logo', body: logo, ifMatch: undefined },
  ]);
  const { value } = store.state;
  assert.equal(value.status === 'ready' && value.company.logo, 'v1');
  assert.equal(store.isChanged.value, false);
});

test('ADM-05 VAL-15 nothing is sent without a name or code', async () => {
  const { store, changes } = await opened(() => PORT);
  store.type({ name: ' ' });
  assert.equal(await store.submit(), false);
  assert.equal(store.isTried.value, true);
  assert.deepEqual(changes(), []);
});

test('ADM-05 API-06 after a conflict the input stays, the rest is taken over, and saving again replaces it', async () => {
  let isFirst = true;
  const theirs = { ...PORT, name: 'Their port', country: 'FI', version: 9 };
  const { store, changes } = await opened(({ what, body }) => {
    if (what === 'GET') return PORT;
    if (!isFirst) return { ...theirs, ...(body as Partial<CompanyRow>), version: 10 };
    isFirst = false;
    throw conflict(theirs);
  });
  store.type({ name: 'My port' });
  assert.equal(await store.submit(), false);
  assert.deepEqual(store.theirs.value, { name: 'Their port' });
  assert.deepEqual([store.values.value?.name, store.values.value?.country], ['My port', 'FI']);
  assert.equal(await store.submit(), true);
  assert.equal(changes().at(-1)?.ifMatch, 9);
  assert.deepEqual(store.theirs.value, {});
});

test('ADM-05 a refused logo is an error of the logo and stays chosen, while the company is saved', async () => {
  const { store } = await opened(({ what, body }) => {
    if (what === 'PUT /logo') throw new ApiError('file.picture_size', 422);
    return what === 'PUT' ? { ...PORT, ...(body as Partial<CompanyRow>), version: 5 } : PORT;
  });
  store.type({ name: 'Harbour' });
  store.changeLogo({ kind: 'new', file: new File(['x'], 'x.png', { type: 'image/png' }) });
  assert.equal(await store.submit(), false);
  const failed = store.save.value;
  assert.equal(failed.status === 'failed' && failed.of, 'logo');
  const { value } = store.state;
  assert.equal(value.status === 'ready' && value.company.name, 'Harbour');
  assert.equal(store.isChanged.value, true);
  store.changeLogo({ kind: 'same' });
  assert.deepEqual([statusOf(store), store.isChanged.value], ['idle', false]);
});

test('ADM-05 a refused code is an error until it is typed again', async () => {
  const { store } = await opened(({ what }) => {
    if (what === 'PUT') throw new ApiError('company.code_taken', 409);
    return PORT;
  });
  store.type({ code: 'LAEV' });
  await store.submit();
  assert.equal(statusOf(store), 'failed');
  store.type({ name: 'Port' });
  assert.equal(statusOf(store), 'failed');
  store.type({ code: 'LAEV-2' });
  assert.equal(statusOf(store), 'idle');
});
