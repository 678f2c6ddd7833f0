import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COLUMNS, STANDARD } from './columns.ts';
import { foldColumns } from './fold.ts';

const folded = (available: number, columns = STANDARD, widths = {}) =>
  foldColumns(columns, widths, available).folded.join(' ');

test('LAY-11 a narrower table folds the less important columns, and none twice', () => {
  assert.equal(folded(1060), '');
  assert.equal(folded(900), 'process');
  assert.equal(folded(764), 'businessKey process');
  assert.equal(folded(390), 'businessKey process assignee');
  for (let width = 200; width < 2500; width += 50) {
    const { shown, folded } = foldColumns(COLUMNS, {}, width);
    assert.deepEqual([...shown, ...folded].sort(), [...COLUMNS].sort());
    assert.ok(shown.includes('name') && shown.includes('status'));
  }
});

test('LAY-11 a column that a user made wider needs more room', () => {
  assert.equal(folded(1060, STANDARD, { assignee: 300 }), 'process');
});
