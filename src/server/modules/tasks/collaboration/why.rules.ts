import type { UserRef } from '../../../../shared/contracts/shapes.contract.ts';
import type { WhyMissing, WhyReason } from '../../../../shared/contracts/task-collaboration.contract.ts';
import { toInstant } from '../../../platform/instants.ts';
import type { CallerDelegation, CallerRights } from '../access/task-access.store.ts';
import { actingOn, type LinkRow, type TaskRights } from '../access/tasks.rules.ts';

/** Facts about a task and a user, to explain why the task is or is not in their list. */
export interface WhyFacts {
  readonly rights: TaskRights;
  readonly status: 'open' | 'held' | 'completed' | 'cancelled';
  readonly endedAt: string | null;
  readonly caller: CallerRights;
  /** Time of the user's first action on the task. */
  readonly actedAt: string | null;
  readonly snoozedUntil: string | null;
  readonly today: string;
  /** The requester, when the user is their line manager. */
  readonly managerOf: UserRef | undefined;
  readonly personOf: (id: string) => UserRef | undefined;
  /** Returns a rule in the format of the response, with its users. */
  readonly ruleOf: (link: LinkRow) => WhyReason['rule'];
}

/** Returns every rule by which the user may see the task, the strongest first (BEY-09). */
export function reasonsFor(facts: WhyFacts): WhyReason[] {
  const { rights, caller } = facts;
  const mine = `u:${caller.userId}`;
  const reasons: WhyReason[] = [];
  const add = (code: WhyReason['code'], link: LinkRow, more: Partial<WhyReason> = {}) => {
    const rule = facts.ruleOf(link);
    reasons.push({ code, since: toInstant(link.since), ...(rule ? { rule } : {}), ...more });
  };
  for (const link of rights.links) {
    const chosen = link.rule.source === 'process' && facts.managerOf ? { managerOf: facts.managerOf } : {};
    if (link.kind === 'assignee' && link.principal === mine) add('assignee', link, chosen);
    else if (link.kind === 'candidate' && link.principal === mine) add('candidate', link, chosen);
    else if (link.kind === 'candidate' && isGroupOf(link, caller)) add('group', link, { group: groupOf(link) });
    else if (link.kind === 'participant' && link.principal === mine) add('participant', link);
    else if (link.kind === 'owner' && link.principal === mine && rights.ownerId === caller.userId) add('owner', link);
    else if (isForPerson(link) && rights.confidential === null) {
      for (const delegation of delegationsFor(link, caller)) {
        if (!delegation.isRunning || !reaches(delegation, rights.id)) continue;
        const { person, from, until } = delegation;
        add('delegation', link, { user: person, from, until });
      }
    }
  }
  if (rights.ownerId === caller.userId && !reasons.some(({ code }) => code === 'owner'))
    reasons.push({ code: 'owner', since: null });
  if (rights.endedBy === caller.userId) reasons.push({ code: 'completed', since: facts.endedAt });
  else if (facts.actedAt !== null && reasons.length === 0) reasons.push({ code: 'acted', since: facts.actedAt });
  if (caller.seesAll) reasons.push({ code: 'all_tasks', since: null });
  const order = [
    'assignee',
    'candidate',
    'group',
    'delegation',
    'owner',
    'participant',
    'completed',
    'acted',
    'all_tasks',
  ];
  return reasons.sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
}

/** Returns the reasons why the task is not in the user's list; empty when it is. */
export function missingFor(facts: WhyFacts): WhyMissing[] {
  const { rights, caller, status, snoozedUntil } = facts;
  if (status === 'completed' || status === 'cancelled') {
    const user = rights.endedBy === null ? undefined : facts.personOf(rights.endedBy);
    return [{ code: 'ended', ...(facts.endedAt ? { since: facts.endedAt } : {}), ...(user ? { user } : {}) }];
  }
  const missing: WhyMissing[] = caller.isActive ? [] : [{ code: 'not_active' }];
  if (actingOn(rights, caller)) {
    return snoozedUntil === null ? missing : [...missing, { code: 'snoozed', until: snoozedUntil }];
  }
  missing.push(...missingDelegations(facts));
  const taken = rights.links.find((link) => link.kind === 'assignee');
  const isCandidate = rights.links.some(
    (link) => link.kind === 'candidate' && (link.principal === `u:${caller.userId}` || isGroupOf(link, caller)),
  );
  if (rights.assigneeId !== null && isCandidate) {
    const user = facts.personOf(rights.assigneeId);
    const since = toInstant(taken?.since);
    return [...missing, { code: 'claimed_by_other', ...(user ? { user } : {}), ...(since ? { since } : {}) }];
  }
  const groups = rights.links
    .filter((link) => link.kind === 'candidate' && link.principal.startsWith('g:'))
    .map(groupOf);
  if (groups.length > 0 && !isCandidate) missing.push({ code: 'not_in_group', groups });
  if (!isCandidate) {
    const user = rights.assigneeId === null ? undefined : facts.personOf(rights.assigneeId);
    missing.push({ code: 'not_named', ...(user ? { user } : {}) });
  }
  return missing;
}

/** Returns why delegations to the user from holders of the task do not apply. */
function missingDelegations({ rights, caller, today }: WhyFacts): WhyMissing[] {
  const links = rights.links.filter((link) =>
    rights.assigneeId === null ? link.kind === 'candidate' : link.kind === 'assignee',
  );
  return links.filter(isForPerson).flatMap((link) =>
    delegationsFor(link, caller).map((delegation): WhyMissing => {
      const { person: user, from, until } = delegation;
      if (rights.confidential !== null) return { code: 'confidential', user };
      if (until < today) return { code: 'delegation_ended', user, day: until };
      if (from > today) return { code: 'delegation_coming', user, day: from };
      return { code: 'delegation_new_only', user, day: from };
    }),
  );
}

function isForPerson(link: LinkRow): boolean {
  return (link.kind === 'assignee' || link.kind === 'candidate') && link.principal.startsWith('u:');
}

function delegationsFor(link: LinkRow, caller: CallerRights): CallerDelegation[] {
  return caller.delegations.filter(({ userId }) => link.principal === `u:${userId}`);
}

function reaches({ floor }: CallerDelegation, taskId: string): boolean {
  return floor === null || taskId >= floor;
}

function isGroupOf(link: LinkRow, caller: CallerRights): boolean {
  return link.principal.startsWith('g:') && caller.groups.includes(link.principal.slice(2));
}

function groupOf(link: LinkRow): { id: string; name: string } {
  const id = link.principal.slice(2);
  return { id, name: link.groupName ?? id };
}
