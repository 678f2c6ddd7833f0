import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../errors.ts';
import { createTokenGuard } from './token-guard.ts';

const HERE = '192.0.2.1';

function guarded() {
  let now = 0;
  const guard = createTokenGuard(() => now);
  return {
    guard,
    pass: (ms: number) => (now += ms),
    refuse(token: string, code: 'token.not_accepted' | 'session.expired' | 'session.revoked' | 'identity.unavailable') {
      guard.enter(token, HERE);
      guard.refused(token, HERE, new AppError(code));
    },
  };
}

test('GRD-06 invalid tokens are limited for each address, with the time to wait', () => {
  const { guard, pass, refuse } = guarded();
  for (let n = 0; n < 300; n += 1) refuse(`${n}`, n % 2 === 0 ? 'token.not_accepted' : 'session.revoked');
  const isLimited = (error: AppError) => error.code === 'rate.exceeded' && error.params.seconds === 1;
  assert.throws(() => guard.enter('next', HERE), isLimited);
  guard.enter('next', '192.0.2.2');
  pass(200);
  guard.enter('next', HERE);
  assert.throws(() => guard.enter('another', HERE), isLimited);
});

test('GRD-06 a thousand concurrent tokens are counted before the first is verified', () => {
  const { guard } = guarded();
  let admitted = 0;
  for (let n = 0; n < 1000; n += 1) {
    try {
      guard.enter(`${n}`, HERE);
      admitted += 1;
    } catch {
      // Refused before any expensive work.
    }
  }
  assert.equal(admitted, 300);
});

test('GRD-06 users who share an address with an attacker can continue to work', () => {
  const { guard, refuse } = guarded();
  guard.enter('good', HERE);
  guard.accepted('good', HERE);
  for (let n = 0; n < 300; n += 1) refuse(`${n}`, 'token.not_accepted');
  guard.enter('good', HERE);
  guard.accepted('good', HERE);
});

test('GRD-06 valid tokens, expired ones and an unavailable provider do not count for an address', () => {
  const { guard, refuse, pass } = guarded();
  for (let n = 0; n < 500; n += 1) {
    guard.enter(`good ${n}`, HERE);
    guard.accepted(`good ${n}`, HERE);
    refuse(`expired ${n}`, 'session.expired');
    refuse(`waiting ${n}`, 'identity.unavailable');
  }
  assert.throws(() => guard.enter('expired 7', HERE), { code: 'session.expired' });
  pass(30_000);
  guard.enter('expired 7', HERE);
});
