import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { addHistory, historyRow, readFourEyes, recheckTaskIncidents, type StepScope } from '../../processes/index.ts';
import { entitledGroups } from '../access/confidential.ts';
import {
  canBeReleased,
  findManagersAbove,
  findReceiver,
  findStaffedGroup,
  membersAmong,
  type Receiver,
  replaceOwner,
} from '../access/hand-over.store.ts';
import { assertOpen } from '../access/refusals.ts';
import type { LinkRow } from '../access/tasks.rules.ts';
import { addLink, assignTask, type LoadedTask, loadTask } from '../access/tasks.store.ts';
import { viewerOf } from '../access/visible-task.ts';
import { refreshInbox } from './complete-task.ts';

/** A user who leaves, and where the tasks go. */
export interface HandOver {
  readonly leaverId: string;
  /** Receives the tasks; null: they go back to their candidates, the rest to the line manager. */
  readonly toUserId: string | null;
  readonly reason: string | null;
}

/** Users (`u:<id>`) and groups (`g:<id>`). */
type Principals = readonly string[];

interface Work extends HandOver {
  readonly tx: Tx;
  readonly scope: StepScope;
  readonly task: LoadedTask;
  /** Users whom the four-eyes rule keeps from this decision. */
  readonly refused: readonly string[];
}

/**
 * Hands one task of a user who leaves over to others, and writes the reason to its history. Returns who received it;
 * undefined for a task that others have by now. Throws `task.no_receiver` when no user may take it; it stays then.
 *
 * A delegated task goes back to its owner. Users whom the four-eyes rule excludes get no decision, and a confidential task
 * goes only to its candidates or to members of a group that may see such tasks.
 */
export async function handOverTask(
  tx: Tx,
  scope: StepScope,
  taskId: string,
  handOver: HandOver,
): Promise<Principals | undefined> {
  const { leaverId } = handOver;
  const viewer = viewerOf({ session: { userId: leaverId, timeZone: scope.timeZone }, now: scope.now });
  const task = await loadTask(tx, taskId, viewer, true);
  if (!task) throw new AppError('task.not_found');
  assertOpen(task);
  const facts = (await readFourEyes(tx, scope, [task.row])).get(task.row.id);
  const refused = facts ? [...facts.requesters, ...facts.deciders] : [];
  const work: Work = { ...handOver, tx, scope, task, refused };
  const given = await giveAway(work);
  if (given === undefined) return undefined;
  await refreshInbox(tx, task.row.id);
  if (task.instance.status === 'incident') await recheckTaskIncidents(tx, scope, task.row.instance_id);
  return given;
}

async function giveAway(work: Work): Promise<Principals | undefined> {
  const { leaverId, task } = work;
  const { assigneeId, ownerId, delegated } = task.rights;
  if (assigneeId === leaverId) {
    const owner =
      delegated !== null && ownerId !== null && ownerId !== leaverId ? await mayReceive(work, ownerId) : null;
    if (owner) return assign(work, owner, 'returned');
    return task.rights.confidential === null ? giveAssigned(work) : giveConfidential(work);
  }
  if (delegated !== null && ownerId === leaverId) return giveOwned(work);
  if (assigneeId === null && task.rights.links.some((link) => isCandidate(link, leaverId))) return giveOffered(work);
  return undefined;
}

const isCandidate = ({ kind, principal }: LinkRow, userId: string) =>
  kind === 'candidate' && principal === `u:${userId}`;

async function giveAssigned(work: Work): Promise<Principals | undefined> {
  const { toUserId } = work;
  const chosen = toUserId === null ? null : await mayReceive(work, toUserId);
  if (chosen) return assign(work, chosen, 'assigned');
  if (await isReleasable(work)) return release(work);
  const [manager] = await managersOf(work);
  if (!manager) throw new AppError('task.no_receiver');
  return assign(work, manager, 'assigned');
}

/** A confidential task goes to an entitled user, to the candidates whom the process named, or to an entitled group. */
async function giveConfidential(work: Work): Promise<Principals | undefined> {
  const entitled = await entitledReceivers(work);
  const chosen = entitled.find(({ id }) => id === work.toUserId);
  if (chosen) return assign(work, chosen, 'assigned');
  if (await isReleasable(work)) return release(work);
  const [manager] = entitled;
  if (manager) return assign(work, manager, 'assigned');
  const group = await offerToEntitledGroup(work);
  await setAssignee(work, null, ruleOf(work));
  return group;
}

/** A task that only the user who leaves could take: another user may take it as well. */
async function giveOffered(work: Work): Promise<Principals | undefined> {
  const { task } = work;
  if (await isReleasable(work)) return undefined;
  if (task.rights.confidential !== null) {
    const [entitled] = await entitledReceivers(work);
    return entitled ? offer(work, `u:${entitled.id}`) : offerToEntitledGroup(work);
  }
  const chosen = work.toUserId === null ? null : await mayReceive(work, work.toUserId);
  const [receiver] = chosen ? [chosen] : await managersOf(work);
  if (!receiver) throw new AppError('task.no_receiver');
  return offer(work, `u:${receiver.id}`);
}

/** A task that the user delegated: another user becomes responsible. If that is its assignee, the delegation ends. */
async function giveOwned(work: Work): Promise<Principals | undefined> {
  const { tx, scope, task, leaverId, toUserId } = work;
  const chosen = toUserId === null ? null : await mayReceive(work, toUserId);
  const [owner] = chosen ? [chosen] : await managersOf(work);
  if (!owner) throw new AppError('task.no_receiver');
  if (owner.id === task.rights.assigneeId) return assign(work, owner, 'assigned');
  const rule = ruleOf(work, 'assigned');
  const isReplaced = await replaceOwner(tx, task.row.id, { from: leaverId, to: owner.id, rule, at: scope.now });
  if (!isReplaced) throw new AppError('instance.locked');
  await note(work, 'owner.changed', `u:${owner.id}`);
  return [`u:${owner.id}`];
}

async function mayReceive({ tx, refused }: Work, userId: string): Promise<Receiver | null> {
  if (refused.includes(userId)) return null;
  return (await findReceiver(tx, userId)) ?? null;
}

async function managersOf({ tx, leaverId, refused }: Work): Promise<Receiver[]> {
  return (await findManagersAbove(tx, leaverId)).filter(({ id }) => !refused.includes(id));
}

/** The chosen user and the line managers, as far as they may see confidential tasks of this kind. */
async function entitledReceivers(work: Work): Promise<Receiver[]> {
  const { tx, task, toUserId } = work;
  const chosen = toUserId === null ? null : await mayReceive(work, toUserId);
  const people = [...(chosen ? [chosen] : []), ...(await managersOf(work))];
  const groups = entitledGroups(task.rights.confidential!);
  const entitled = await membersAmong(
    tx,
    people.map(({ id }) => id),
    groups,
  );
  return people.filter(({ id }) => entitled.includes(id));
}

const isReleasable = ({ tx, task, leaverId, refused }: Work) => canBeReleased(tx, task.row.id, leaverId, refused);

async function offerToEntitledGroup(work: Work): Promise<Principals> {
  const { tx, task, leaverId, refused } = work;
  const groups = entitledGroups(task.rights.confidential!);
  const group = await findStaffedGroup(tx, groups, [leaverId, ...refused]);
  if (!group) throw new AppError('task.no_receiver');
  return offer(work, `g:${group.id}`);
}

async function offer(work: Work, principal: string): Promise<Principals> {
  const { tx, scope, task } = work;
  const rule = ruleOf(work, 'assigned');
  await addLink(tx, task.row.id, { kind: 'candidate', principal, rule, at: scope.now });
  await note(work, 'candidate.added', principal);
  return [principal];
}

async function assign(work: Work, to: Receiver, kind: 'assigned' | 'returned'): Promise<Principals> {
  await setAssignee(work, to.id, ruleOf(work, kind));
  await note(work, kind, `u:${to.id}`);
  return [`u:${to.id}`];
}

async function release(work: Work): Promise<Principals> {
  await setAssignee(work, null, ruleOf(work));
  await note(work, 'released');
  const others = work.task.rights.links.filter(
    (link) => link.kind === 'candidate' && !isCandidate(link, work.leaverId),
  );
  return others.map(({ principal }) => principal);
}

async function setAssignee({ tx, scope, task }: Work, to: string | null, rule: LinkRow['rule']): Promise<void> {
  const change = { taskId: task.row.id, to, from: task.rights.assigneeId, rule, at: scope.now };
  // A concurrent change: the run tries the task again.
  if (!(await assignTask(tx, change))) throw new AppError('instance.locked');
}

function ruleOf({ scope }: Work, how?: 'assigned' | 'returned'): LinkRow['rule'] {
  return { source: 'person', ...(scope.userId ? { by: scope.userId } : {}), ...(how ? { how } : {}) };
}

async function note({ tx, scope, task, leaverId, reason }: Work, kind: string, principal?: string): Promise<void> {
  const data = { leaver: leaverId, ...(principal ? { principal } : {}), ...(reason ? { comment: reason } : {}) };
  await addHistory(tx, historyRow(scope, task.instance, kind, { taskId: task.row.id, node: task.row.node_id, data }));
}
