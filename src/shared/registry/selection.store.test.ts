import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSelection, isEmpty } from './selection.store.ts';

test('BEY-05 records are selected across pages, and one of all that match can be left out', () => {
  const selection = createSelection();
  assert.equal(isEmpty(selection.selected.peek()), true);
  selection.select(['a', 'b'], true, ['a', 'b']);
  selection.select(['c'], true, ['c', 'd']);
  assert.deepEqual(['a', 'b', 'c', 'd'].map(selection.has), [true, true, true, false]);
  selection.select(['a', 'b', 'c'], false, ['a', 'b']);
  assert.equal(isEmpty(selection.selected.peek()), true);
  selection.selectAll();
  assert.deepEqual([selection.has('z'), isEmpty(selection.selected.peek())], [true, false]);
  selection.select(['d'], false, ['c', 'd']);
  assert.deepEqual(['c', 'd', 'z'].map(selection.has), [true, false, false]);
  selection.clear();
  assert.equal(isEmpty(selection.selected.peek()), true);
});
