import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from '../../../platform/address-key.ts';
import {
  ATTEMPTS_PER_ADDRESS,
  BAD_REFRESHES_PER_ADDRESS,
  bucket,
  FAILURES_PER_NAME,
  FORGET_MS,
  KNOWN_ADDRESS_MS,
  LOOKUPS_PER_ADDRESS,
  RATE_LIMITS,
  waitAfter,
} from './throttle.rules.ts';

test('five failures are free, then the delay doubles from a second to fifteen minutes', () => {
  assert.deepEqual([1, 4, 5, 6, 7, 8].map(waitAfter), [0, 0, 1000, 2000, 4000, 8000]);
  assert.equal(waitAfter(15), 15 * 60_000);
  assert.equal(waitAfter(5000), 15 * 60_000);
});

test('the addresses of one IPv6 network count as one', () => {
  assert.equal(addressKey('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
  assert.equal(addressKey('2001:DB8:1:2::1'), addressKey('2001:db8:1:2:ffff::9'));
  assert.notEqual(addressKey('2001:db8:1:3::1'), addressKey('2001:db8:1:2::1'));
  assert.equal(addressKey('::1'), '0:0:0:0::/64');
  assert.equal(addressKey('fe80::1%eth0'), 'fe80:0:0:0::/64');
});

test('an IPv4 address written as IPv6 is the same address', () => {
  assert.equal(addressKey('192.0.2.1'), '192.0.2.1');
  assert.equal(addressKey('::ffff:192.0.2.1'), '192.0.2.1');
});

test('counters contain neither names nor addresses', () => {
  const name = bucket('failure', 'mari.tamm', '192.0.2.1');
  assert.doesNotMatch(name, /mari|192/);
  assert.notEqual(name, bucket('failure', 'mari.tamm', '192.0.2.2'));
});

const MINUTE = 60_000;

test('the sign-in limits match the documentation for operators', () => {
  assert.deepEqual(ATTEMPTS_PER_ADDRESS, { max: 300, ms: MINUTE });
  assert.deepEqual(FAILURES_PER_NAME, { max: 30, ms: 5 * MINUTE });
  assert.deepEqual(BAD_REFRESHES_PER_ADDRESS, { max: 300, ms: MINUTE });
  assert.deepEqual(LOOKUPS_PER_ADDRESS, { max: 30, ms: MINUTE });
  assert.equal(FORGET_MS, 15 * MINUTE);
  assert.equal(KNOWN_ADDRESS_MS, 30 * 24 * 60 * MINUTE);
});

test('sent messages and codes of second factors are limited by name and by address, responses by address only', () => {
  const sending = { name: { max: 5, ms: 15 * MINUTE }, address: { max: 60, ms: 15 * MINUTE } };
  assert.deepEqual(RATE_LIMITS, {
    'one-time-password': sending,
    recovery: sending,
    'email-change': sending,
    'second-factor': { name: { max: 15, ms: 15 * MINUTE }, address: { max: 150, ms: 15 * MINUTE } },
    answer: { name: null, address: { max: 300, ms: MINUTE } },
  });
});

test('a counter key depends on its kind and on its parts in order', () => {
  // The digest is the key of stored rows: another one would discard every count.
  assert.equal(bucket('known', 'a', 'b'), 'known:fhj3NzEbLcOy8mndeDlrA1HxT7Zu-oefdoyyMYGIPHg');
  assert.notEqual(bucket('known', 'ab', 'c'), bucket('known', 'a', 'bc'));
  assert.ok(bucket('recovery:name', 'a').startsWith('recovery:name:'));
});
