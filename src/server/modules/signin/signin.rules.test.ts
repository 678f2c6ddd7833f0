import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertMaySignIn, mayHaveCode } from './signin.rules.ts';
import type { IdentityUser } from './signin.store.ts';

const user = (status: IdentityUser['status'], disabled = false) => ({ status, disabled });

test('ERR-01 LOG-15 only a confirmed account signs in; the others get the reason', () => {
  assert.doesNotThrow(() => assertMaySignIn(user('CONFIRMED')));
  assert.throws(() => assertMaySignIn(user('CONFIRMED', true)), {
    name: 'NotAuthorizedException',
    message: 'User is disabled.',
  });
  assert.throws(() => assertMaySignIn(user('UNCONFIRMED')), { name: 'UserNotConfirmedException' });
  assert.throws(() => assertMaySignIn(user('RESET_REQUIRED')), { name: 'PasswordResetRequiredException' });
  assert.throws(() => assertMaySignIn(user('FORCE_CHANGE_PASSWORD')), { name: 'PasswordResetRequiredException' });
  assert.throws(() => assertMaySignIn(user('UNCONFIRMED', true)), { name: 'NotAuthorizedException' });
});

test('LOG-03 a one-time password is for confirmed accounts', () => {
  assert.equal(mayHaveCode(user('CONFIRMED')), true);
  assert.equal(mayHaveCode(user('CONFIRMED', true)), false);
  for (const status of ['UNCONFIRMED', 'RESET_REQUIRED', 'FORCE_CHANGE_PASSWORD'] as const) {
    assert.equal(mayHaveCode(user(status)), false, status);
  }
});
