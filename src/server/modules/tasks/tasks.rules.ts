/** Who may do what with a task. Pure: rows in, answer out. */

export interface LinkRow {
  readonly kind: 'assignee' | 'candidate' | 'owner' | 'participant';
  /** `u:<uuid>`, `g:<group>`, or `u:?<name>` for a person the process named and nobody knows. */
  readonly principal: string;
  readonly rule: { readonly source: RuleSource; readonly text?: string; readonly by?: string };
  readonly since: unknown;
  readonly groupName: string | null;
}
type RuleSource = 'process' | 'person' | 'delegation' | 'escalation';

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

/** Whether the caller may read the task: tied to it, owner, or the one who ended it. Who acted otherwise, and `alltasks`, are asked elsewhere. */
export function isVisible(task: TaskRights, caller: Caller): boolean {
  return task.ownerId === caller.userId || task.endedBy === caller.userId || isTied(task, caller);
}

/** Assigning is for those who may act, the owner and administrators. */
export function mayAssign(task: TaskRights, caller: Caller, isAdmin: boolean): boolean {
  return isAdmin || task.ownerId === caller.userId || actingOn(task, caller) !== null;
}

/** A task is given back only by whom it was taken, and only when others are left to take it. */
export function mayRelease(task: TaskRights, caller: Caller): boolean {
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
