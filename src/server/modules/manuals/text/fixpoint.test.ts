import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { XSS_VECTORS } from '../../../../shared/manual-html/vectors.support.ts';
import { cleanManualHtml, describeManualHtml } from './index.ts';

const TAGS =
  'h1 h5 p div span ul ol li dl dt dd table thead tbody tfoot tr th td caption col pre code blockquote aside figure figcaption a b i em strong u s del ins sub sup br hr img svg style script math template select form nobr button center section'.split(
    ' ',
  );
const ATTRIBUTES = [
  'id="b-abcdefgh"',
  'id="x"',
  'name="y"',
  'href="#x"',
  'href="#b-abcdefgh"',
  'href="https://example.org/ a?b&amp;c"',
  'href="mailto: a @b"',
  'style="font-weight:700;font-style:italic;vertical-align:sub"',
  'style="font-weight:normal"',
  `data-image="${'0'.repeat(64)}"`,
  'alt=" a\u00a0 &quot;b "',
  'width="10"',
  'colspan="2"',
  'rowspan="2"',
  'data-note="info"',
  'dir="rtl"',
  'lang="et"',
  "style='mso-list:l0 level2 lfo1'",
  'class=MsoListParagraph',
  'class=MsoTitle',
];
const text = fc.constantFrom(
  'a',
  ' ',
  '\n',
  '  b ',
  '&nbsp;',
  '&#13;',
  '·&nbsp;',
  '1.&nbsp;',
  '&lt;x&gt;',
  '\u0000',
  '\ud800',
  '中',
  '<!--c-->',
  '<![if !x]>',
);
const tag = fc.constantFrom(...TAGS);
const opening = fc
  .tuple(tag, fc.array(fc.constantFrom(...ATTRIBUTES), { maxLength: 3 }))
  .map(([name, attributes]) => `<${[name, ...attributes].join(' ')}>`);
const soup = fc
  .array(
    fc.oneof(
      opening,
      text,
      tag.map((name) => `</${name}>`),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

test('MAN-05 MAN-01 sanitising a sanitised text changes nothing, and its sections are complete', () => {
  const holds = (given: string) => {
    const { html } = cleanManualHtml(given);
    const again = cleanManualHtml(html);
    assert.equal(again.html, html);
    assert.deepEqual(again.removed, []);
    const { sections } = describeManualHtml(html);
    assert.equal(sections.map((section) => section.html).join(''), html);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length);
  };
  for (const vector of XSS_VECTORS) holds(vector);
  fc.assert(fc.property(soup, holds), { numRuns: 1500 });
});

test('MAN-05 a few characters that expand to millions of elements are sanitised within limits', () => {
  const open = Array.from({ length: 100 }, (_, index) => `<b title="${index}">`).join('');
  const { html } = cleanManualHtml(`${open}${'<p>x'.repeat(20_000)}${'<div>'.repeat(20_000)}deep`);
  assert.match(html, /deep/);
  assert.ok(html.length < 4_000_000);
});
