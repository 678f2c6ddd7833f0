import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LanguageId } from '../../../shared/contracts/constants.ts';
import { faultOf } from './translations.rules.ts';

const same = (text: string) => ({ en: text, et: text, ru: text, zh: text });
const fault = (text: string, product: string, language: LanguageId = 'en') => faultOf(text, same(product), language);

test('PRV-06 a text with exactly the arguments of the product replaces it, in any order', () => {
  assert.equal(fault('Tere', 'Hello'), undefined);
  assert.equal(fault('{b} ja {a}', '{a} and {b}'), undefined);
  const products = { ...same('{a}'), ru: '{a} {b}' };
  assert.equal(faultOf('{a}{b}', products, 'en'), undefined, 'the arguments of all languages count');
  const expected = (wanted: string) => ({ code: 'translation.arguments', params: { expected: wanted } });
  assert.deepEqual(fault('{a}', '{a} and {b}'), expected('{a}, {b}'));
  assert.deepEqual(fault('{a} {c}', '{a} {b}'), expected('{a}, {b}'));
  assert.deepEqual(fault('{a}', 'Hello'), expected('–'));
});

test('PRV-06 an argument may be shown as it is, or as the product formats it', () => {
  const tasks = '{count, plural, one {# task} other {# tasks}}';
  const kind = '{kind, select, a {A} other {B}}';
  assert.equal(fault('{count}', tasks), undefined);
  assert.equal(fault('{kind}', kind), undefined);
  assert.equal(fault('{at, date, short}', '{at, date, short}'), undefined);
  assert.deepEqual(fault(tasks, '{count}'), { code: 'translation.arguments', params: { expected: '{count}' } });
  assert.deepEqual(fault('x', tasks)?.params, { expected: '{count, plural, …}' });
  assert.deepEqual(fault('x', `${kind} {who}`)?.params, { expected: '{kind, select, …}, {who}' });
  assert.equal(fault('{kind, select, a {{who}} other {}}', `${kind} {who}`), undefined, 'also inside a choice');
});

test('PRV-06 tags are refused unless the product has them', () => {
  assert.deepEqual(fault('<b>Hello</b>', 'Hello'), { code: 'translation.markup', params: {} });
  assert.deepEqual(fault('<b>Hello', 'Hello'), { code: 'translation.markup', params: {} });
  assert.deepEqual(fault('<i>Hello</i>', '<b>Hello</b>'), { code: 'translation.markup', params: {} });
  assert.equal(fault('<b>Tere</b>', '<b>Hello</b>'), undefined);
  assert.equal(fault('Tere', '<b>Hello</b>'), undefined);
});

test('PRV-06 a text that cannot be parsed is reported with the place of the fault', () => {
  assert.deepEqual(fault('Tere {nimi', '{name}'), {
    code: 'translation.icu_invalid',
    params: { position: 6, near: '{nimi' },
  });
  const long = fault(`{${'x'.repeat(40)}`, '{name}');
  assert.deepEqual([...String(long?.params.near)].length, 24);
});

test('PRV-06 I18N-04 a plural has all forms of the language', () => {
  const product = '{count, plural, one {# day} other {# days}}';
  assert.deepEqual(fault('{count, plural, one {# день} other {# дня}}', product, 'ru'), {
    code: 'translation.plural_forms',
    params: { forms: 'few, many' },
  });
  assert.equal(
    fault('{count, plural, one {# день} few {# дня} many {# дней} other {# дня}}', product, 'ru'),
    undefined,
  );
  assert.equal(fault('{count, plural, other {# 天}}', product, 'zh'), undefined);
  assert.deepEqual(fault('{count, plural, other {# days}}', product)?.params, { forms: 'one' });
});
