import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { User } from '../../../shared/contracts/session.contract.ts';
import type { CallerSession } from '../../platform/session.ts';
import { personOfPath, visibleTo } from './users.rules.ts';

const KEY = '0193a0b0-0000-7000-8000-000000000001';
const caller = (more: Partial<CallerSession> = {}) =>
  ({ userId: KEY, isAdmin: false, scopes: null, ...more }) as CallerSession;
const user = (more: Partial<User> = {}) =>
  ({
    id: 'mari.tamm',
    key: 'other',
    name: 'Mari Tamm',
    avatar: null,
    email: 'm@a.test',
    status: 'active',
    ...more,
  }) as User;

test('a user in a path is me, a key or a username in any letter case', () => {
  assert.deepEqual(personOfPath('me', caller()), { key: KEY });
  assert.deepEqual(personOfPath(KEY.toUpperCase(), caller()), { key: KEY });
  assert.deepEqual(personOfPath('Mari.Tamm', caller()), { username: 'mari.tamm' });
});

test('GRD-06 other users see only the identity of a user', () => {
  assert.deepEqual(visibleTo(caller(), user()), { id: 'mari.tamm', key: 'other', name: 'Mari Tamm' });
  assert.equal(visibleTo(caller(), user({ status: 'erased' })), undefined);
});

test('ROLE-02 GRD-06 the user and administrators see everything', () => {
  assert.equal((visibleTo(caller({ isAdmin: true }), user()) as User).email, 'm@a.test');
  assert.equal((visibleTo(caller(), user({ key: KEY })) as User).email, 'm@a.test');
  const ofElement = (scopes: string[]) => visibleTo(caller({ isAdmin: true, scopes }), user()) as User;
  assert.equal(ofElement(['people:read']).email, 'm@a.test');
  assert.deepEqual(ofElement(['inbox']), { id: 'mari.tamm', key: 'other', name: 'Mari Tamm' });
});
