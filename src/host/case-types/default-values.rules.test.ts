import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultsOf, isVariable, rowsOf } from './default-values.rules.ts';

test('PRV-04 default values keep their types when they are shown and read again', () => {
  const defaults = { a: 'text', b: '=today()', c: 12, d: true, e: null, f: ['x', 'y'], g: '12', h: '', i: '{"x":1}' };
  assert.deepEqual(defaultsOf(rowsOf(defaults)), defaults);
  assert.deepEqual(
    rowsOf(defaults).map(({ text }) => text),
    ['text', '=today()', '12', 'true', 'null', '["x","y"]', '"12"', '', '{"x":1}'],
  );
});

test('PRV-04 rows without a name are left out, and a name is that of a variable', () => {
  assert.deepEqual(
    defaultsOf([
      { name: ' ', text: '1' },
      { name: ' cost ', text: '1' },
    ]),
    { cost: 1 },
  );
  assert.deepEqual(['cost', ' cost ', '_x9', '9x', 'a b', ''].map(isVariable), [true, true, true, false, false, false]);
});
