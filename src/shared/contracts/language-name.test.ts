import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageName } from './language-name.ts';

test('MAN-05 a language has its own name, also one that only manuals have', () => {
  assert.deepEqual(['en', 'et', 'ru', 'zh', 'fi'].map(languageName), [
    'English',
    'Eesti',
    'Русский',
    '简体中文',
    'suomi',
  ]);
});

test('MAN-05 an id that is no language is its own name', () => {
  assert.equal(languageName('not a language'), 'not a language');
});
