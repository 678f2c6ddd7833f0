import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import { createTranslations } from './translations.store.ts';

interface Asked {
  readonly query: Readonly<Record<string, unknown>>;
  readonly answer: (keys: readonly string[], next: string | null) => void;
}

/** A server that answers on demand; an aborted request fails as in `call`. */
function asking() {
  const asked: Asked[] = [];
  const send = ((_endpoint: unknown, { query, signal }: { query: object; signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      const answer: Asked['answer'] = (keys, next) =>
        resolve({ items: keys.map((key) => ({ key })), next, total: 9, parts: ['inbox'] });
      asked.push({ query: { ...query }, answer });
    })) as unknown as typeof call;
  const store = createTranslations({ send });
  const shown = () => (store.list.value.status === 'ready' ? store.list.value.items.map(({ key }) => key) : null);
  return { asked, store, shown };
}

test('PRV-06 pages of an earlier filter are discarded, and their failures are not reported', async () => {
  const { asked, store, shown } = asking();
  const first = store.load();
  asked[0]?.answer(['a', 'b'], 'b');
  await first;
  const more = store.more();
  assert.deepEqual(asked[1]?.query, { after: 'b' });
  store.narrow({ q: 'save' });
  await more;
  assert.deepEqual(asked[2]?.query, { q: 'save' });
  asked[2]?.answer(['c'], null);
  await new Promise(setImmediate);
  assert.deepEqual(shown(), ['c']);
});

test('PRV-06 a next page is loaded once, and keeps local changes', async () => {
  const { asked, store, shown } = asking();
  const first = store.load();
  asked[0]?.answer(['a', 'b'], 'b');
  await first;
  const twice = [store.more(), store.more()];
  for (const { answer } of asked.slice(1)) answer(['c'], null);
  await Promise.all(twice);
  assert.deepEqual(shown(), ['a', 'b', 'c']);
});
