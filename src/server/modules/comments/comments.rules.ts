import { COMMENT_MAX } from '../../../shared/contracts/constants.ts';
import { AppError } from '../../platform/errors.ts';

/** Trims a text; empty when it is missing. Throws `comment.too_long`, counting characters as the database does. */
export function textOf(text: string | undefined, member = 'text'): string {
  const trimmed = (text ?? '').trim();
  if ([...trimmed].length > COMMENT_MAX) {
    const params = { max: COMMENT_MAX };
    const pointer = text === undefined ? '' : `/${member}`;
    throw new AppError('comment.too_long', params, { errors: [{ pointer, code: 'comment.too_long', params }] });
  }
  return trimmed;
}

/** Returns the trimmed text of a comment, which is this member of the body. Throws when it is empty. */
export function commentOf(text: string, member = 'text'): string {
  const trimmedText = textOf(text, member);
  if (trimmedText === '') {
    throw new AppError('comment.required', {}, { errors: [{ pointer: `/${member}`, code: 'comment.required' }] });
  }
  return trimmedText;
}

interface ExistingComment {
  readonly authorId: string;
  readonly removedAt: unknown;
}

/** Whether the user may edit a comment: its author while its task is open, because a decision may be based on it. */
export function mayEdit(comment: ExistingComment, userId: string, isOpen: boolean): boolean {
  return comment.removedAt === null && comment.authorId === userId && isOpen;
}

/** Whether the user may remove a comment: its author at any time, and administrators. */
export function mayRemove(comment: ExistingComment, userId: string, isAdmin: boolean): boolean {
  return comment.removedAt === null && (comment.authorId === userId || isAdmin);
}
