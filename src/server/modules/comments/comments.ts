import type { Comment } from '../../../shared/contracts/task-collaboration.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { isStale } from '../../platform/http/if-match.ts';
import { toInstant } from '../../platform/instants.ts';
import { enqueueAll } from '../../platform/outbox.ts';
import type { CallerSession } from '../../platform/session.ts';
import { assertUuid } from '../../platform/uuid.ts';
import { notify } from '../notifications/index.ts';
import { personRef } from '../users/index.ts';
import { mayEdit, mayRemove } from './comments.rules.ts';
import { type CommentOwner, type CommentRow, readComments } from './comments.store.ts';

/** A comment by its id, with the version that the caller has seen. */
export interface CommentPlace {
  readonly commentId: string;
  readonly ifMatch: string | undefined;
}

/** Returns a comment that was not removed. Throws comment.not_found, or edit.conflict for a stale version. */
export async function findComment(
  tx: Tx,
  owner: CommentOwner,
  { commentId, ifMatch }: CommentPlace,
): Promise<CommentRow> {
  const [row] = await readComments(tx, owner, assertUuid(commentId, 'comment.not_found'));
  if (!row || row.removedAt !== null) throw new AppError('comment.not_found');
  if (isStale(ifMatch, row.version)) throw staleComment(row);
  return row;
}

export function staleComment(row: CommentRow): AppError {
  const time = (row.editedAt ?? row.createdAt).toISOString();
  return new AppError('edit.conflict', { name: row.author.name ?? row.author.username, time });
}

/** Notifies users who were mentioned in a comment, except its author. */
export async function notifyMentioned(
  tx: Tx,
  { userId }: Pick<CallerSession, 'userId'>,
  owner: CommentOwner,
  commentId: string,
  userIds: readonly string[],
): Promise<void> {
  const data = { ownerKind: owner.kind, ownerId: owner.id, commentId };
  const principals = userIds.filter((id) => id !== userId).map((id) => `c:${id}`);
  if (principals.length > 0) await enqueueAll(tx, 'live', [{ principals, type: 'mention.added', data }]);
  await notify(tx, { kind: 'mentioned', userIds, taskId: owner.id, commentId });
}

/** Returns a comment for its reader; `isOpen`: its author may still edit it. */
export function toComment(
  row: CommentRow,
  { userId, isAdmin }: Pick<CallerSession, 'userId' | 'isAdmin'>,
  isOpen: boolean,
): Comment {
  const isRemoved = row.removedAt !== null;
  return {
    id: row.id,
    author: personRef(row.author),
    ...(row.onBehalfOf ? { onBehalfOf: personRef(row.onBehalfOf) } : {}),
    text: isRemoved ? null : row.text,
    mentions: (row.mentions ?? []).map(personRef),
    created: toInstant(row.createdAt)!,
    edited: toInstant(row.editedAt),
    removed: isRemoved ? { at: toInstant(row.removedAt)!, by: row.removedBy && personRef(row.removedBy) } : null,
    mayEdit: mayEdit(row, userId, isOpen),
    mayRemove: mayRemove(row, userId, isAdmin),
    version: row.version,
  };
}
