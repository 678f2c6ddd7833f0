import assert from 'node:assert/strict';
import { test } from 'node:test';
import { malformedRef, tidyRules } from './audience.rules.ts';

const ID = '019aa5d0-0000-7000-8000-00000000000a';

test('MAN-04 rules of an audience are unique, and an exclusion wins', () => {
  assert.deepEqual(
    tidyRules([
      { kind: 'all', ref: 'anything' },
      { kind: 'user', ref: ID.toUpperCase() },
      { kind: 'group', ref: 'Clerks' },
      { kind: 'user', ref: ID, excluded: true },
      { kind: 'user', ref: ID },
      { kind: 'all', ref: '' },
    ] as const),
    [
      { kind: 'all', ref: '', excluded: false },
      { kind: 'user', ref: ID, excluded: true },
      { kind: 'group', ref: 'Clerks', excluded: false },
    ],
  );
});

test('MAN-04 a key of a user or department must be one', () => {
  assert.equal(
    malformedRef([
      { kind: 'all', ref: '' },
      { kind: 'group', ref: 'clerks' },
      { kind: 'user', ref: ID },
    ]),
    undefined,
  );
  assert.equal(
    malformedRef([
      { kind: 'user', ref: ID },
      { kind: 'user', ref: 'anna' },
    ]),
    'anna',
  );
});
