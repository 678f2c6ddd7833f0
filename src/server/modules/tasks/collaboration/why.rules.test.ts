import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallerDelegation, CallerRights } from '../access/task-access.store.ts';
import type { LinkRow, TaskRights } from '../access/tasks.rules.ts';
import { missingFor, reasonsFor, type WhyFacts } from './why.rules.ts';

const SINCE = '2026-11-01T10:00:00.000Z';
const ENDED = '2026-11-20T10:00:00.000Z';
const personOf = (id: string) => ({ id: `${id}.name`, key: id, name: id.toUpperCase() });
const link = (kind: LinkRow['kind'], principal: string, groupName: string | null = null): LinkRow => ({
  kind,
  principal,
  rule: { source: 'process' },
  since: new Date(SINCE),
  groupName,
});
const delegation = (more: Partial<CallerDelegation> = {}): CallerDelegation => ({
  userId: 'mart',
  floor: null,
  person: personOf('mart'),
  from: '2026-11-10',
  until: '2026-11-30',
  isRunning: true,
  ...more,
});
interface Given {
  readonly rights?: Partial<TaskRights>;
  readonly caller?: Partial<CallerRights>;
}
function facts({ rights, caller, ...more }: Given & Partial<Omit<WhyFacts, 'rights' | 'caller'>> = {}): WhyFacts {
  const { delegations = [] } = caller ?? {};
  return {
    rights: {
      id: 'task-5',
      assigneeId: null,
      ownerId: null,
      endedBy: null,
      confidential: null,
      delegated: null,
      links: [],
      ...rights,
    },
    caller: {
      userId: 'anna',
      groups: ['clerks'],
      person: personOf('anna'),
      isActive: true,
      seesAll: false,
      activeDelegations: delegations.filter(({ isRunning }) => isRunning),
      ...caller,
      delegations,
    },
    status: 'open',
    endedAt: null,
    actedAt: null,
    snoozedUntil: null,
    today: '2026-11-21',
    managerOf: undefined,
    personOf: (id) => (id === 'unknown' ? undefined : personOf(id)),
    ruleOf: () => undefined,
    ...more,
  };
}

test('BEY-09 each link of the user is a reason, the strongest first', () => {
  const links = [
    link('participant', 'u:anna'),
    link('owner', 'u:anna'),
    link('candidate', 'g:clerks', 'Clerks'),
    link('candidate', 'u:anna'),
    link('assignee', 'u:anna'),
    link('assignee', 'u:liis'),
    link('candidate', 'g:others'),
    link('participant', 'u:liis'),
    link('participant', 'g:clerks'),
  ];
  const given = { rights: { links, ownerId: 'anna', endedBy: 'anna' }, caller: { seesAll: true } };
  assert.deepEqual(reasonsFor(facts({ ...given, endedAt: ENDED, actedAt: SINCE })), [
    { code: 'assignee', since: SINCE },
    { code: 'candidate', since: SINCE },
    { code: 'group', since: SINCE, group: { id: 'clerks', name: 'Clerks' } },
    { code: 'owner', since: SINCE },
    { code: 'participant', since: SINCE },
    { code: 'completed', since: ENDED },
    { code: 'all_tasks', since: null },
  ]);
  const rule = { source: 'process' as const, text: 'the manager' };
  const ruled = facts({ rights: { links: [link('candidate', 'g:clerks')] }, ruleOf: () => rule });
  assert.deepEqual(reasonsFor(ruled), [{ code: 'group', since: SINCE, rule, group: { id: 'clerks', name: 'clerks' } }]);
});

test('BEY-09 the line manager of the requester is given that reason, where the process chose them', () => {
  const managerOf = personOf('mart');
  const by = { ...link('candidate', 'u:anna'), rule: { source: 'person' as const } };
  const reasons = (links: LinkRow[]) => reasonsFor(facts({ rights: { links }, managerOf }));
  assert.deepEqual(reasons([link('assignee', 'u:anna'), by]), [
    { code: 'assignee', since: SINCE, managerOf },
    { code: 'candidate', since: SINCE },
  ]);
  assert.deepEqual(reasons([link('candidate', 'u:anna')]), [{ code: 'candidate', since: SINCE, managerOf }]);
});

test('BEY-09 an owner without a link, and a user who acted on the task, are given that reason', () => {
  assert.deepEqual(reasonsFor(facts({ rights: { ownerId: 'anna' } })), [{ code: 'owner', since: null }]);
  const former = facts({ rights: { ownerId: 'mart', links: [link('owner', 'u:anna')] } });
  assert.deepEqual(reasonsFor(former), [], 'an earlier owner');
  assert.deepEqual(reasonsFor(facts({ actedAt: SINCE })), [{ code: 'acted', since: SINCE }]);
  const both = facts({ actedAt: SINCE, rights: { links: [link('candidate', 'u:anna')] } });
  assert.deepEqual(
    reasonsFor(both).map(({ code }) => code),
    ['candidate'],
  );
  assert.deepEqual(reasonsFor(facts()), []);
});

test('BEY-09 BEY-04 a delegation is a reason while it runs, for its tasks, and never for confidential ones', () => {
  const links = [link('assignee', 'u:mart'), link('participant', 'u:mart'), link('candidate', 'g:mart')];
  const reasons = (given: Partial<CallerDelegation>, rights: Partial<TaskRights> = {}) =>
    reasonsFor(facts({ rights: { links, ...rights }, caller: { delegations: [delegation(given)] } }));
  const person = personOf('mart');
  assert.deepEqual(reasons({}), [
    { code: 'delegation', since: SINCE, user: person, from: '2026-11-10', until: '2026-11-30' },
  ]);
  assert.equal(reasons({}, { links: [link('candidate', 'u:mart')] }).length, 1);
  assert.equal(reasons({ floor: 'task-5' }).length, 1);
  assert.deepEqual(reasons({ floor: 'task-6' }), []);
  assert.deepEqual(reasons({ isRunning: false }), []);
  assert.deepEqual(reasons({ userId: 'liis' }), []);
  assert.deepEqual(reasons({}, { confidential: 'health' }), []);
});

test('BEY-09 a listed task lacks nothing, unless it is snoozed or the user inactive', () => {
  const rights = { assigneeId: 'anna', links: [link('assignee', 'u:anna')] };
  assert.deepEqual(missingFor(facts({ rights })), []);
  assert.deepEqual(missingFor(facts({ rights, snoozedUntil: ENDED })), [{ code: 'snoozed', until: ENDED }]);
  assert.deepEqual(missingFor(facts({ rights, caller: { isActive: false } })), [{ code: 'not_active' }]);
  const both = facts({ rights, caller: { isActive: false }, snoozedUntil: ENDED });
  assert.deepEqual(
    missingFor(both).map(({ code }) => code),
    ['not_active', 'snoozed'],
  );
});

test('BEY-09 an ended task names who ended it and when', () => {
  for (const status of ['completed', 'cancelled'] as const) {
    assert.deepEqual(missingFor(facts({ status, endedAt: ENDED, rights: { endedBy: 'mart' } })), [
      { code: 'ended', since: ENDED, user: personOf('mart') },
    ]);
    assert.deepEqual(missingFor(facts({ status })), [{ code: 'ended' }]);
  }
  assert.deepEqual(missingFor(facts({ status: 'completed', rights: { endedBy: 'unknown' } })), [{ code: 'ended' }]);
});

test('BEY-09 a task of others names who claimed it, or the groups that have it', () => {
  const candidates = [link('candidate', 'g:clerks', 'Clerks'), link('candidate', 'g:bosses', 'Bosses')];
  const taken = { assigneeId: 'mart', links: [...candidates, link('assignee', 'u:mart')] };
  assert.deepEqual(missingFor(facts({ rights: taken })), [
    { code: 'claimed_by_other', user: personOf('mart'), since: SINCE },
  ]);
  const direct = { assigneeId: 'unknown', links: [link('candidate', 'u:anna')] };
  assert.deepEqual(missingFor(facts({ rights: direct })), [{ code: 'claimed_by_other' }]);
  const groups = [
    { id: 'clerks', name: 'Clerks' },
    { id: 'bosses', name: 'Bosses' },
  ];
  assert.deepEqual(missingFor(facts({ rights: taken, caller: { groups: [] } })), [
    { code: 'not_in_group', groups },
    { code: 'not_named', user: personOf('mart') },
  ]);
  assert.deepEqual(missingFor(facts({ rights: { links: [link('candidate', 'u:liis')] } })), [{ code: 'not_named' }]);
  assert.deepEqual(missingFor(facts({ rights: { assigneeId: 'unknown' } })), [{ code: 'not_named' }]);
});

test('BEY-09 a delegation that does not apply says why', () => {
  const missing = (given: Partial<CallerDelegation>, rights: Partial<TaskRights> = {}) => {
    const links = [link('assignee', 'u:mart'), link('candidate', 'u:liis')];
    const delegations = [delegation({ isRunning: false, ...given })];
    return missingFor(facts({ rights: { assigneeId: 'mart', links, ...rights }, caller: { delegations } }))[0];
  };
  const user = personOf('mart');
  assert.deepEqual(missing({ until: '2026-11-20' }), { code: 'delegation_ended', user, day: '2026-11-20' });
  assert.deepEqual(missing({ from: '2026-11-22' }), { code: 'delegation_coming', user, day: '2026-11-22' });
  assert.deepEqual(missing({ from: '2026-11-21', until: '2026-11-21' }), {
    code: 'delegation_new_only',
    user,
    day: '2026-11-21',
  });
  assert.deepEqual(missing({}, { confidential: 'pay' }), { code: 'confidential', user });
  assert.equal(missing({ userId: 'liis' })?.code, 'not_named', 'a candidate of a claimed task has no right to pass on');
  const free = { assigneeId: null, links: [link('candidate', 'u:mart'), link('candidate', 'g:mart')] };
  assert.deepEqual(missing({ until: '2026-11-20' }, free)?.code, 'delegation_ended');
});
