import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManualChange } from '../../shared/contracts/manuals.contract.ts';
import { changedSections, numbersOf } from './manual.rules.ts';
import { itemsOf } from './parts/changes.rules.ts';

const section = (level: number, title: string) => ({ level, title });
const block = (id: string, kind: ManualChange['kind'] = 'same'): ManualChange => ({ id, kind, html: '' });

test("MAN-05 headings are numbered by level, even if one is skipped; the author's numbers stay", () => {
  const levels = [0, 2, 3, 3, 2, 4, 3];
  assert.deepEqual(numbersOf(levels.map((level) => section(level, 'Title'))), [
    '',
    '1',
    '1.1',
    '1.2',
    '2',
    '2.1.1',
    '2.2',
  ]);
  assert.deepEqual(numbersOf([section(1, '1. Purpose'), section(1, 'Records')]), ['', '']);
});

test('BEY-11 a change is shown under its heading, with unchanged text folded around it', () => {
  const blocks = [
    block('h1'),
    block('p1'),
    block('h2'),
    block('p2'),
    block('p3'),
    block('p4', 'changed'),
    block('p5', 'removed'),
    block('h3'),
    block('p6'),
  ];
  const items = itemsOf(blocks, new Set(['h1', 'h2', 'h3'])).map((item) =>
    item.kind === 'same' ? `same ${item.blocks.map(({ id }) => id).join(' ')}` : `${item.kind} ${item.block.id}`,
  );
  assert.deepEqual(items, ['same h1 p1', 'heading h2', 'same p2 p3', 'change p4', 'change p5', 'same h3 p6']);
  const sections = ['h1', 'h2', 'h3'].map((id) => ({ id }));
  assert.deepEqual([...changedSections({ blocks }, sections)], ['h2']);
});
