import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TokenRefused } from '../../platform/auth/token-checks.ts';
import { AppError } from '../../platform/errors.ts';
import { tokenVerdictOf } from './doctor.rules.ts';

test('BEY-21 each refusal of a token has a verdict for page developers', () => {
  for (const why of ['audience', 'kind', 'early', 'refused'] as const) {
    assert.equal(tokenVerdictOf(new TokenRefused(why)), why);
  }
  for (const [code, verdict] of [
    ['session.expired', 'expired'],
    ['session.revoked', 'revoked'],
    ['identity.unavailable', 'provider'],
    ['tenant.not_a_member', 'organisation'],
    ['tenant.suspended', 'organisation'],
    ['tenant.choice_required', 'organisation'],
    ['token.not_accepted', 'refused'],
    ['session.missing', 'refused'],
  ] as const) {
    assert.equal(tokenVerdictOf(new AppError(code)), verdict, code);
  }
});

test('BEY-21 a fault of the server is no verdict', () => {
  const fault = new TypeError('x is undefined');
  assert.throws(
    () => tokenVerdictOf(fault),
    (error) => error === fault,
  );
});
