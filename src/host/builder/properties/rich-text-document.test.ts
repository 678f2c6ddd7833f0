import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRichText } from '../../../shared/forms/index.ts';
import { documentOf, sourceOf } from './rich-text-document.ts';

test('FRM-09 static text is unchanged after a round trip through the editor', () => {
  for (const source of [
    '<p>Hello <strong>you</strong><br>and <em>you</em></p>',
    '<h3>Title</h3><ul><li><p>One</p></li><li><p>Two &amp; &lt;three&gt;</p></li></ul>',
    '<ol><li><p><a href="https://example.org/?a=1">here</a></p></li></ol>',
    '<p></p>',
  ]) {
    assert.equal(sourceOf(documentOf(source)), source);
    parseRichText(sourceOf(documentOf(source)));
  }
});

test('FRM-09 text without a block, broken markup and executable addresses are harmless', () => {
  assert.equal(sourceOf(documentOf('Loose <strong>words</strong>')), '<p>Loose <strong>words</strong></p>');
  assert.equal(sourceOf(documentOf('<ul><li>Bare</li></ul>')), '<ul><li><p>Bare</p></li></ul>');
  assert.equal(sourceOf(documentOf('<script>1</script>')), '<p>&lt;script&gt;1&lt;/script&gt;</p>');
  const mark = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
  assert.equal(sourceOf({ type: 'text', text: 'x', marks: [mark] }), 'x');
});
