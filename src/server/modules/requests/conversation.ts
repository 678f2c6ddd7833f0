import type { RequestComment } from '../../../shared/contracts/requests.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueueAll } from '../../platform/outbox.ts';
import { commentOf } from '../comments/index.ts';
import { notify } from '../notifications/index.ts';
import { announceRequests } from '../processes/index.ts';
import { taskForReply } from '../tasks/index.ts';
import { personRef } from '../users/index.ts';
import {
  type CaseOf,
  findCase,
  hasConfidentialTask,
  insertMessage,
  type MessageRow,
  markUnread,
  readInboxes,
  readMessages,
} from './conversation.store.ts';
import type { Shown } from './progress.rules.ts';
import type { VisibleRequest } from './requests.read.ts';

/** Returns the conversation as the requester sees it. */
export async function messagesFor(call: Caller, request: VisibleRequest): Promise<RequestComment[]> {
  const about = (await findCase(call.tx, request.row.id))!;
  const shown = await shownIn(call, request);
  return (await readMessages(call.tx, request.row.id)).map((row) => toMessage(row, about, call, shown));
}

/** Adds a message of the requester or starter. */
export async function writeToHolders(call: Caller, request: VisibleRequest, text: string): Promise<RequestComment> {
  if (request.row.relation !== 'own') throw new AppError('request.read_only');
  const about = (await findCase(call.tx, request.row.id))!;
  const row = await addMessage(call, about, commentOf(text), null);
  await notifyHolders(call, about, row.id);
  return toMessage(row, about, call, request.shown);
}

/** Returns the conversation as the users of a task see it; null if no user requested the case. */
export async function repliesOf(call: Caller, taskId: string): Promise<RequestComment[] | null> {
  const { instanceId } = await taskForReply(call, taskId, false);
  const about = await findCase(call.tx, instanceId);
  if (!about) return null;
  return (await readMessages(call.tx, about.id)).map((row) => toMessage(row, about, call, 'person'));
}

/** Adds a message of a user who may act on a task of the case. */
export async function reply(call: Caller, taskId: string, text: string): Promise<RequestComment> {
  const { instanceId, onBehalfOf } = await taskForReply(call, taskId, true);
  const about = await findCase(call.tx, instanceId);
  if (!about) throw new AppError('request.unknown');
  const row = await addMessage(call, about, commentOf(text), onBehalfOf);
  const userIds = [about.requesterId, about.starterId].filter((id) => id !== null);
  await notify(call.tx, { kind: 'requestReply', userIds, taskId: about.id, commentId: row.id });
  return toMessage(row, about, call, 'person');
}

/** Of confidential tasks requesters see the stage only, so the names of those who write about them are hidden. */
async function shownIn({ tx }: Caller, { row, shown }: VisibleRequest): Promise<Shown> {
  return (await hasConfidentialTask(tx, row.id)) ? 'none' : shown;
}

async function addMessage(
  { tx, session, now }: Caller,
  about: CaseOf,
  text: string,
  onBehalfOf: string | null,
): Promise<MessageRow> {
  const id = await insertMessage(tx, { caseId: about.id, authorId: session.userId, onBehalfOf, text, at: now });
  await announceRequests(tx, [about.id]);
  return (await readMessages(tx, about.id, id))[0]!;
}

/** Users relation read marks are removed; the inboxes of groups only learn that the task changed. */
const READERS_MAX = 20;

/** Marks the open tasks of the case as unread, and informs the pages that show them. */
async function notifyHolders({ tx, session }: Caller, about: CaseOf, commentId: string): Promise<void> {
  const rows = (await readInboxes(tx, about.id)).filter(({ principal }) => principal.slice(2) !== session.userId);
  const byUser = Map.groupBy(
    rows.filter(({ principal }) => !principal.startsWith('g:')),
    ({ principal }) => principal.slice(2),
  );
  for (const [userId, tasks] of [...byUser].slice(0, READERS_MAX)) {
    await markUnread(
      tx,
      userId,
      tasks.map(({ taskId }) => taskId),
    );
    // One e-mail for a user, however many tasks of the case they have.
    await notify(tx, { kind: 'requestReply', userIds: [userId], taskId: tasks[0]!.taskId, commentId });
  }
  const byTask = Map.groupBy(rows, ({ taskId }) => taskId);
  await enqueueAll(
    tx,
    'live',
    [...byTask].map(([taskId, inboxes]) => ({
      principals: inboxes.map(({ principal }) => principal),
      type: 'task.changed',
      data: { taskId },
    })),
  );
}

function toMessage(row: MessageRow, about: CaseOf, { session }: Caller, shown: Shown): RequestComment {
  const isRequester = row.author.id === about.requesterId || row.author.id === about.starterId;
  const isOwn = row.author.id === session.userId;
  const showsNames = shown === 'person' || isRequester || isOwn;
  return {
    id: row.id,
    author: showsNames ? personRef(row.author) : null,
    onBehalfOf: row.on_behalf_of && showsNames ? personRef(row.on_behalf_of) : null,
    isRequester,
    isOwn,
    text: row.text,
    created: row.created_at.toISOString(),
  };
}
