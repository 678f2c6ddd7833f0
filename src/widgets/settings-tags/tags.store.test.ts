import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { Tag } from '../../shared/contracts/tags.contract.ts';
import { createTags } from './tags.store.ts';

const tag = (id: string, name: string): Tag => ({ id, name, color: null, people: 1, version: 3 });
const TAGS = [tag('t1', 'First aid'), tag('t2', 'First aider'), tag('t3', 'Fire warden')];

function tags(answer: (what: string) => unknown) {
  const sent: { what: string; ifMatch: unknown; key: unknown }[] = [];
  const send = (async (
    { method, path }: { method: string; path: string },
    { params, ifMatch, idempotencyKey: key }: { params?: object; ifMatch?: unknown; idempotencyKey?: unknown } = {},
  ) => {
    const [id] = Object.values(params ?? {}) as string[];
    const what = `${method} ${path.replace(/\{\w+\}/, id ?? '')}`;
    sent.push({ what, ifMatch, key });
    return answer(what);
  }) as unknown as typeof call;
  return { store: createTags({ send }), sent };
}

const LISTS = ['GET /api/records/tags', 'GET /api/records/tags/columns'];

test('ADM-03 each change is one request with the version, and reloads the list', async () => {
  const { store, sent } = tags((what) => (what.startsWith('GET') ? { items: [] } : TAGS[1]));
  await store.update(TAGS[0]!, { name: 'Aid', color: 'red' });
  await store.remove(TAGS[0]!);
  await store.merge(TAGS[0]!, 't2');
  const changes = sent.filter(({ what }) => !what.startsWith('GET'));
  assert.deepEqual(
    changes.map(({ what, ifMatch }) => [what, ifMatch]),
    [
      ['PUT /api/identity/tags/t1', 3],
      ['DELETE /api/identity/tags/t1', 3],
      ['POST /api/identity/tags/t1/merge', undefined],
    ],
  );
  assert.equal(sent.filter(({ what }) => what === LISTS[0]).length, 3);
});

test('ADM-03 API-06 a tag whose creation got no answer is created once, and the list reloads after failures', async () => {
  let isLost = true;
  const { store, sent } = tags((what) => {
    if (what.startsWith('GET')) return { items: [] };
    if (!isLost) return TAGS[0];
    isLost = false;
    throw new ApiError('network', 0);
  });
  const body = { name: 'First aid', color: null };
  await assert.rejects(store.create(body), { code: 'network' });
  await store.create(body);
  const keys = sent.filter(({ what }) => what.startsWith('POST')).map(({ key }) => key);
  assert.ok(keys[0]);
  assert.deepEqual(keys, [keys[0], keys[0]]);
  assert.equal(sent.filter(({ what }) => what === LISTS[0]).length, 2);
});

test('ADM-03 a tag is merged into another one: the others are searched by name', async () => {
  const { store } = tags(() => TAGS);
  const found = await store.othersThan(TAGS[0]!, 'FIRST', new AbortController().signal);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['t2'],
  );
});
