import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasAnyRole, hasPermission, hasRole, isAdmin, isCurrentUser } from './groups.ts';

const member = (...groups: string[]) => ({ id: 'kati.kuusk', key: '0193', groups });

test('ROLE-02 ROLE-03 an administrator passes every check but the provider’s own', () => {
  for (const group of ['admin', 'verva.admin']) {
    assert.equal(isAdmin(member(group)), true);
    assert.equal(hasRole(member(group), 'finance_viewer'), true);
    assert.equal(hasPermission(member(group), 'anything'), true);
    assert.equal(hasRole(member(group), 'admin'), true);
  }
  assert.equal(hasRole(member('admin'), 'verva.admin'), false);
  assert.equal(hasRole(member('verva.admin'), 'verva.admin'), true);
});

test('ROLE-03 GRD-05 one of the groups is enough, and an empty list means any signed-in user', () => {
  assert.equal(hasAnyRole(member('alltasks'), ['admin', 'alltasks']), true);
  assert.equal(hasAnyRole(member('alltasks'), ['admin', 'finance_viewer']), false);
  assert.equal(hasAnyRole(member(), []), true);
  assert.equal(hasAnyRole(null, []), false);
});

test('ROLE-03 group names are compared exactly', () => {
  assert.equal(hasRole(member('Admin', 'alltasks2'), 'alltasks'), false);
  assert.equal(isAdmin(member('administrator', 'superadmin')), false);
  assert.equal(hasRole(undefined, 'alltasks'), false);
});

test('ROLE-03 the current user is identified by username and by key', () => {
  assert.equal(isCurrentUser(member(), 'kati.kuusk'), true);
  assert.equal(isCurrentUser(member(), '0193'), true);
  assert.equal(isCurrentUser(member(), 'mari.tamm'), false);
  assert.equal(isCurrentUser(null, 'kati.kuusk'), false);
});
