import { sql } from 'kysely';
import type { Comment, CommentBody } from '../../../shared/contracts/task-collaboration.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/outbox.ts';
import { isUuid } from '../../platform/uuid.ts';
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
} from '../comments/index.ts';
import { mayReadRecord, type Registry } from '../records/index.ts';
import { type RecordRow, readersOf } from '../registries/index.ts';
import { personRef } from '../users/index.ts';

/** A record that the caller may read, with its registry. */
export interface OpenRecord {
  readonly registry: Registry;
  readonly row: RecordRow;
}

const ownerOf = ({ row }: OpenRecord): CommentOwner => ({ kind: 'record', id: row.id });

export async function recordComments({ tx, session }: Caller, record: OpenRecord): Promise<Comment[]> {
  return (await readComments(tx, ownerOf(record))).map((row) => toComment(row, session, true));
}

/** Adds a comment, notifies mentioned users and sends a live event to all who may read the record. */
export async function commentRecord(call: Caller, record: OpenRecord, body: CommentBody): Promise<Comment> {
  const { tx, session, now } = call;
  const owner = ownerOf(record);
  const text = commentOf(body.text);
  const named = await mentionedIn(call, record, body);
  const id = await insertComment(tx, { owner, authorId: session.userId, onBehalfOf: null, text, at: now });
  await announce(tx, record, 'comment.added', id);
  await notifyMentioned(tx, session, owner, id, await setMentions(tx, id, named));
  return one(call, record, id);
}

/** Edits the caller's own comment. */
export async function editOnRecord(
  call: Caller,
  record: OpenRecord,
  where: CommentPlace,
  body: CommentBody,
): Promise<Comment> {
  const { tx, session, now } = call;
  const row = await findComment(tx, ownerOf(record), where);
  if (!mayEdit(row, session.userId, true)) throw new AppError('access.denied');
  const text = commentOf(body.text);
  const named = await mentionedIn(call, record, body);
  if (!(await updateComment(tx, row.id, row.version, text, now))) throw staleComment(row);
  await announce(tx, record, 'comment.changed', row.id);
  await notifyMentioned(tx, session, ownerOf(record), row.id, await setMentions(tx, row.id, named));
  return one(call, record, row.id);
}

/** Removes the text of a comment. */
export async function removeFromRecord(call: Caller, record: OpenRecord, where: CommentPlace): Promise<void> {
  const { tx, session, now } = call;
  const row = await findComment(tx, ownerOf(record), where);
  if (!mayRemove(row, session.userId, session.isAdmin)) throw new AppError('access.denied');
  await blankComment(tx, row.id, session.userId, now);
  await announce(tx, record, 'comment.changed', row.id);
}

async function one({ tx, session }: Caller, record: OpenRecord, commentId: string): Promise<Comment> {
  const [row] = await readComments(tx, ownerOf(record), commentId);
  return toComment(row!, session, true);
}

function announce(tx: Tx, { registry, row }: OpenRecord, type: string, commentId: string): Promise<void> {
  const data = { ownerKind: 'record', ownerId: row.id, commentId };
  return enqueue(tx, 'live', { principals: readersOf(registry, row), type, data });
}

interface Mentioned {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly status: string;
  readonly groups: readonly string[];
}

/** Returns the ids of mentioned users. Refuses users who may not read the record, with their names. */
async function mentionedIn(
  { tx, session }: Caller,
  { registry, row }: OpenRecord,
  { mentions = [] }: CommentBody,
): Promise<string[]> {
  const wanted = new Set(mentions.map((who) => (who === 'me' ? session.userId : who.toLowerCase())));
  const people = await readMentioned(tx, [...wanted]);
  const isFound = (who: string) => people.some(({ id, username }) => id === who || username === who);
  if (![...wanted].every(isFound)) {
    throw new AppError('user.not_found', {}, { errors: [{ pointer: '/mentions', code: 'user.not_found' }] });
  }
  const inactive = people.find(({ status }) => status !== 'active');
  if (inactive) throw new AppError('user.disabled', { name: inactive.name ?? inactive.username });
  const outside = people.filter(({ id: userId, groups }) => {
    const isAdmin = groups.includes('admin') || groups.includes('verva.admin');
    return !mayReadRecord({ userId, isAdmin, groups }, registry, row.owner_id);
  });
  if (outside.length > 0) {
    const names = outside.map(({ name, username }) => name ?? username).join(', ');
    throw new AppError('mention.not_visible', { names }, { people: outside.map(personRef), mayInvite: false });
  }
  return people.map(({ id }) => id);
}

/** Reads users by their keys and usernames, with their groups. */
async function readMentioned(tx: Tx, who: readonly string[]): Promise<Mentioned[]> {
  if (who.length === 0) return [];
  const { rows } = await sql<Mentioned>`
    SELECT u.id, u.username, u.name, u.status, ARRAY(SELECT m.group_id FROM group_member m WHERE m.user_id = u.id) AS groups
    FROM app_user u WHERE u.source <> 'partner'
      AND (u.id = ANY(${who.filter(isUuid)}::uuid[]) OR u.username = ANY(${[...who]}::text[]))`.execute(tx);
  return rows;
}
