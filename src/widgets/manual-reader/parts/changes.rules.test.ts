import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ManualChange } from '../../../shared/contracts/manuals.contract.ts';
import { itemsOf } from './changes.rules.ts';

const HEADINGS = new Set(['h1', 'h2']);
/** `p1 !p2 h1`: blocks in order; `!` marks changes. */
const items = (text: string) =>
  itemsOf(
    text.split(' ').map((id) => {
      const kind = id.startsWith('!') ? 'changed' : 'same';
      return { id: id.replace('!', ''), kind, html: '' } as ManualChange;
    }),
    HEADINGS,
  ).map((item) => {
    if (item.kind === 'same') return `(${item.blocks.map(({ id }) => id).join(' ')})`;
    return item.kind === 'heading' ? `# ${item.block.id}` : `${item.index} ${item.block.id}`;
  });

test('BEY-11 unchanged content is collapsed, and each change has the heading above it', () => {
  assert.deepEqual(items('p1 p2 h1 p3 !p4 p5'), ['(p1 p2)', '# h1', '(p3)', '0 p4', '(p5)']);
  assert.deepEqual(items('h1 !p1 !p2'), ['# h1', '0 p1', '1 p2']);
  assert.deepEqual(items('p1 !p2'), ['(p1)', '0 p2']);
  assert.deepEqual(items('h1 p1 h2 !p2'), ['(h1 p1)', '# h2', '0 p2']);
  assert.deepEqual(items('!p1 h1 p2'), ['0 p1', '(h1 p2)'], 'no heading without a change below it');
  assert.deepEqual(items('!p1 p2 !p3 p4 !p5'), ['0 p1', '(p2)', '1 p3', '(p4)', '2 p5']);
  assert.deepEqual(items('p1'), ['(p1)']);
});

test('BEY-11 a block that was removed and added again is listed twice, with separate keys', () => {
  const block = (id: string, kind: ManualChange['kind']) => ({ id, kind, html: '' }) as ManualChange;
  const all = itemsOf(
    [block('p1', 'same'), block('p2', 'removed'), block('p2', 'added'), block('p3', 'same')],
    HEADINGS,
  );
  assert.deepEqual(
    all.map(({ key }) => key),
    ['same-p1', 'p2-1', 'p2-2', 'same-p3'],
  );
});
