import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSealer } from '../../platform/auth/sealed.ts';
import { openUnsubscribe, sealUnsubscribe } from './unsubscribe.rules.ts';

const KEY = 'a master key that is long enough for a test';
const LINK = { tenantId: 7, userId: '019aa5d0-0000-7000-8000-000000000001', kinds: ['reading', 'overdue'] };

test('TSK-17 a link that switches e-mails off reveals nothing and cannot be forged', () => {
  const token = sealUnsubscribe(KEY, LINK);
  assert.deepEqual(openUnsubscribe(KEY, token), LINK);
  assert.match(token, /^[\w-]+$/);
  assert.equal(Buffer.from(token, 'base64url').includes(LINK.userId), false);
  assert.equal(openUnsubscribe('another key that is long enough for a test', token), undefined);
  for (const forged of ['', 'abc', `A${token}`, token.slice(0, -2)]) {
    assert.equal(openUnsubscribe(KEY, forged), undefined, forged);
  }
  const text = JSON.stringify(Object.values(LINK));
  const other = createSealer(KEY, 'other').seal(text, 'other').toString('base64url');
  assert.equal(openUnsubscribe(KEY, other), undefined, 'sealed for another purpose');
});

test('TSK-17 links of e-mails that were sent before stay valid', () => {
  const sealed = createSealer(KEY, 'unsubscribe').seal(JSON.stringify([7, LINK.userId, LINK.kinds]), 'unsubscribe');
  assert.deepEqual(openUnsubscribe(KEY, sealed.toString('base64url')), LINK);
});
