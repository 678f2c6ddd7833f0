import type { Comment, CommentBody } from '../../../../shared/contracts/task-collaboration.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  blankComment,
  type CommentOwner,
  type CommentPlace,
  commentOf,
  findComment,
  insertComment,
  mayEdit,
  mayRemove,
  notifyMentioned,
  readComments,
  setMentions,
  staleComment,
  toComment,
  updateComment,
} from '../../comments/index.ts';
import { addHistory, historyRow, scopeOf } from '../../processes/index.ts';
import { maySee, readCallers } from '../access/task-access.store.ts';
import { actingOn, behalfOf, mayDelegate } from '../access/tasks.rules.ts';
import { addLink, findPerson, type LoadedTask } from '../access/tasks.store.ts';
import { type TaskCall, viewerOf } from '../access/visible-task.ts';
import { notifyWatchers } from '../actions/task-events.ts';

const ownerOf = ({ row }: LoadedTask): CommentOwner => ({ kind: 'task', id: row.id });
const isOpen = ({ row }: LoadedTask): boolean => row.status === 'open';

/** Returns the comments of a task. */
export async function commentsOf(call: TaskCall, task: LoadedTask): Promise<Comment[]> {
  return (await readComments(call.tx, ownerOf(task))).map((row) => toComment(row, call.session, isOpen(task)));
}

/** Adds a comment, notifies mentioned users and sends a live event to all who may see the task. */
export async function postComment(call: TaskCall, task: LoadedTask, body: CommentBody): Promise<Comment> {
  const { tx, session, now } = call;
  const { id } = task.row;
  const text = commentOf(body.text);
  const named = await mentionedIn(call, task, body);
  const onBehalfOf = behalfOf(task.rights, actingOn(task.rights, task.caller));
  const commentId = await insertComment(tx, {
    owner: ownerOf(task),
    authorId: session.userId,
    onBehalfOf,
    text,
    at: now,
  });
  const parts = { taskId: id, node: task.row.node_id, data: { commentId } };
  await addHistory(tx, historyRow({ ...scopeOf(call), onBehalfOf }, task.instance, 'commented', parts));
  await notifyWatchers(tx, id, { type: 'comment.added', data: { ownerKind: 'task', ownerId: id, commentId } });
  await notifyMentioned(tx, session, ownerOf(task), commentId, await setMentions(tx, commentId, named));
  return one(call, task, commentId);
}

/** Edits the caller's own comment. */
export async function changeComment(
  call: TaskCall,
  task: LoadedTask,
  where: CommentPlace,
  body: CommentBody,
): Promise<Comment> {
  const { tx, session, now } = call;
  const row = await findComment(call.tx, ownerOf(task), where);
  if (!mayEdit(row, session.userId, isOpen(task))) throw new AppError('access.denied');
  const text = commentOf(body.text);
  const named = await mentionedIn(call, task, body);
  if (!(await updateComment(tx, row.id, row.version, text, now))) throw staleComment(row);
  await notifyChanged(call, task, row.id);
  await notifyMentioned(tx, session, ownerOf(task), row.id, await setMentions(tx, row.id, named));
  return one(call, task, row.id);
}

/** Removes the text of a comment. */
export async function clearComment(call: TaskCall, task: LoadedTask, where: CommentPlace): Promise<void> {
  const row = await findComment(call.tx, ownerOf(task), where);
  if (!mayRemove(row, call.session.userId, call.session.isAdmin)) throw new AppError('access.denied');
  await blankComment(call.tx, row.id, call.session.userId, call.now);
  await notifyChanged(call, task, row.id);
}

/**
 * Returns the keys of mentioned users. Refuses users who may not see the task, with their names; with `invite`, callers who
 * may delegate the task add them as participants.
 */
async function mentionedIn(
  call: TaskCall,
  task: LoadedTask,
  { mentions = [], invite }: CommentBody,
): Promise<string[]> {
  const { tx, session, now } = call;
  const ids = new Set<string>();
  for (const who of mentions) {
    const person = await findPerson(tx, who, session.userId);
    if (!person)
      throw new AppError('user.not_found', {}, { errors: [{ pointer: '/mentions', code: 'user.not_found' }] });
    if (person.status !== 'active') throw new AppError('user.disabled', { name: person.name ?? person.username });
    ids.add(person.id);
  }
  const outside = [];
  for (const caller of await readCallers(tx, viewerOf(call), [...ids])) {
    if (!(await maySee(tx, task, caller))) outside.push(caller);
  }
  if (outside.length === 0) return [...ids];
  const mayInvite = mayDelegate(task.rights, task.caller, session.isAdmin);
  if (!invite || !mayInvite) {
    if (invite && task.rights.confidential !== null) throw new AppError('task.confidential');
    const people = outside.map(({ person }) => person);
    const names = people.map(({ name }) => name).join(', ');
    throw new AppError('mention.not_visible', { names }, { people, mayInvite });
  }
  for (const { userId } of outside) {
    const rule = { source: 'person', by: session.userId, how: 'mentioned' } as const;
    await addLink(tx, task.row.id, { kind: 'participant', principal: `u:${userId}`, rule, at: now });
  }
  return [...ids];
}

function notifyChanged({ tx }: TaskCall, { row }: LoadedTask, commentId: string): Promise<void> {
  return notifyWatchers(tx, row.id, {
    type: 'comment.changed',
    data: { ownerKind: 'task', ownerId: row.id, commentId },
  });
}

async function one(call: TaskCall, task: LoadedTask, commentId: string): Promise<Comment> {
  const [row] = await readComments(call.tx, ownerOf(task), commentId);
  return toComment(row!, call.session, isOpen(task));
}
