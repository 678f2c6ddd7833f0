import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineDiff } from './line-diff.rules.ts';

const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ sign, text }) => (sign === 'gap' ? '…' : sign + text));

test('BEY-22 a comparison shows changed lines with three equal lines around them', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
  const before = `${lines.join('\n')}\n`;
  const after = before.replace('line 5\n', 'LINE 5\nnew\n');
  assert.deepEqual(shown(before, after), [
    '…',
    ' line 2',
    ' line 3',
    ' line 4',
    '-line 5',
    '+LINE 5',
    '+new',
    ' line 6',
    ' line 7',
    ' line 8',
    '…',
  ]);
  assert.deepEqual(shown('a\nb\nc\n', 'b\nc\nd\n'), ['-a', ' b', ' c', '+d']);
  assert.deepEqual(shown('', 'a\n'), ['+a']);
  assert.deepEqual(shown('a\n', ''), ['-a']);
  assert.deepEqual(shown('a\n', 'a\n'), ['…']);
  const long = Array.from({ length: 2000 }, (_, index) => String(index)).join('\n');
  assert.equal(shown(long, `x\n${long.replaceAll('9', '8')}`).length, 4001);
});
