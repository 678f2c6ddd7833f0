import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeValues, same } from './merge.ts';

const base = { subject: 'Roof', amount: 10, when: null };

test('BEY-07 changes of different fields merge without a conflict', () => {
  const merged = mergeValues(base, { ...base, subject: 'Roof and door' }, { ...base, amount: 12 });
  assert.deepEqual(merged, { values: { subject: 'Roof and door', amount: 12, when: null }, conflicts: [] });
});

test('BEY-07 a field changed by both is a conflict with both values, and keeps mine until it is resolved', () => {
  const { values, conflicts } = mergeValues(base, { ...base, amount: 11 }, { ...base, amount: 12 });
  assert.equal(values.amount, 11);
  assert.deepEqual(conflicts, [{ path: ['amount'], base: 10, mine: 11, theirs: 12 }]);
});

test('BEY-07 the same change twice is not a conflict, and clearing counts as a change', () => {
  assert.deepEqual(mergeValues(base, { ...base, subject: 'Door' }, { ...base, subject: 'Door' }).conflicts, []);
  assert.deepEqual(mergeValues(base, { ...base, subject: null }, base).values.subject, null);
  assert.equal(mergeValues(base, { ...base, subject: null }, { ...base, subject: 'Door' }).conflicts.length, 1);
});

test('BEY-07 rows are merged by their id and cell by cell', () => {
  const rows = (...list: [rowId: string, item: string, qty: number][]) => ({
    lines: list.map(([rowId, item, qty]) => ({ rowId, item, qty })),
  });
  const before = rows(['r1', 'Rope', 1], ['r2', 'Tar', 2], ['r3', 'Nail', 3]);
  const mine = rows(['r1', 'Rope', 5], ['r2', 'Tar', 2], ['r4', 'Mine', 4]);
  const theirs = rows(['r1', 'Cable', 1], ['r2', 'Tar', 9], ['r3', 'Nail', 3], ['r4', 'Theirs', 7]);
  const { values, conflicts } = mergeValues(before, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(values, rows(['r1', 'Cable', 5], ['r2', 'Tar', 9], ['r4', 'Mine', 4], ['r4-2', 'Theirs', 7]));
});

test('BEY-07 a row that one removed and the other changed stays', () => {
  const row = { rowId: 'r1', item: 'Rope' };
  const changed = { rowId: 'r1', item: 'Cable' };
  assert.deepEqual(mergeValues({ lines: [row] }, { lines: [] }, { lines: [changed] }).values.lines, [changed]);
  assert.deepEqual(mergeValues({ lines: [row] }, { lines: [changed] }, { lines: [] }).values.lines, [changed]);
  assert.deepEqual(mergeValues({ lines: [row] }, { lines: [] }, { lines: [row] }).values.lines, []);
});

test('BEY-07 a cell that both changed is a conflict of that cell only', () => {
  const of = (qty: number) => ({ lines: [{ rowId: 'r1', item: 'Rope', qty }] });
  assert.deepEqual(mergeValues(of(1), of(2), of(3)).conflicts, [
    { path: ['lines', 'r1', 'qty'], base: 1, mine: 2, theirs: 3 },
  ]);
});

test('BEY-07 values are equal whatever the order of their members', () => {
  assert.ok(same({ amount: 1, currency: 'EUR' }, { currency: 'EUR', amount: 1 }));
  assert.ok(same(null, undefined));
  assert.ok(!same(0, null));
  assert.ok(!same(false, null));
});

test('BEY-07 FRM-05 files added by both are kept, and a file removed by either is removed', () => {
  const files = (...ids: string[]) => ({
    offer: ids.map((id) => ({ id, fileName: `${id}.pdf`, size: 1, mediaType: 'application/pdf' })),
  });
  const { values, conflicts } = mergeValues(files('a', 'b'), files('a', 'b', 'c'), files('b', 'd'));
  assert.deepEqual({ values, conflicts }, { values: files('b', 'd', 'c'), conflicts: [] });
  assert.equal(mergeValues(files('a'), files(), { offer: null }).values.offer, null);
});
