import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from '../../../platform/address-key.ts';
import { bucket, waitAfter } from './throttle.rules.ts';

test('five failures are free, then the wait doubles from a second to fifteen minutes', () => {
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

test('an IPv4 address is itself, also when it is written as IPv6', () => {
  assert.equal(addressKey('192.0.2.1'), '192.0.2.1');
  assert.equal(addressKey('::ffff:192.0.2.1'), '192.0.2.1');
});

test('buckets hold neither names nor addresses', () => {
  const name = bucket('failure', 'mari.tamm', '192.0.2.1');
  assert.doesNotMatch(name, /mari|192/);
  assert.notEqual(name, bucket('failure', 'mari.tamm', '192.0.2.2'));
});
