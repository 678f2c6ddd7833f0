import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS, type ErrorCode } from './errors.ts';
import { PROBLEM_TEXTS } from './problem-texts.ts';

const placeholdersOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();
const CODES = Object.keys(ERRORS) as ErrorCode[];

for (const [language, texts] of Object.entries(PROBLEM_TEXTS)) {
  test(`I18N-04 every error code has a text in ${language} with the placeholders of the English one`, () => {
    assert.deepEqual(Object.keys(texts).sort(), [...CODES].sort());
    for (const code of CODES) {
      assert.notEqual(texts[code].trim(), '', code);
      assert.deepEqual(placeholdersOf(texts[code]), placeholdersOf(ERRORS[code].text), code);
    }
  });

  test(`I18N-04 no text in ${language} equals the English one, nor inflects an inserted name`, () => {
    for (const code of CODES) {
      if (ERRORS[code].text === '{message}') continue;
      assert.notEqual(texts[code], ERRORS[code].text, code);
      if (language === 'zh') {
        const outsideNames = texts[code].replaceAll(/\{\w+\}/g, '').replace('字段=比较方式:值', '');
        assert.doesNotMatch(outsideNames, /[,.;:()?!](\s|$)/, code);
      } else assert.doesNotMatch(texts[code], /\}['’-]?\p{L}|\p{L}\{/u, code);
    }
  });
}

test('I18N-04 Russian texts show no gender', () => {
  for (const [code, text] of Object.entries(PROBLEM_TEXTS.ru)) assert.doesNotMatch(text, /\(а\)|\(ась\)|\/а\b/, code);
});
