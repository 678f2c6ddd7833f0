import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { DimensionValueRow } from '../../shared/contracts/dimensions.contract.ts';
import { currentOf } from '../../shared/ui/merge-values.ts';
import { createDimensionStore, valuesOf } from './dimension.store.ts';
import { createDimensions } from './dimensions.store.ts';

const PROJECTS = { id: 'd1', code: 'projects', name: 'Projects', active: true, version: 2 };
const QUAY: DimensionValueRow = {
  ...{ id: 'v1', parentId: null, code: 'Q', name: 'Quay', active: true, version: 7, parent: null },
  dimension: { id: 'd1', code: 'projects', name: 'Projects' },
};

interface Sent {
  readonly what: string;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
  readonly ifMatch: unknown;
}

function recorder(answer: (sent: Sent) => unknown) {
  const sent: Sent[] = [];
  const send = (async (
    { method, path }: { method: string; path: string },
    { params = {}, query, body, ifMatch }: { params?: object; query?: object; body?: unknown; ifMatch?: unknown } = {},
  ) => {
    const parts = Object.entries(params) as [string, string][];
    const what = `${method} ${parts.reduce((text, [name, value]) => text.replace(`{${name}}`, value), path)}`;
    const asked = query instanceof URLSearchParams ? Object.fromEntries(query) : { ...query };
    sent.push({ what, query: asked, body, ifMatch });
    return answer(sent.at(-1)!);
  }) as unknown as typeof call;
  return { send, sent };
}

test('RTE-06 dimensions are listed with inactive ones, and searched by the server', async () => {
  const { send, sent } = recorder(() => ({ items: [PROJECTS] }));
  const store = createDimensions({ send, q: 'proj' });
  await store.load();
  assert.deepEqual(sent[0]?.query, { inactive: true, limit: 1000, q: 'proj' });
  assert.equal(store.state.value.status === 'ready' && store.state.value.dimensions.length, 1);
  store.search(' proj ');
  assert.equal(sent.length, 1);
  store.search('');
  assert.deepEqual(sent[1]?.query, { inactive: true, limit: 1000 });
});

test('RTE-06 API-06 a dimension changes with its version and keeps its code; the list reloads, also after a refusal', async () => {
  const { send, sent } = recorder(({ what }) => {
    if (what.startsWith('DELETE')) throw new ApiError('dimension.in_use', 409);
    return what.startsWith('GET') ? { items: [PROJECTS] } : PROJECTS;
  });
  const store = createDimensions({ send });
  await store.update(PROJECTS, { name: 'Works', code: 'ignored', active: false });
  await assert.rejects(store.remove(PROJECTS), { code: 'dimension.in_use' });
  assert.deepEqual(
    sent.map(({ what, body, ifMatch }) => [what, body, ifMatch]),
    [
      ['PUT /api/dimensions/d1', { name: 'Works', active: false }, 2],
      ['GET /api/dimensions', undefined, undefined],
      ['DELETE /api/dimensions/d1', undefined, 2],
      ['GET /api/dimensions', undefined, undefined],
    ],
  );
});

test('RTE-06 BEY-22 a dimension opens with its uses, which are found by its code', async () => {
  const { send, sent } = recorder(({ what }) => (what.includes('/uses/') ? [] : PROJECTS));
  const store = createDimensionStore({ send, id: 'd1' });
  await store.load();
  assert.deepEqual(
    sent.map(({ what }) => what),
    ['GET /api/dimensions/d1', 'GET /api/uses/dimension/projects'],
  );
  assert.equal(store.state.value.status, 'ready');
});

test('RTE-06 API-06 a value is added, changed with its version, and deleted; its place is sent as an id', async () => {
  const { send, sent } = recorder(() => ({ items: [] }));
  const store = createDimensionStore({ send, id: 'd1' });
  const typed = { ...valuesOf(null), code: ' Q1 ', name: ' Quay 1 ', parent: { id: 'v1', name: 'Quay' } };
  await store.saveValue(null, typed);
  await store.saveValue(QUAY, { ...valuesOf(QUAY), active: false });
  await store.removeValue(QUAY);
  const changes = sent.filter(({ what }) => !what.startsWith('GET'));
  assert.deepEqual(
    changes.map(({ what, body, ifMatch }) => [what, body, ifMatch]),
    [
      ['POST /api/dimensions/d1/values', { parentId: 'v1', code: 'Q1', name: 'Quay 1', active: true }, undefined],
      ['PUT /api/dimensions/d1/values/v1', { parentId: null, code: 'Q', name: 'Quay', active: false }, 7],
      ['DELETE /api/dimensions/d1/values/v1', undefined, 7],
    ],
  );
  const lists = sent.filter(({ what }) => what === 'GET /api/records/dimension_values');
  assert.equal(lists.length, 3);
  assert.equal(lists[0]?.query.dimension, 'eq:d1');
});

test('RTE-06 a value cannot be chosen as the value above itself', async () => {
  const { send } = recorder(() => ({ items: [QUAY, { ...QUAY, id: 'v2', name: 'Crane' }] }));
  const store = createDimensionStore({ send, id: 'd1' });
  const found = await store.findParents('', 'v1', new AbortController().signal);
  assert.deepEqual(
    found.map(({ text }) => text),
    ['Crane'],
  );
});

test('RTE-06 API-06 after a conflict the value saved in the meantime has the name of the value above it', async () => {
  const { parent: _, dimension: __, ...current } = { ...QUAY, parentId: 'v2', version: 8 };
  const { send } = recorder(({ what, query }) => {
    if (!what.startsWith('PUT')) return { items: query.ids === 'v2' ? [{ ...QUAY, id: 'v2', name: 'Port' }] : [] };
    const problem = { type: '', title: '', status: 412, code: 'edit.conflict', instance: '/', current };
    throw new ApiError('edit.conflict', 412, { problem: problem as never });
  });
  const store = createDimensionStore({ send, id: 'd1' });
  const error = await store.saveValue(QUAY, valuesOf(QUAY)).catch((refusal: unknown) => refusal);
  assert.deepEqual(valuesOf(currentOf<DimensionValueRow>(error)!).parent, { id: 'v2', name: 'Port' });
});
