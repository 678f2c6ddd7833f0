import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { serialize } from 'parse5';
import type { ManualChange } from '../../../../shared/contracts/manuals.contract.ts';
import { cleanManualHtml, differenceOfManuals, sumOfDifference } from './index.ts';
import { attributeOf, isElement, parseHtml, type SourceNode } from './parse.ts';

const clean = (html: string) => cleanManualHtml(html).html;

/** Removes from a marked block the content of only the other version. */
function side(html: string, without: 'del' | 'ins'): string {
  const gone = without === 'del' ? 'removed' : 'added';
  const isGone = (node: SourceNode) =>
    isElement(node) && (node.tagName === without || attributeOf(node, 'data-change') === gone);
  const strip = (nodes: SourceNode[]): SourceNode[] =>
    nodes
      .filter((node) => !isGone(node))
      .flatMap((node) => {
        if (!isElement(node)) return [node];
        node.childNodes = strip(node.childNodes);
        return node.tagName === 'ins' || node.tagName === 'del' ? node.childNodes : [node];
      });
  return clean(serialize({ nodeName: '#document-fragment', childNodes: strip(parseHtml(html)) }));
}

const forwards = (changes: readonly ManualChange[]) =>
  changes.map(({ kind, html }) => (kind === 'removed' ? '' : side(html, 'del'))).join('');
const backwards = (changes: readonly ManualChange[]) =>
  changes.map(({ kind, html, before }) => (kind === 'added' || kind === 'moved' ? '' : (before ?? html))).join('');
const bare = (html: string) => html.replaceAll(/ id="[^"]*"/g, '');
/** Returns the text without tags and spaces; a paragraph may have become a heading. */
const letters = (html: string) => html.replaceAll(/<[^>]*>|\s/g, '');
const changesOf = (before: string, after: string, language = 'en') =>
  differenceOfManuals(clean(before), clean(after), language).map(({ kind, html }) => [kind, bare(html)]);

test('BEY-11 added and removed words are marked in their paragraph, also in languages without spaces', () => {
  assert.deepEqual(
    changesOf(
      '<p>Wear a helmet on the quay at all times.</p><p>Same.</p>',
      '<p>Wear a <b>new</b> helmet on the pier at all times.</p><p>Same.</p>',
    ),
    [
      [
        'changed',
        '<p>Wear a <ins><strong>new</strong> </ins>helmet on the <del>quay</del><ins>pier</ins> at all times.</p>',
      ],
      ['same', '<p>Same.</p>'],
    ],
  );
  assert.deepEqual(changesOf('<p>所有员工必须佩戴安全帽。</p>', '<p>所有访客必须佩戴安全帽。</p>', 'zh'), [
    ['changed', '<p>所有<del>员工</del><ins>访客</ins>必须佩戴安全帽。</p>'],
  ]);
});

test('BEY-11 added, removed and moved blocks are marked; a moved one at both places', () => {
  const changes = differenceOfManuals(
    clean('<h2>A</h2><p>One about ropes.</p><h2>B</h2><p>Two about cranes.</p><p>Three about boats and oars.</p>'),
    clean(
      '<h2>B</h2><p>Two about cranes.</p><p>Three about boats and oars.</p><h2>A</h2><p>Entirely different words stand here.</p>',
    ),
    'en',
  );
  assert.deepEqual(
    changes.map(({ kind, html }) => [kind, bare(html)]),
    [
      ['removed', '<h2>A</h2>'],
      ['removed', '<p>One about ropes.</p>'],
      ['same', '<h2>B</h2>'],
      ['same', '<p>Two about cranes.</p>'],
      ['same', '<p>Three about boats and oars.</p>'],
      ['moved', '<h2>A</h2>'],
      ['added', '<p>Entirely different words stand here.</p>'],
    ],
  );
  assert.equal(changes[0]!.id, changes[5]!.id);
  assert.deepEqual(sumOfDifference(changes), { changes: 3, words: 5 });
});

test('BEY-11 lists are compared by item and tables by row', () => {
  const rows = (...names: string[]) =>
    `<table><tr><th>Name</th><th>Phone</th></tr>${names.map((name) => `<tr><td>${name}</td><td>12345</td></tr>`).join('')}</table>`;
  assert.deepEqual(changesOf(rows('Anna', 'Boris', 'Carl'), rows('Anna', 'Carl', 'Dora')), [
    [
      'changed',
      '<table><thead><tr><th>Name</th><th>Phone</th></tr></thead><tbody><tr><td>Anna</td><td>12345</td></tr>' +
        '<tr data-change="removed"><td>Boris</td><td>12345</td></tr><tr><td>Carl</td><td>12345</td></tr>' +
        '<tr data-change="added"><td>Dora</td><td>12345</td></tr></tbody></table>',
    ],
  ]);
  assert.deepEqual(
    changesOf(
      '<ul><li>one</li><li>two is long enough</li></ul>',
      '<ul><li>zero</li><li>one</li><li>two is not long enough</li></ul>',
    ),
    [['changed', '<ul><li data-change="added">zero</li><li>one</li><li>two is <ins>not </ins>long enough</li></ul>']],
  );
});

const word = fc.constantFrom('harbour', 'crane', 'must', 'not', 'a', 'пирс', 'kai', '安全', 'end.');
const line = fc
  .array(fc.tuple(word, fc.constantFrom('', 'b', 'i', 'code')), { minLength: 1, maxLength: 8 })
  .map((words) => words.map(([one, mark]) => (mark ? `<${mark}>${one}</${mark}>` : one)).join(' '));
const list = fc
  .array(fc.tuple(line, fc.option(line)), { minLength: 1, maxLength: 4 })
  .map(
    (items) =>
      `<ul>${items.map(([text, inner]) => `<li>${text}${inner ? `<ol><li>${inner}</li></ol>` : ''}</li>`).join('')}</ul>`,
  );
const table = fc
  .array(fc.array(line, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .map(
    (rows) =>
      `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
  );
const block = fc.oneof(
  { weight: 4, arbitrary: line.map((text) => `<p>${text}</p>`) },
  line.map((text) => `<h2>${text}</h2>`),
  line.map((text) => `<pre>${text}\n ${text}</pre>`),
  line.map((text) => `<blockquote><p>${text}</p><p>${text} x</p></blockquote>`),
  line.map((text) => `<figure><img data-image="${'0'.repeat(64)}" alt="x"><figcaption>${text}</figcaption></figure>`),
  list,
  table,
);
const manual = fc.array(block, { maxLength: 10 }).map((blocks) => clean(blocks.join('')));

test('BEY-11 a difference converts the earlier text to the later one and back', () => {
  const holds = (before: string, after: string) => {
    const changes = differenceOfManuals(before, after, 'en');
    assert.equal(forwards(changes), after);
    assert.equal(backwards(changes), before);
    for (const { kind, html, before: was } of changes) {
      if (kind === 'changed' || kind === 'moved') assert.equal(letters(side(html, 'ins')), letters(was!));
    }
  };
  fc.assert(fc.property(manual, manual, holds), { numRuns: 80 });
  // Versions of one text: blocks with the same IDs, reordered, some with changed words.
  const edited = fc
    .tuple(manual, fc.array(fc.tuple(fc.nat(), fc.nat(), word), { maxLength: 5 }))
    .map(([before, edits]) => {
      const blocks =
        before.match(
          /<(h2|p|pre|ul|table|blockquote|figure) id="[^"]*">.*?<\/\1>(?=<(?:h2|p|pre|ul|table|blockquote|figure) id=|$)/gs,
        ) ?? [];
      for (const [from, to, added] of edits) {
        if (blocks.length === 0) break;
        const [one] = blocks.splice(from % blocks.length, 1);
        blocks.splice(to % (blocks.length + 1), 0, one!.replace(/(harbour|crane|must)/, added));
      }
      return [before, clean(blocks.join(''))] as const;
    });
  fc.assert(
    fc.property(edited, ([before, after]) => holds(before, after)),
    { numRuns: 80 },
  );
});
