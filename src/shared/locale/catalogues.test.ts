import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasCatalogues, loadCatalogues, register } from './catalogues.ts';

test('PRO-02 texts registered while others are loading are loaded too', async () => {
  const late = { loaded: false };
  const catalogue = (state: { loaded: boolean }, meanwhile = () => {}) => ({
    has: () => state.loaded,
    async load() {
      meanwhile();
      state.loaded = true;
    },
  });
  let isThere = false;
  const first = { loaded: false };
  register(
    catalogue(first, () => {
      if (!isThere) register(catalogue(late));
      isThere = true;
    }),
  );
  await loadCatalogues('ru');
  assert.ok(late.loaded);
  assert.ok(hasCatalogues('ru'));
});
