import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  actingOn,
  behalfOf,
  type Caller,
  isLinked,
  isVisible,
  mayAssign,
  mayDelegate,
  mayRelease,
  mayReturn,
  mayStopClock,
  mustReturn,
  type TaskRights,
} from './tasks.rules.ts';

const link = (kind: 'assignee' | 'candidate' | 'participant', principal: string) =>
  ({ kind, principal, rule: { source: 'process' }, since: '', groupName: null }) as const;

const task = (parts: Partial<TaskRights> = {}): TaskRights => ({
  id: '01900000-0000-7000-8000-000000000005',
  assigneeId: null,
  ownerId: null,
  endedBy: null,
  confidential: null,
  delegated: null,
  links: [],
  ...parts,
});
const who = (userId: string, parts: Partial<Caller> = {}): Caller => ({
  userId,
  groups: [],
  activeDelegations: [],
  ...parts,
});
const forAnn = (floor: string | null = null) => who('bob', { activeDelegations: [{ userId: 'ann', floor }] });

test('a user acts as assignee, candidate, group member or delegate, their own right first', () => {
  const open = task({ links: [link('candidate', 'u:ann'), link('candidate', 'g:clerks')] });
  assert.deepEqual(actingOn(open, who('ann', { groups: ['clerks'] })), { via: 'candidate' });
  assert.deepEqual(actingOn(open, who('cat', { groups: ['clerks'] })), { via: 'group', group: 'clerks' });
  assert.deepEqual(actingOn(open, forAnn()), { via: 'delegation', userId: 'ann' });
  assert.deepEqual(actingOn(open, { ...forAnn(), groups: ['clerks'] }), { via: 'group', group: 'clerks' });
  assert.equal(actingOn(open, who('dan', { groups: ['others'] })), null);
});

test('a claimed task belongs to its assignee and their delegate; its candidates still see it', () => {
  const taken = task({ assigneeId: 'ann', links: [link('assignee', 'u:ann'), link('candidate', 'g:clerks')] });
  const clerk = who('cat', { groups: ['clerks'] });
  assert.deepEqual(actingOn(taken, who('ann')), { via: 'assignee' });
  assert.deepEqual(actingOn(taken, forAnn()), { via: 'delegation', userId: 'ann' });
  assert.equal(actingOn(taken, clerk), null);
  assert.equal(isLinked(taken, clerk), true);
  assert.equal(mayRelease(taken, who('ann')), true);
  assert.equal(mayRelease(taken, clerk), false);
  assert.equal(mayRelease(task({ assigneeId: 'ann', links: [link('assignee', 'u:ann')] }), who('ann')), false);
});

test('a delegate does not inherit confidential tasks, group tasks, or tasks older than the delegation', () => {
  const own = [link('candidate', 'u:ann')];
  assert.equal(actingOn(task({ links: own, confidential: 'pay' }), forAnn()), null);
  assert.equal(actingOn(task({ links: [link('candidate', 'g:clerks')] }), forAnn()), null);
  assert.equal(actingOn(task({ links: own }), forAnn('01900000-0000-7000-8000-000000000006')), null);
  assert.notEqual(actingOn(task({ links: own }), forAnn('01900000-0000-7000-8000-000000000005')), null);
});

test('owners and users who ended a task still see it; actors, owners and administrators assign it', () => {
  assert.equal(isVisible(task({ endedBy: 'ann' }), who('ann')), true);
  assert.equal(isVisible(task({ ownerId: 'ann' }), who('ann')), true);
  assert.equal(isVisible(task(), who('ann')), false);
  assert.equal(mayAssign(task({ ownerId: 'ann' }), who('ann'), false), true);
  assert.equal(mayAssign(task(), who('ann'), false), false);
  assert.equal(mayAssign(task(), who('ann'), true), true);
});

test('TSK-05 BEY-03 a delegated task is done on behalf of the owner, returned by the colleague and not delegated further', () => {
  const delegatedTask = task({
    assigneeId: 'bob',
    ownerId: 'ann',
    delegated: 'returns',
    links: [link('candidate', 'g:clerks')],
  });
  const bob = who('bob', { groups: ['clerks'] });
  assert.equal(behalfOf(delegatedTask, actingOn(delegatedTask, bob)), 'ann');
  assert.equal(mustReturn(delegatedTask), true);
  assert.deepEqual(
    [mayAssign(delegatedTask, bob, false), mayRelease(delegatedTask, bob), mayReturn(delegatedTask, bob, false)],
    [false, false, true],
  );
  assert.equal(mayReturn(delegatedTask, who('ann'), false), true);
  assert.equal(mayReturn(delegatedTask, who('eve', { groups: ['clerks'] }), false), false);
  const back = task({ assigneeId: 'ann', ownerId: 'ann' });
  assert.equal(behalfOf(back, actingOn(back, who('ann'))), null);
  assert.equal(mayReturn(back, who('ann'), true), false);
});

test('BEY-10 the owner and administrators stop the clock, and other actors only where the model allows it', () => {
  const own = task({ assigneeId: 'bob', ownerId: 'ann' });
  const may = (id: string, isAdmin: boolean, modelAllows: boolean) =>
    mayStopClock(own, who(id), { isAdmin, modelAllows });
  assert.deepEqual([may('bob', false, false), may('bob', false, true), may('ann', false, false)], [false, true, true]);
  assert.deepEqual([may('eve', false, true), may('eve', true, false)], [false, true]);
});

test('BEY-04 a health or pay task cannot be delegated, and only administrators assign it', () => {
  const links = [link('candidate', 'u:ann')];
  const [open, pay] = [task({ links, ownerId: 'olaf' }), task({ links, ownerId: 'olaf', confidential: 'pay' })];
  for (const [person, isAdmin] of [
    ['ann', false],
    ['olaf', false],
    ['root', true],
  ] as const) {
    assert.equal(mayDelegate(open, who(person), isAdmin), true, person);
    assert.equal(mayDelegate(pay, who(person), isAdmin), false, person);
    assert.equal(mayAssign(open, who(person), isAdmin), true, person);
    assert.equal(mayAssign(pay, who(person), isAdmin), isAdmin, person);
  }
  assert.equal(mayDelegate(open, who('eve'), false), false);
  assert.equal(mayAssign(open, who('eve'), false), false);
});

test('DEL-10 a delegate acts on behalf of the delegator, a colleague on behalf of the owner', () => {
  assert.equal(behalfOf(task(), { via: 'delegation', userId: 'ann' }), 'ann');
  assert.equal(behalfOf(task(), { via: 'candidate' }), null);
  const given = task({ assigneeId: 'bob', ownerId: 'ann', delegated: 'returns' });
  assert.equal(behalfOf(given, { via: 'assignee' }), 'ann');
  assert.equal(behalfOf({ ...given, delegated: null }, { via: 'assignee' }), null);
  assert.equal(behalfOf({ ...given, ownerId: 'bob' }, { via: 'assignee' }), null);
  assert.equal(mustReturn(given), true);
  assert.equal(mustReturn({ ...given, ownerId: null }), false);
  assert.equal(mustReturn({ ...given, delegated: null }), false);
});

test('DEL-10 a delegate acts for the delegator only, and not for other users who have a task', () => {
  for (const parts of [{ links: [link('candidate', 'u:mart')] }, { assigneeId: 'mart' }]) {
    assert.equal(actingOn(task(parts), forAnn()), null);
    const forBoth = who('bob', {
      activeDelegations: [
        { userId: 'ann', floor: null },
        { userId: 'mart', floor: null },
      ],
    });
    assert.deepEqual(actingOn(task(parts), forBoth), { via: 'delegation', userId: 'mart' });
  }
});

test('TSK-01 without a link, only participants, the owner and the user who ended it see a task', () => {
  const read = (principal: string) => task({ links: [link('participant', principal)] });
  assert.equal(isVisible(read('u:ann'), who('ann')), true);
  assert.equal(isVisible(read('u:ann'), who('bob')), false);
  assert.equal(isVisible(task({ links: [link('assignee', 'u:ann')] }), who('ann')), false);
  // Groups are not inherited, whatever the names of their members are.
  assert.equal(actingOn(task({ links: [link('candidate', 'g:ann')] }), forAnn()), null);
  assert.equal(actingOn(task({ links: [link('candidate', 'u:ann')] }), who('bob', { groups: ['ann'] })), null);
});
