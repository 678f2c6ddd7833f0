import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Option } from '../../shared/contracts/dropdowns.contract.ts';
import { readPasted } from './import.rules.ts';
import { changeOf, draftOf, faultsOf, idFor, isChanged, matching, missingIn, moved } from './option.rules.ts';

const option = (more: Partial<Option> = {}): Option => ({
  id: 'a',
  text: 'Quay',
  defaultText: 'Quay',
  texts: { en: 'Quay', et: 'Kai' },
  properties: { rate: 24, eu: true, company: 'x' },
  position: 0,
  active: true,
  version: 1,
  ...more,
});

test('ADM-06 an untouched property keeps its type, and a typed one is text', () => {
  const before = option();
  const draft = draftOf(before);
  assert.equal(isChanged(draft, before), false);
  assert.deepEqual(changeOf(draft, before).properties, before.properties);
  const typed = {
    ...draft,
    properties: draft.properties.map((row) => (row.name === 'rate' ? { ...row, value: '9' } : row)),
  };
  assert.deepEqual(changeOf(typed, before).properties, { rate: '9', eu: true, company: 'x' });
  assert.equal('id' in changeOf(draft, before), false);
  assert.equal(changeOf({ ...draft, id: ' b ' }, null).id, 'b');
});

test('ADM-06 missing, taken, reserved and duplicate values are reported at their fields', () => {
  const draft = { ...draftOf(null), properties: [{ key: '1', name: '1st', value: 'x' }] };
  assert.deepEqual(faultsOf(draft, true, new Set()), { id: 'required', defaultText: 'required', 'property 1': 'name' });
  const named = (id: string) => faultsOf({ ...draftOf(null), id, defaultText: 'x' }, true, new Set(['a']));
  assert.deepEqual(named('a'), { id: 'taken' });
  assert.deepEqual(named('emptyValue'), { id: 'reserved' });
  assert.deepEqual(named('b'), {});
  const twice = draftOf(option());
  const rows = [...twice.properties, { key: 'new', name: 'rate', value: '1' }];
  assert.deepEqual(faultsOf({ ...twice, properties: rows }, false, new Set(['a'])), { 'property new': 'twice' });
});

test('ADM-06 options are found by their texts, and those without a text in a language are reported', () => {
  const options = [option(), option({ id: 'b', defaultText: 'Crane', texts: {}, properties: {} })];
  assert.deepEqual(
    matching(options, ' KAI ').map(({ id }) => id),
    ['a'],
  );
  assert.deepEqual(
    matching(options, 'x').map(({ id }) => id),
    ['a'],
  );
  assert.deepEqual(missingIn(options[1]!, ['en', 'et']), ['en', 'et']);
  assert.deepEqual(missingIn(option({ active: false, texts: {} }), ['en']), []);
  assert.deepEqual(moved(['a', 'b', 'c', 'd'], 0, 2), ['b', 'c', 'a', 'd']);
  assert.deepEqual(moved(['a', 'b', 'c', 'd'], 3, 0), ['d', 'a', 'b', 'c']);
});

test('ADM-06 the id of a new dropdown is derived from its name', () => {
  assert.equal(idFor('Cost centres'), 'costCentres');
  assert.equal(idFor('Põhja-Eesti kai 2'), 'pohjaEestiKai2');
  assert.equal(idFor('2 kinds'), 'Kinds');
  assert.equal(idFor('Справочник'), '');
});

test('ADM-06 ADM-08 pasted lines and CSV files are parsed, and lines without an id or with a taken one are reported', () => {
  assert.deepEqual(readPasted('1100\tQuays\n1200\tDredging\n', ['et']).rows, [
    { id: '1100', defaultText: 'Quays' },
    { id: '1200', defaultText: 'Dredging' },
  ]);
  const csv =
    '\uFEFFid;text;et;xx;properties.company;active\r\n1;"Quays; and ""moorings""";Kaid;?;PS;0\r\n\r\n;x\r\n1;again\r\n"2";"two\nlines";;;;1';
  const { rows, unread } = readPasted(csv, ['et', 'en']);
  assert.deepEqual(rows, [
    {
      id: '1',
      defaultText: 'Quays; and "moorings"',
      texts: { et: 'Kaid' },
      properties: { company: 'PS' },
      active: false,
    },
    { id: '2', defaultText: 'two\nlines', properties: {}, active: true },
  ]);
  assert.deepEqual(unread, [4, 5]);
  assert.deepEqual(readPasted('red\ngreen', []).rows, [
    { id: 'red', defaultText: 'red' },
    { id: 'green', defaultText: 'green' },
  ]);
  assert.deepEqual(readPasted('a,A,ignored', []).rows, [{ id: 'a', defaultText: 'A' }]);
});

test('ADM-06 blank rows of properties are ignored, and a value without a name is reported', () => {
  const blank = { key: '1', name: ' ', value: ' ' };
  const nameless = { key: '2', name: '', value: 'x' };
  const draft = { ...draftOf(option({ properties: {} })), properties: [blank, nameless] };
  assert.deepEqual(faultsOf(draft, false, new Set()), { 'property 2': 'name' });
  assert.deepEqual(changeOf(draft, null).properties, {});
  assert.equal(draftOf(null).active, true);
  const options = [option({ properties: {} }), option({ id: 'b', properties: {} })];
  assert.equal(matching(options, '  '), options);
  assert.equal(idFor('x'.repeat(70)).length, 64);
});
