import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { COUNTRIES, countryName, findCountries } from './countries.ts';

test('ADM-05 I18N-04 every country has a name in every language', () => {
  assert.equal(new Set(COUNTRIES).size, 249);
  for (const language of LANGUAGES) {
    assert.deepEqual(
      COUNTRIES.filter((code) => countryName(code, language) === code),
      [],
      language,
    );
  }
  assert.equal(countryName('EE', 'et'), 'Eesti');
  assert.equal(countryName('not a country', 'en'), 'not a country');
});

test('ADM-05 countries are found by name and code, by name in the order of the language', () => {
  assert.deepEqual(
    findCountries('eston', 'en').map(({ id }) => id),
    ['EE'],
  );
  assert.deepEqual(
    findCountries('fi', 'en').map(({ text }) => text),
    ['Fiji', 'Finland'],
  );
  assert.equal(findCountries('', 'en').length, 249);
});
