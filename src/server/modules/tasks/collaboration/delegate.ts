import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import type { delegateTask, returnTask } from '../../../../shared/contracts/task-collaboration.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import { textOf } from '../../comments/index.ts';
import { notify } from '../../notifications/index.ts';
import { addHistory, historyRow, recheckTaskIncidents, scopeOf } from '../../processes/index.ts';
import { assertMayReceive, isExcluded } from '../access/four-eyes.ts';
import { assertOpen, lostRace } from '../access/refusals.ts';
import { actingOn, behalfOf, type LinkRow, mayDelegate, mayReturn } from '../access/tasks.rules.ts';
import { addLink, assignTask, findPerson, type LoadedTask } from '../access/tasks.store.ts';
import { type TaskCall, viewerOf } from '../access/visible-task.ts';
import { refreshInbox } from '../actions/complete-task.ts';

/** Delegates one task to a colleague (TSK-05): the previous assignee becomes or stays its owner, and can take it back at any time. */
export async function delegate(
  call: TaskCall,
  task: LoadedTask,
  who: string,
  body: BodyOf<typeof delegateTask>,
): Promise<void> {
  const { tx, session, now } = call;
  const { rights, caller, row } = task;
  assertOpen(task);
  if (rights.confidential !== null) throw new AppError('task.confidential');
  if (!mayDelegate(rights, caller, session.isAdmin)) throw await notPermitted(call, task);
  const person = await findPerson(tx, who, session.userId);
  if (!person) throw new AppError('user.not_found');
  const acting = actingOn(rights, caller);
  const onBehalfOf = behalfOf(rights, acting);
  const holder = rights.ownerId ?? onBehalfOf ?? rights.assigneeId ?? caller.userId;
  const ownerId = await responsibleOwner(call, task, holder);
  if ([ownerId, rights.assigneeId, caller.userId].includes(person.id)) throw new AppError('delegation.to_self');
  if (person.status !== 'active') throw new AppError('user.disabled', { name: person.name ?? person.username });
  await assertMayReceive(tx, scopeOf(call), task, [person.id, ownerId]);
  const comment = textOf(body.comment);
  // A task delegated for the owner's decision returns to the owner, even after further delegations.
  const as = body.returns || (rights.delegated === 'returns' && caller.userId !== ownerId) ? 'returns' : 'final';
  const rule: LinkRow['rule'] = {
    source: acting?.via === 'delegation' ? 'delegation' : 'person',
    by: caller.userId,
    how: 'delegated',
    ...(comment ? { text: comment } : {}),
  };
  const given = await assignTask(tx, {
    taskId: row.id,
    to: person.id,
    from: rights.assigneeId,
    rule,
    at: now,
    delegated: { as, ownerId },
  });
  if (!given) throw await lostRace({ tx, viewer: viewerOf(call) }, task);
  await addLink(tx, row.id, {
    kind: 'owner',
    principal: `u:${ownerId}`,
    rule: { source: 'person', by: caller.userId, how: 'delegated' },
    at: now,
  });
  await note(call, task, 'delegated', onBehalfOf, {
    principal: `u:${person.id}`,
    returns: as === 'returns',
    ...(comment ? { comment } : {}),
  });
  await refreshInbox(tx, row.id);
  if (task.instance.status === 'incident') await recheckTaskIncidents(tx, scopeOf(call), row.instance_id);
  await notify(tx, { kind: 'delegated', userIds: [person.id], taskId: row.id });
}

/**
 * Returns the owner of the delegated task: its previous assignee. If the four-eyes rule excludes that user from the
 * decision, the administrator who delegates the task becomes its owner.
 */
async function responsibleOwner(call: TaskCall, { row, caller }: LoadedTask, holder: string): Promise<string> {
  if (!call.session.isAdmin || holder === caller.userId) return holder;
  return (await isExcluded(call.tx, scopeOf(call), row, holder)) ? caller.userId : holder;
}

/** Returns a delegated task to its owner: the colleague returns it, or the owner takes it back. */
export async function returnToOwner(call: TaskCall, task: LoadedTask, body: BodyOf<typeof returnTask>): Promise<void> {
  const { tx, session, now } = call;
  const { rights, caller, row } = task;
  assertOpen(task);
  if (rights.delegated === null || rights.ownerId === null) throw new AppError('task.not_delegated');
  if (!mayReturn(rights, caller, session.isAdmin)) throw await notPermitted(call, task);
  const comment = textOf(body.comment);
  const acting = actingOn(rights, caller);
  const rule: LinkRow['rule'] = {
    source: acting?.via === 'delegation' ? 'delegation' : 'person',
    by: caller.userId,
    how: 'returned',
    ...(comment ? { text: comment } : {}),
  };
  const to = rights.ownerId;
  const returned = await assignTask(tx, { taskId: row.id, to, from: rights.assigneeId, rule, at: now });
  if (!returned) throw await lostRace({ tx, viewer: viewerOf(call) }, task);
  await note(call, task, acting ? 'returned' : 'taken_back', acting ? behalfOf(rights, acting) : null, {
    principal: `u:${to}`,
    ...(comment ? { comment } : {}),
  });
  await refreshInbox(tx, row.id);
  await notify(tx, { kind: 'delegated', userIds: [to], taskId: row.id });
}

/** Returns the error with the assignee when another user has claimed the task; refuses readers. */
async function notPermitted(call: TaskCall, task: LoadedTask): Promise<AppError> {
  const refusal = await lostRace({ tx: call.tx, viewer: viewerOf(call) }, task);
  return refusal.code === 'task.claimed_by_other' ? refusal : new AppError('access.denied');
}

async function note(
  call: TaskCall,
  task: LoadedTask,
  kind: string,
  onBehalfOf: string | null,
  data: Record<string, unknown>,
): Promise<void> {
  const parts = { taskId: task.row.id, node: task.row.node_id, data };
  await addHistory(call.tx, historyRow({ ...scopeOf(call), onBehalfOf }, task.instance, kind, parts));
}
