import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormNode } from '../forms/index.ts';
import { bandsOf } from './bands.ts';

const field = (index: number, width: number): FormNode =>
  ({ type: 'text', key: `f${index}`, label: { en: 'x' }, width }) as FormNode;

test('FRM-02 a large form is rendered in bands that end with a full row, keeping all fields and their order', () => {
  const widths = [6, 6, 4, 8, 12, 3, 3, 6, 7];
  const children = Array.from({ length: 300 }, (_, index) => field(index, widths[index % widths.length] as number));
  const bands = bandsOf(children);
  assert.ok(bands.length > 10);
  assert.deepEqual(bands.flat(), children);
  let used = 0;
  const starts = new Set<FormNode>();
  for (const child of children) {
    const width = (child as { width: number }).width;
    if (used + width > 12) used = 0;
    if (used === 0) starts.add(child);
    used = (used + width) % 12;
  }
  for (const [first] of bands) assert.ok(first && starts.has(first), 'a band begins where a row begins');
});

test('FRM-02 a small form is one grid', () => {
  const children = Array.from({ length: 59 }, (_, index) => field(index, 6));
  assert.deepEqual(bandsOf(children), [children]);
});
