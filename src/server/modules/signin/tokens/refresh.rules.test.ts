import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeRefresh, REUSE_GRACE_MS } from './refresh.rules.ts';

const now = new Date('2026-11-26T12:00:00Z');
const ago = (ms: number) => new Date(now.getTime() - ms);

test('SEC-03 the valid refresh token renews the session, also one from before a restored backup', () => {
  assert.equal(judgeRefresh(0, { generation: 0, confirmedAt: null }, now), 'renew');
  assert.equal(judgeRefresh(4, { generation: 4, confirmedAt: ago(1) }, now), 'renew');
  assert.equal(judgeRefresh(7, { generation: 4, confirmedAt: ago(1) }, now), 'renew');
});

test('SEC-03 the last refresh token is accepted until its successor was received and the grace period is over', () => {
  const of = (confirmedAt: Date | null) => judgeRefresh(3, { generation: 4, confirmedAt }, now);
  assert.equal(of(null), 'repeat');
  assert.equal(of(ago(REUSE_GRACE_MS - 1)), 'repeat');
  assert.equal(of(ago(REUSE_GRACE_MS)), 'reused');
});

test('SEC-03 an older refresh token is always a reuse', () => {
  assert.equal(judgeRefresh(2, { generation: 4, confirmedAt: null }, now), 'reused');
  assert.equal(judgeRefresh(0, { generation: 4, confirmedAt: now }, now), 'reused');
});
