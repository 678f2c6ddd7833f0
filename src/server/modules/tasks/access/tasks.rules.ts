/** Rules for rights to a task. Pure functions of rows. */

export interface LinkRow {
  readonly kind: 'assignee' | 'candidate' | 'owner' | 'participant';
  /** `u:<uuid>`, `g:<group>`, or `u:?<name>` for an unknown user that the process named. */
  readonly principal: string;
  readonly rule: {
    readonly source: RuleSource;
    readonly text?: string;
    readonly by?: string;
    readonly how?: Assignment;
  };
  readonly since: unknown;
  readonly groupName: string | null;
}
type RuleSource = 'process' | 'person' | 'delegation' | 'escalation' | 'four_eyes';
/** The action that created a link. */
type Assignment = 'claimed' | 'assigned' | 'delegated' | 'returned' | 'mentioned';

/** A user whose delegate the caller is today. Tasks with an ID below `floor` are not transferred (a delegation without open tasks). */
export interface ActiveDelegation {
  readonly userId: string;
  readonly floor: string | null;
}

export interface Caller {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly activeDelegations: readonly ActiveDelegation[];
}

export interface TaskRights {
  readonly id: string;
  readonly assigneeId: string | null;
  readonly ownerId: string | null;
  readonly endedBy: string | null;
  readonly confidential: string | null;
  /** Delegated to a colleague, who returns it to the owner for the decision (`returns`) or decides (`final`). */
  readonly delegated: 'returns' | 'final' | null;
  readonly links: readonly LinkRow[];
}

/** The right by which a user acts. A delegate acts on behalf of `userId`. */
export type Acting =
  | { readonly via: 'assignee' }
  | { readonly via: 'candidate' }
  | { readonly via: 'group'; readonly group: string }
  | { readonly via: 'delegation'; readonly userId: string };

/**
 * Returns the right by which the caller may act on the task now, or null. A claimed task belongs to its assignee (and their
 * delegate). A user's own right precedes the right of a delegator, and groups are never inherited.
 */
export function actingOn(task: TaskRights, caller: Caller): Acting | null {
  if (task.assigneeId !== null) {
    if (task.assigneeId === caller.userId) return { via: 'assignee' };
    const delegation = delegationFor(task, caller, task.assigneeId);
    return delegation ? { via: 'delegation', userId: delegation.userId } : null;
  }
  return asCandidate(task, caller);
}

/** Whether a link connects the caller with the task, even if another user has claimed it or it has ended. */
export function isLinked(task: TaskRights, caller: Caller): boolean {
  return actingOn(task, caller) !== null || asCandidate(task, caller) !== null;
}

/** Returns the user on whose behalf a user acts: the delegator, or the owner who delegated the task. */
export function behalfOf(task: TaskRights, acting: Acting | null): string | null {
  if (acting?.via === 'delegation') return acting.userId;
  const isDelegate = acting?.via === 'assignee' && task.delegated !== null && task.ownerId !== task.assigneeId;
  return isDelegate ? task.ownerId : null;
}

/** Whether only the owner may complete the task: the colleague must return it. */
export function mustReturn(task: TaskRights): boolean {
  return task.delegated === 'returns' && task.ownerId !== null;
}

/** Whether the caller may read the task: linked to it, owner, participant by a mention, or the user who ended it. Past actions and `alltasks` are checked elsewhere. */
export function isVisible(task: TaskRights, caller: Caller): boolean {
  const isParticipant = task.links.some((l) => l.kind === 'participant' && l.principal === `u:${caller.userId}`);
  return isParticipant || task.ownerId === caller.userId || task.endedBy === caller.userId || isLinked(task, caller);
}

/** Whether the caller may assign the task: users who may act, the owner and administrators. A delegated task must be returned first. */
export function mayAssign(task: TaskRights, caller: Caller, isAdmin: boolean): boolean {
  if (isAdmin) return true;
  if (task.confidential !== null) return false;
  return task.ownerId === caller.userId || (task.delegated === null && actingOn(task, caller) !== null);
}

/** Whether the caller may delegate the task: its assignee or candidates, its owner and administrators; never health and pay tasks. */
export function mayDelegate(task: TaskRights, caller: Caller, isAdmin: boolean): boolean {
  if (task.confidential !== null) return false;
  return isAdmin || task.ownerId === caller.userId || actingOn(task, caller) !== null;
}

/** Whether the caller may return a delegated task: the colleague, its owner or an administrator. */
export function mayReturn(task: TaskRights, caller: Caller, isAdmin: boolean): boolean {
  if (task.delegated === null || task.ownerId === null) return false;
  return isAdmin || task.ownerId === caller.userId || actingOn(task, caller) !== null;
}

/** Whether the caller may stop the clock: the owner and administrators, and users who may act if the model allows it. */
export function mayStopClock(
  task: TaskRights,
  caller: Caller,
  { isAdmin, modelAllows }: { readonly isAdmin: boolean; readonly modelAllows: boolean },
): boolean {
  return isAdmin || task.ownerId === caller.userId || (modelAllows && actingOn(task, caller) !== null);
}

/** Whether the caller may release the task to its candidates: only the user who claimed it, and only if there are other candidates. */
export function mayRelease(task: TaskRights, caller: Caller): boolean {
  if (task.delegated !== null) return false;
  return task.assigneeId !== null && actingOn(task, caller) !== null && task.links.some((l) => l.kind === 'candidate');
}

function asCandidate(task: TaskRights, caller: Caller): Acting | null {
  const candidates = task.links.filter((link) => link.kind === 'candidate');
  if (candidates.some((link) => link.principal === `u:${caller.userId}`)) return { via: 'candidate' };
  for (const link of candidates) {
    if (link.principal.startsWith('g:') && caller.groups.includes(link.principal.slice(2)))
      return { via: 'group', group: link.principal.slice(2) };
  }
  for (const link of candidates) {
    if (!link.principal.startsWith('u:')) continue;
    const delegation = delegationFor(task, caller, link.principal.slice(2));
    if (delegation) return { via: 'delegation', userId: delegation.userId };
  }
  return null;
}

function delegationFor(task: TaskRights, caller: Caller, userId: string): ActiveDelegation | undefined {
  if (task.confidential !== null) return undefined;
  return caller.activeDelegations.find((s) => s.userId === userId && (s.floor === null || task.id >= s.floor));
}
