import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanManualHtml, describeManualHtml, hashManualText, readingMinutes } from './index.ts';

const HASH = 'ab'.repeat(32);
/** Returns the sanitised html without generated ids. */
const bare = (html: string) => cleanManualHtml(html).html.replace(/ id="b-[0-9a-z]{10}"/g, '');

test('MAN-05 a text keeps its headings, lists, tables, quotes, code, notes, links and pictures', () => {
  const html =
    '<h1>Rules</h1><p>One <strong>two <em>three</em></strong> <u>four</u> <s>five</s> H<sub>2</sub>O x<sup>2</sup> <code>a &lt; b</code></p>' +
    '<ul><li>a<ol><li>b</li></ol></li><li><p>c</p><p>d</p></li></ul>' +
    '<table><thead><tr><th>A</th><th colspan="2">B</th></tr></thead><tbody><tr><td rowspan="2">1</td><td></td><td>3</td></tr></tbody></table>' +
    '<pre>x\n  y</pre><blockquote><p>q</p></blockquote><hr><aside data-note="warning"><p>n</p></aside>' +
    `<figure><img data-image="${HASH}" alt="A bridge" width="640" height="480"><figcaption>The bridge</figcaption></figure>` +
    '<p lang="ru" dir="ltr"><a href="https://example.org/a?b=c&amp;d">one</a><br><a href="mailto:a@example.org">two</a> <a href="tel:+3725551234">three</a></p>';
  assert.equal(bare(html), html);
  assert.deepEqual(cleanManualHtml(html).removed, []);
});

test('MAN-05 scripts, handlers, frames, forms, drawings, styles and external pictures are removed, and the author is informed', () => {
  const { html, removed } = cleanManualHtml(
    '<p style="position:fixed" class="x" onclick="a()">a<script>b()</script><svg><a xlink:href="javascript:c()"><text>d</text></a></svg>' +
      '<iframe src="https://example.org"></iframe><input value="e"><video src="f"></video><img src="https://example.org/g.png" onerror="h()">' +
      '<a href="java\tscript:i()">j</a><a href="data:text/html,k">l</a><!-- m --><template><b>n</b></template></p>',
  );
  assert.match(html, /^<p id="b-[0-9a-z]{10}">ajl<\/p>$/);
  assert.deepEqual(removed, ['script', 'frame', 'form', 'drawing', 'media', 'image', 'link']);
});

test('MAN-05 blocks, items and rows have unique generated ids, and saving again keeps them', () => {
  const { html } = cleanManualHtml(
    '<h2 id="constructor">A</h2><p id="b-0123456789">x</p><p id="b-0123456789">x</p><p>x</p><ul><li>y</li></ul><p><a href="#constructor">see A</a> <a href="#gone">gone</a></p>',
  );
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  assert.equal(ids.length, 7);
  assert.equal(new Set(ids).size, 7);
  assert.ok(ids.includes('b-0123456789') && ids.every((id) => /^b-[0-9a-z]{8,12}$/.test(id!)));
  assert.match(html, new RegExp(`<a href="#${ids[0]}">see A</a> gone</p>$`));
  assert.equal(cleanManualHtml(html).html, html);
  const sent = '<p>a</p><p>a</p><ul><li>b</li></ul>';
  const saved = cleanManualHtml(sent).html;
  assert.equal(cleanManualHtml(`<p>new</p>${sent}`).html.slice(-saved.length), saved);
});

test('MAN-01 MAN-05 a text is described by words, sections and pictures; the sections are the complete text', () => {
  const { html } = cleanManualHtml(
    `<p>Before all.</p><h1>First <em>part</em></h1><p>One two<br>three</p><table><tr><td>4</td><td>5</td></tr></table><h3>第二部分</h3><p>你好，世界</p><p><img data-image="${HASH}" alt="six"></p>`,
  );
  const description = describeManualHtml(html);
  assert.deepEqual(
    description.sections.map(({ level, title, words }) => [level, title, words]),
    [
      [0, '', 2],
      [1, 'First part', 7],
      [3, '第二部分', 9],
    ],
  );
  assert.equal(description.sections.map((section) => section.html).join(''), html);
  assert.equal(description.sections[0]?.id, 'start');
  assert.match(description.sections[1]?.id ?? '', /^b-/);
  assert.equal(description.plain, 'Before all.\nFirst part\nOne two\nthree\n4\t5\n第二部分\n你好，世界\nsix');
  assert.equal(description.words, 18);
  assert.deepEqual(description.images, [HASH]);
  assert.equal(
    hashManualText('A', '<p>b</p>').toString('hex'),
    'cb928bc1a8f0fffab5d9eb646999aca5b163970f4fe80890f62edc41293344e1',
  );
});

test('MAN-01 reading minutes depend on the language: Chinese counts characters', () => {
  assert.deepEqual(
    ['en', 'et', 'ru', 'zh'].map((language) => readingMinutes(2000, language)),
    [9, 13, 11, 8],
  );
  assert.deepEqual([readingMinutes(0, 'en'), readingMinutes(1, 'sv')], [0, 1]);
});
