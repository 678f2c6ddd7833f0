/** Who may do what with a task. Pure: rows in, answer out. */

export interface LinkRow {
  readonly kind: 'assignee' | 'candidate' | 'owner' | 'participant';
  /** `u:<uuid>`, `g:<group>`, or `u:?<name>` for a person the process named and nobody knows. */
  readonly principal: string;
  readonly rule: { readonly source: RuleSource; readonly text?: string; readonly by?: string; readonly how?: How };
  readonly since: unknown;
  readonly groupName: string | null;
}
type RuleSource = 'process' | 'person' | 'delegation' | 'escalation' | 'four_eyes';
/** By what deed somebody came to it. */
type How = 'claimed' | 'assigned' | 'delegated' | 'returned' | 'mentioned';

/** Somebody the caller stands for today. Tasks with an id below `floor` stay with that person (a delegation that does not move open tasks). */
export interface Standing {
  readonly userId: string;
  readonly floor: string | null;
}

export interface Caller {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly standsFor: readonly Standing[];
}

export interface TaskRights {
  readonly id: string;
  readonly assigneeId: string | null;
  readonly ownerId: string | null;
  readonly endedBy: string | null;
  readonly confidential: string | null;
  /** With a colleague, for the owner's decision (`returns`) or for good. */
  readonly delegated: 'returns' | 'final' | null;
  readonly links: readonly LinkRow[];
}

/** Through what somebody acts. A delegate acts on behalf of `userId`. */
export type Acting =
  | { readonly via: 'assignee' }
  | { readonly via: 'candidate' }
  | { readonly via: 'group'; readonly group: string }
  | { readonly via: 'delegation'; readonly userId: string };

/**
 * How the caller may act on the task now, or null. A task that somebody has taken is that person's (and a delegate's);
 * a person's own right comes before the right of somebody they stand for, and groups are never inherited.
 */
export function actingOn(task: TaskRights, caller: Caller): Acting | null {
  if (task.assigneeId !== null) {
    if (task.assigneeId === caller.userId) return { via: 'assignee' };
    const standing = standingFor(task, caller, task.assigneeId);
    return standing ? { via: 'delegation', userId: standing.userId } : null;
  }
  return asCandidate(task, caller);
}

/** Whether the caller is tied to the task by a link, be it taken by another or ended. */
export function isTied(task: TaskRights, caller: Caller): boolean {
  return actingOn(task, caller) !== null || asCandidate(task, caller) !== null;
}

/** In whose name somebody acts: of whom they stand in for, or of the owner who delegated the task to them. */
export function behalfOf(task: TaskRights, acting: Acting | null): string | null {
  if (acting?.via === 'delegation') return acting.userId;
  const isDelegate = acting?.via === 'assignee' && task.delegated !== null && task.ownerId !== task.assigneeId;
  return isDelegate ? task.ownerId : null;
}

/** Whether completing is for the owner: the colleague gives the task back instead. */
export function mustReturn(task: TaskRights): boolean {
  return task.delegated === 'returns' && task.ownerId !== null;
}

/** Whether the caller may read the task: tied to it, owner, let in by a mention, or the one who ended it. Who acted otherwise, and `alltasks`, are asked elsewhere. */
export function isVisible(task: TaskRights, caller: Caller): boolean {
  const isParticipant = task.links.some((l) => l.kind === 'participant' && l.principal === `u:${caller.userId}`);
  return isParticipant || task.ownerId === caller.userId || task.endedBy === caller.userId || isTied(task, caller);
}

/** Assigning is for those who may act, the owner and administrators; a task that is delegated goes back to its owner first. */
export function mayAssign(task: TaskRights, caller: Caller, isAdmin: boolean): boolean {
  if (isAdmin) return true;
  if (task.confidential !== null) return false;
  return task.ownerId === caller.userId || (task.delegated === null && actingOn(task, caller) !== null);
}

/** Delegating one task is for whoever has it or may take it, its owner and administrators; never health and pay. */
export function mayDelegate(task: TaskRights, caller: Caller, isAdmin: boolean): boolean {
  if (task.confidential !== null) return false;
  return isAdmin || task.ownerId === caller.userId || actingOn(task, caller) !== null;
}

/** A delegated task is given back by the colleague, or taken back by its owner or an administrator. */
export function mayReturn(task: TaskRights, caller: Caller, isAdmin: boolean): boolean {
  if (task.delegated === null || task.ownerId === null) return false;
  return isAdmin || task.ownerId === caller.userId || actingOn(task, caller) !== null;
}

/** The clock of a task is stopped by its owner and administrators, and by whoever does it where the process says so. */
export function mayStopClock(
  task: TaskRights,
  caller: Caller,
  { isAdmin, modelAllows }: { readonly isAdmin: boolean; readonly modelAllows: boolean },
): boolean {
  return isAdmin || task.ownerId === caller.userId || (modelAllows && actingOn(task, caller) !== null);
}

/** A task is given back to its group only by whom it was taken, and only when others are left to take it. */
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
    const standing = standingFor(task, caller, link.principal.slice(2));
    if (standing) return { via: 'delegation', userId: standing.userId };
  }
  return null;
}

function standingFor(task: TaskRights, caller: Caller, userId: string): Standing | undefined {
  if (task.confidential !== null) return undefined;
  return caller.standsFor.find((s) => s.userId === userId && (s.floor === null || task.id >= s.floor));
}
