import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EditedMenuItem } from '../../shared/contracts/menus.contract.ts';
import { hiddenFrom } from './preview.rules.ts';

const entry = (id: string, parentId: string | null = null, meta: EditedMenuItem['meta'] = {}): EditedMenuItem => ({
  ...{ id, path: `/${id}`, title: { en: id }, icon: null, meta, parentId, priority: 10, version: 1 },
  ...{ origin: 'own', children: [] },
});

test('PRV-02 the preview says why an entry is not shown: hidden, of other groups, or below one that is not shown', () => {
  const entries = [
    entry('seen'),
    entry('secret', null, { hidden: true }),
    entry('crew', null, { groups: ['crew'] }),
    entry('below', 'crew'),
    entry('part', 'seen', { groups: ['crew'] }),
  ];
  const seen = [entry('seen'), entry('secret', null, { hidden: true })];
  assert.deepEqual(
    hiddenFrom(entries, seen).map(({ entry: { id }, why }) => [id, why]),
    [
      ['secret', 'hidden'],
      ['crew', 'needs'],
      ['below', 'parent'],
      ['part', 'needs'],
    ],
  );
});
