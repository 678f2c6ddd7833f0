import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPTIONS_MAX } from '../../../shared/contracts/dropdowns.contract.ts';
import { assertBelowLimit, assertFree, changedOption, isUnchanged, languageFaults, ordered } from './options.rules.ts';
import type { OptionRow } from './options.store.ts';

const STORED: OptionRow = {
  id: 'north',
  default_text: 'North quay',
  texts: { et: 'Põhjakai' },
  properties: { company: 'LLV' },
  position: 1,
  active: false,
  version: 1,
  updated_at: new Date('2026-11-21T10:00:00Z'),
  changer: null,
};

test('ADM-06 a new option needs an id and a text, and is active', () => {
  assert.deepEqual(changedOption({ id: 'north', defaultText: ' North quay ' }, undefined, 'en'), {
    id: 'north',
    defaultText: 'North quay',
    texts: {},
    properties: {},
    active: true,
  });
  assert.equal(changedOption({ id: 'north', text: 'North quay' }, undefined, 'en').defaultText, 'North quay');
  const given = { id: 'n', defaultText: 'N', texts: { et: ' P ', ru: '  ' }, properties: { a: 'b' }, active: false };
  assert.deepEqual(changedOption(given, undefined, 'en'), { ...given, texts: { et: 'P' } });
});

test('ERR-04 a missing id or text of an option is named, and a reserved id refused', () => {
  const code = 'request.missing_parameter';
  assert.throws(() => changedOption({ text: 'x' }, undefined, 'en'), { code, params: { parameter: 'id' } });
  assert.throws(() => changedOption({ id: 'x' }, undefined, 'en'), { code, params: { parameter: 'defaultText' } });
  const params = { value: 'emptyValue' };
  const refusal = (pointer: string) => ({
    code: 'option.id_reserved',
    params,
    extra: { errors: [{ pointer, code: 'option.id_reserved', params }] },
  });
  assert.throws(() => changedOption({ id: 'emptyValue', text: 'x' }, undefined, 'en'), refusal('/id'));
  assert.throws(() => assertFree('emptyValue', '/3/id'), refusal('/3/id'));
  assert.doesNotThrow(() => assertFree('empty'));
});

test('ADM-06 a change keeps what is not sent, and a response can be sent back', () => {
  const kept = {
    id: 'north',
    defaultText: 'North quay',
    texts: { et: 'Põhjakai' },
    properties: { company: 'LLV' },
    active: false,
  };
  assert.deepEqual(changedOption({}, STORED, 'et'), kept);
  assert.deepEqual(changedOption({ id: 'other', text: 'Põhjakai' }, STORED, 'et'), kept);
  assert.deepEqual(changedOption({ text: 'North quay' }, STORED, 'en'), kept);
  assert.deepEqual(changedOption({ text: 'Kai' }, STORED, 'et').texts, { et: 'Kai' });
  assert.deepEqual(changedOption({ text: 'Quay' }, STORED, 'en'), { ...kept, texts: { et: 'Põhjakai', en: 'Quay' } });
  assert.deepEqual(changedOption({ text: ' ' }, STORED, 'et').texts, {}, 'an empty text removes it');
  assert.deepEqual(changedOption({ text: 'Kai', texts: { ru: 'Причал' } }, STORED, 'et').texts, { ru: 'Причал' });
  const changed = changedOption({ defaultText: 'N', properties: {}, active: true }, STORED, 'en');
  assert.deepEqual(changed, { ...kept, defaultText: 'N', properties: {}, active: true });
});

test('ADM-06 texts in unknown languages are reported at their position', () => {
  assert.deepEqual(languageFaults({ en: 'a', xx: 'b' }, ['en'], '/2'), [
    { pointer: '/2/texts/xx', code: 'field.choice_unknown', params: { attribute: 'texts', value: 'xx' } },
  ]);
  assert.equal(languageFaults({ xx: 'b' }, [])[0]?.pointer, '/texts/xx');
});

test('ADM-06 a dropdown has a limited number of options', () => {
  assert.doesNotThrow(() => assertBelowLimit(OPTIONS_MAX));
  assert.throws(() => assertBelowLimit(OPTIONS_MAX + 1), { code: 'option.too_many', params: { max: OPTIONS_MAX } });
});

test('ADM-06 options are reordered; those not named follow, and unknown ones are refused', () => {
  assert.deepEqual(ordered(['a', 'b', 'c', 'd'], ['c', 'a', 'c']), ['c', 'a', 'b', 'd']);
  assert.deepEqual(ordered(['a', 'b'], []), ['a', 'b']);
  const params = { value: 'x', attribute: 'positions' };
  const errors = [{ pointer: '/positions/0', code: 'field.choice_unknown', params }];
  assert.throws(() => ordered(['a'], ['x', 'a']), { code: 'option.not_found', params, extra: { errors } });
  assert.throws(() => ordered(['a'], ['a', 'x']), {
    extra: { errors: [{ ...errors[0], pointer: '/positions/1' }] },
  });
});

test('ADM-06 an import leaves equal options alone, whatever the order of their members', () => {
  const row = { ...STORED, texts: { et: 'a', ru: 'b' }, properties: { x: '1', y: '2' } };
  const same = {
    id: 'north',
    defaultText: 'North quay',
    texts: { ru: 'b', et: 'a' },
    properties: { y: '2', x: '1' },
    active: false,
  };
  assert.equal(isUnchanged(same, row), true);
  for (const change of [
    { defaultText: 'N' },
    { texts: { et: 'a' } },
    { properties: { x: '1', y: '3' } },
    { active: true },
  ]) {
    assert.equal(isUnchanged({ ...same, ...change }, row), false, JSON.stringify(change));
  }
});
