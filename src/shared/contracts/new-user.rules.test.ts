import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newUserFaults, usernameFault } from './new-user.rules.ts';

test('VAL-10 a new user needs a username of at least 5 and at most 128 characters', () => {
  const code = (username: string) => usernameFault(username)?.code;
  assert.deepEqual(['', 'mari', 'mari.', 'x'.repeat(128)].map(code), [
    ...['field.required', 'field.too_short'],
    ...[undefined, undefined],
  ]);
  assert.deepEqual(usernameFault('x'.repeat(129)), { code: 'field.too_long', params: { max: 128 } });
});

test('VAL-10 a username has only letters, digits and signs of addresses, and starts with a letter or digit', () => {
  for (const username of ['mari@acme.test', '1.tamm', 'a_b+c-d']) assert.equal(usernameFault(username), undefined);
  for (const username of ['mari tamm', 'mäger', '.mari', '-mari', 'mari/tamm', 'Mari.Tamm']) {
    assert.equal(usernameFault(username)?.code, 'field.username', username);
  }
});

test('VAL-10 VAL-11 VAL-13 the faults of the username and of the profile are found together', () => {
  const values = { name: '', email: 'x', phoneNumber: '', languageId: 'en' };
  assert.deepEqual(Object.keys(newUserFaults('abc', values)).sort(), ['email', 'id', 'name']);
});
