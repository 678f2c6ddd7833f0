import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planMenu, type StoredEntry } from './product-menu.rules.ts';
import type { ProductEntry } from './product-menu.ts';

const product = (path: string, more: Partial<ProductEntry> = {}): ProductEntry => ({
  path,
  icon: null,
  priority: 100,
  groups: ['admin'],
  meta: { page: 'x', desktopOnly: true },
  title: { en: path, et: path, ru: path, zh: path },
  ...more,
});
/** A row as an organisation received it; the database changes the order of members. */
const stored = (path: string, more: Partial<StoredEntry> = {}): StoredEntry => ({
  id: `id of ${path}`,
  parentId: null,
  version: 1,
  isRemoved: false,
  ...product(path),
  title: { zh: path, ru: path, et: path, en: path },
  meta: { desktopOnly: true, page: 'x' },
  ...more,
});
function plan(entries: readonly ProductEntry[], rows: readonly StoredEntry[], given: Parameters<typeof planMenu>[2]) {
  let made = 0;
  const {
    insert,
    update,
    given: now,
  } = planMenu(entries, rows, given, () => {
    made += 1;
    return `new ${made}`;
  });
  const short = (all: typeof insert) => all.map(({ path, id, parentId }) => [path, id, parentId]);
  return { insert: short(insert), update: short(update), now };
}
const A = product('/a');
const B = product('/a/b', { parent: '/a' });

test('RTE-08 a new entry is added below its parent, which may be new too', () => {
  assert.deepEqual(plan([A, B], [], {}), {
    insert: [
      ['/a', 'new 1', null],
      ['/a/b', 'new 2', 'new 1'],
    ],
    update: [],
    now: { '/a': { id: 'new 1', version: 1 }, '/a/b': { id: 'new 2', version: 1 } },
  });
});

test('RTE-08 an entry without its parent is not added', () => {
  const nothing = { insert: [], update: [] };
  assert.deepEqual(plan([B], [], {}), { ...nothing, now: {} });
  const given = { '/a': { id: 'id of /a', version: 1 } };
  assert.deepEqual(plan([A, B], [stored('/a', { isRemoved: true })], given), { ...nothing, now: given });
});

test('RTE-08 an unchanged entry follows the product, each part of it', () => {
  const given = { '/a': { id: 'id of /a', version: 4 } };
  const rows = [stored('/a', { version: 4 })];
  assert.deepEqual(plan([A], rows, given), { insert: [], update: [], now: given });
  for (const change of [
    { icon: 'help' },
    { priority: 7 },
    { groups: [] },
    { meta: { page: 'y' } },
    { title: { ...A.title, et: 'Uus' } },
  ]) {
    const { update, now } = plan([product('/a', change)], rows, given);
    assert.deepEqual(update, [['/a', 'id of /a', null]], JSON.stringify(change));
    assert.deepEqual(now, { '/a': { id: 'id of /a', version: 5 } });
  }
});

test('RTE-08 an entry moves with the product, and stays where it is if the new parent is missing', () => {
  const rows = [stored('/a'), stored('/a/b')];
  const given = { '/a': { id: 'id of /a', version: 1 }, '/a/b': { id: 'id of /a/b', version: 1 } };
  assert.deepEqual(plan([A, B], rows, given).update, [['/a/b', 'id of /a/b', 'id of /a']]);
  const moved = product('/a/b', { parent: '/gone' });
  assert.deepEqual(plan([A, moved], rows, given).update, []);
});

test('RTE-08 what the organisation changed, removed or made itself stays as it is', () => {
  const changed = product('/a', { icon: 'help' });
  const given = { '/a': { id: 'id of /a', version: 1 } };
  for (const row of [stored('/a', { version: 2 }), stored('/a', { isRemoved: true })]) {
    assert.deepEqual(plan([changed], [row], given), { insert: [], update: [], now: given });
  }
  assert.deepEqual(plan([changed], [], given), { insert: [], update: [], now: given });
  assert.deepEqual(plan([changed], [stored('/a', { id: 'own' })], {}), {
    insert: [],
    update: [],
    now: { '/a': { id: 'own', version: 0 } },
  });
  const { insert } = plan([changed], [stored('/a', { id: 'own', isRemoved: true })], {});
  assert.deepEqual(insert, [['/a', 'new 1', null]], 'a removed own entry is no obstacle');
});

test('RTE-08 a menu from before this was recorded counts as received; what was changed since is kept', () => {
  const rows = [
    stored('/a', { id: 'removed', isRemoved: true }),
    stored('/a', { id: 'kept' }),
    stored('/b', { version: 3 }),
    stored('/c', { isRemoved: true }),
  ];
  const entries = ['/a', '/b', '/c', '/d'].map((path) => product(path, { icon: 'help' }));
  assert.deepEqual(plan(entries, rows, null), {
    insert: [['/d', 'new 1', null]],
    update: [['/a', 'kept', null]],
    now: {
      '/a': { id: 'kept', version: 2 },
      '/b': { id: 'id of /b', version: 0 },
      '/c': { id: 'id of /c', version: 1 },
      '/d': { id: 'new 1', version: 1 },
    },
  });
});
