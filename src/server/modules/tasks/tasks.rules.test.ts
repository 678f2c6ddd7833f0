import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actingOn, type Caller, isTied, isVisible, mayAssign, mayRelease, type TaskRights } from './tasks.rules.ts';

const link = (kind: 'assignee' | 'candidate', principal: string) =>
  ({ kind, principal, rule: { source: 'process' }, since: '', groupName: null }) as const;

const task = (parts: Partial<TaskRights> = {}): TaskRights => ({
  id: '01900000-0000-7000-8000-000000000005',
  assigneeId: null,
  ownerId: null,
  endedBy: null,
  confidential: null,
  links: [],
  ...parts,
});
const who = (userId: string, parts: Partial<Caller> = {}): Caller => ({ userId, groups: [], standsFor: [], ...parts });
const forAnn = (floor: string | null = null) => who('bob', { standsFor: [{ userId: 'ann', floor }] });

test('one acts as assignee, candidate, member of a group or delegate, the own right first', () => {
  const open = task({ links: [link('candidate', 'u:ann'), link('candidate', 'g:clerks')] });
  assert.deepEqual(actingOn(open, who('ann', { groups: ['clerks'] })), { via: 'candidate' });
  assert.deepEqual(actingOn(open, who('cat', { groups: ['clerks'] })), { via: 'group', group: 'clerks' });
  assert.deepEqual(actingOn(open, forAnn()), { via: 'delegation', userId: 'ann' });
  assert.deepEqual(actingOn(open, { ...forAnn(), groups: ['clerks'] }), { via: 'group', group: 'clerks' });
  assert.equal(actingOn(open, who('dan', { groups: ['others'] })), null);
});

test('a task that somebody has taken is theirs and their delegate’s; its candidates still see it', () => {
  const taken = task({ assigneeId: 'ann', links: [link('assignee', 'u:ann'), link('candidate', 'g:clerks')] });
  const clerk = who('cat', { groups: ['clerks'] });
  assert.deepEqual(actingOn(taken, who('ann')), { via: 'assignee' });
  assert.deepEqual(actingOn(taken, forAnn()), { via: 'delegation', userId: 'ann' });
  assert.equal(actingOn(taken, clerk), null);
  assert.equal(isTied(taken, clerk), true);
  assert.equal(mayRelease(taken, who('ann')), true);
  assert.equal(mayRelease(taken, clerk), false);
  assert.equal(mayRelease(task({ assigneeId: 'ann', links: [link('assignee', 'u:ann')] }), who('ann')), false);
});

test('what is confidential, a group’s, or older than the delegation is not inherited by a delegate', () => {
  const own = [link('candidate', 'u:ann')];
  assert.equal(actingOn(task({ links: own, confidential: 'pay' }), forAnn()), null);
  assert.equal(actingOn(task({ links: [link('candidate', 'g:clerks')] }), forAnn()), null);
  assert.equal(actingOn(task({ links: own }), forAnn('01900000-0000-7000-8000-000000000006')), null);
  assert.notEqual(actingOn(task({ links: own }), forAnn('01900000-0000-7000-8000-000000000005')), null);
});

test('who owns or ended a task goes on seeing it; assigning is for those who may act, owners and administrators', () => {
  assert.equal(isVisible(task({ endedBy: 'ann' }), who('ann')), true);
  assert.equal(isVisible(task({ ownerId: 'ann' }), who('ann')), true);
  assert.equal(isVisible(task(), who('ann')), false);
  assert.equal(mayAssign(task({ ownerId: 'ann' }), who('ann'), false), true);
  assert.equal(mayAssign(task(), who('ann'), false), false);
  assert.equal(mayAssign(task(), who('ann'), true), true);
});
