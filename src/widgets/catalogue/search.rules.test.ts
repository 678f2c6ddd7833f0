import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CatalogueEntry } from '../../shared/contracts/catalogue.contract.ts';
import { fallbacks, indexOf, recent, search } from './search.rules.ts';

const item = (id: string, title: string, more: Partial<CatalogueEntry> = {}): CatalogueEntry => ({
  id,
  category: null,
  kind: 'process',
  target: id,
  title,
  description: '',
  icon: null,
  keywords: [],
  otherTexts: [],
  address: null,
  isFavourite: false,
  lastStarted: null,
  draft: null,
  usualHours: null,
  blocked: null,
  ...more,
});

const ITEMS = [
  item('leave', 'Puhkuseavaldus', { keywords: ['vaba päev'], otherTexts: ['Leave', 'Отпуск'], category: 'time' }),
  item('trip', 'Business trip', { description: 'Leave for another town', keywords: ['*'] }),
  item('relief', 'Relief of a sleeve', { lastStarted: '2026-11-02T08:00:00.000Z' }),
  item('laptop', 'Õppearvuti', { draft: '2026-11-20T08:00:00.000Z', lastStarted: '2026-10-01T08:00:00.000Z' }),
];
const find = (q: string) =>
  search(
    indexOf(ITEMS, (id) => (id === 'time' ? 'Tööaeg' : '')),
    q,
  ).map(({ id }) => id);

test('CAT-01 the search ignores case and diacritics, and finds the words of every language', () => {
  assert.deepEqual(find('OPPEARVUTI'), ['laptop']);
  assert.deepEqual(find('отпуск'), ['leave']);
  assert.deepEqual(find('tooaeg'), ['leave'], 'by category');
  assert.deepEqual(find('vaba paev'), ['leave'], 'by keyword');
  assert.deepEqual(find('nothing'), []);
});

test('CAT-01 the beginning of a word comes before its middle, and a title before other texts', () => {
  assert.deepEqual(find('leave'), ['trip', 'leave']);
  assert.deepEqual(find('le'), ['trip', 'leave', 'relief']);
  assert.deepEqual(find('business leave'), ['trip'], 'every word counts');
});

test('CAT-01 recent items are those started or begun last, and a search without a result has items to offer', () => {
  assert.deepEqual(
    recent(ITEMS).map(({ id }) => id),
    ['laptop', 'relief'],
  );
  assert.deepEqual(
    fallbacks(ITEMS).map(({ id }) => id),
    ['trip'],
  );
});

test('CAT-01 a search among 500 items takes at most 16 ms', () => {
  const many = Array.from({ length: 500 }, (_, index) =>
    item(`i${index}`, `Request number ${index}`, { description: 'x'.repeat(300), otherTexts: ['Taotlus', 'Заявка'] }),
  );
  const index = indexOf(many, () => 'Category');
  search(index, 'warm up');
  const before = performance.now();
  assert.equal(search(index, 'request 499').length, 1);
  assert.ok(performance.now() - before <= 16);
});
