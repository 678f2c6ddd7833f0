import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEW_PASSWORD_MIN, RESET_PASSWORD_MIN } from './constants.ts';
import { newPasswordFault, passwordParts, resetPasswordFault } from './password.rules.ts';

const met = (password: string, min: number) =>
  passwordParts(password, min).flatMap(({ part, met: is }) => (is ? [part] : []));

test('VAL-05 VAL-17 VAL-19 the displayed rules of a password are the validated ones', () => {
  assert.deepEqual(met('', RESET_PASSWORD_MIN), []);
  assert.deepEqual(met('a', RESET_PASSWORD_MIN), ['lowercase']);
  assert.deepEqual(met('Ab1', RESET_PASSWORD_MIN), ['uppercase', 'lowercase', 'digit']);
  for (const typed of [
    'Uus-parool-1',
    'Uus-par',
    'uus-parool-1',
    'Пароль-12',
    'Passw0rd',
    'Uus-parool-2026',
    '密码-Aa1-密码密码密',
  ]) {
    assert.equal(met(typed, RESET_PASSWORD_MIN).length === 5, resetPasswordFault(typed) === null, typed);
    assert.equal(met(typed, NEW_PASSWORD_MIN).length === 5, newPasswordFault(typed) === null, typed);
  }
});
