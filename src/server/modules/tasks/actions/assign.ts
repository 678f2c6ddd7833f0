import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import type { linkTask } from '../../../../shared/contracts/tasks.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import { addHistory, historyRow, recheckTaskIncidents, scopeOf } from '../../processes/index.ts';
import { assertMayReceive } from '../access/four-eyes.ts';
import { assertOpen, lostRace } from '../access/refusals.ts';
import { actingOn, behalfOf, type LinkRow, mayAssign } from '../access/tasks.rules.ts';
import {
  addLink,
  assignTask,
  findPerson,
  groupExists,
  type LoadedTask,
  removeCandidate,
  touchTask,
} from '../access/tasks.store.ts';
import { type TaskCall, viewerOf } from '../access/visible-task.ts';
import { refreshInbox } from './complete-task.ts';

/** Sets or removes the assignee, adds or removes a candidate (TSK-04), and writes the change to the history. */
export async function link(call: TaskCall, task: LoadedTask, body: BodyOf<typeof linkTask>): Promise<void> {
  const { tx, now } = call;
  const { row, rights, caller } = task;
  assertOpen(task);
  if (!mayAssign(rights, caller, call.session.isAdmin)) {
    throw new AppError(rights.confidential === null ? 'access.denied' : 'task.confidential');
  }
  const principal = await principalOf(call, body);
  if (!body.remove && principal.startsWith('u:')) await assertMayReceive(tx, scopeOf(call), task, [principal.slice(2)]);
  const acting = actingOn(rights, caller);
  const onBehalfOf = behalfOf(rights, acting);
  const rule: LinkRow['rule'] = {
    source: acting?.via === 'delegation' ? 'delegation' : 'person',
    by: caller.userId,
    how: 'assigned',
  };
  if (body.kind === 'assignee') {
    const to = body.remove ? null : principal.slice(2);
    if (body.remove && rights.assigneeId !== principal.slice(2)) return;
    if (body.remove && !rights.links.some((one) => one.kind === 'candidate')) throw new AppError('access.denied');
    const assigned = await assignTask(tx, { taskId: row.id, to, from: rights.assigneeId, rule, at: now });
    if (!assigned) throw await lostRace({ tx, viewer: viewerOf(call) }, task);
  } else if (body.remove) {
    const others = rights.links.filter((one) => one.kind === 'candidate' && one.principal !== principal);
    // At least one user or group must remain who can complete the task.
    if (rights.assigneeId === null && others.length === 0) throw new AppError('access.denied');
    await removeCandidate(tx, row.id, principal);
    await touchTask(tx, row.id);
  } else {
    await addLink(tx, row.id, { kind: 'candidate', principal, rule, at: now });
    await touchTask(tx, row.id);
  }
  const kind =
    body.kind === 'assignee'
      ? body.remove
        ? 'unassigned'
        : 'assigned'
      : body.remove
        ? 'candidate.removed'
        : 'candidate.added';
  await addHistory(
    tx,
    historyRow({ ...scopeOf(call), onBehalfOf }, task.instance, kind, {
      taskId: row.id,
      node: row.node_id,
      data: { principal },
    }),
  );
  await refreshInbox(tx, row.id);
  if (task.instance.status === 'incident') await recheckTaskIncidents(tx, scopeOf(call), row.instance_id);
}

async function principalOf({ tx, session }: TaskCall, body: BodyOf<typeof linkTask>): Promise<string> {
  const { userId, groupId, kind, remove } = body;
  if ((userId === undefined) === (groupId === undefined) || (kind === 'assignee' && userId === undefined)) {
    throw new AppError('request.invalid', {}, { errors: [{ pointer: '/userId', code: 'request.invalid' }] });
  }
  if (groupId !== undefined) {
    if (!remove && !(await groupExists(tx, groupId))) throw new AppError('group.not_found');
    return `g:${groupId}`;
  }
  const person = await findPerson(tx, userId!, session.userId);
  if (!person) throw new AppError('user.not_found');
  if (!remove && person.status !== 'active')
    throw new AppError('user.disabled', { name: person.name ?? person.username });
  return `u:${person.id}`;
}
