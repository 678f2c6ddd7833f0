import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionAt, mentionsLeft, partsOf, withMention } from './mentions.ts';

const at = (text: string) => mentionAt(text, text.length)?.q ?? null;
const mart = { key: 'm', name: 'Mart Kask' };

test('TSK-17 an @ at the beginning of a word starts a mention, an address does not', () => {
  assert.deepEqual(['@', '@Ma', 'Ask @Mart Ka', '(@Õn'].map(at), ['', 'Ma', 'Mart Ka', 'Õn']);
  assert.deepEqual(['a@b.ee', 'no name', '@Mart Kask is here'].map(at), [null, null, null]);
});

test('TSK-17 the chosen name replaces the typed text, and typing continues after it', () => {
  const place = mentionAt('Ask @ma please', 7)!;
  assert.deepEqual(withMention('Ask @ma please', place, 'Mart Kask'), { text: 'Ask @Mart Kask please', caret: 15 });
});

test('TSK-17 only users whose name is still in the text are mentioned', () => {
  assert.deepEqual(mentionsLeft('Ask @Mart Kask', [mart, mart, { key: 'a', name: 'Anna Tamm' }]), [mart]);
});

test('TSK-17 names are highlighted in the text, and a shorter name does not split a longer one', () => {
  const people = [{ name: 'Ann' }, { name: 'Anna' }];
  assert.deepEqual(partsOf('@Anna and @Ann', people), [
    { text: '@Anna', isName: true },
    { text: ' and ', isName: false },
    { text: '@Ann', isName: true },
  ]);
  assert.deepEqual(partsOf('<b>x</b>', []), [{ text: '<b>x</b>', isName: false }]);
});
