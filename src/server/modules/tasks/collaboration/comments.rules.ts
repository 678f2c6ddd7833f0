import { COMMENT_MAX } from '../../../../shared/contracts/constants.ts';
import { AppError } from '../../../platform/errors.ts';

/** What somebody wrote, without white space around it; empty when nothing was. Throws `comment.too_long`, counting characters as the database does. */
export function textOf(text: string | undefined): string {
  const trimmed = (text ?? '').trim();
  if ([...trimmed].length > COMMENT_MAX) {
    const params = { max: COMMENT_MAX };
    const pointer = text === undefined ? '' : '/text';
    throw new AppError('comment.too_long', params, { errors: [{ pointer, code: 'comment.too_long', params }] });
  }
  return trimmed;
}

/** The text of a comment, which says something. */
export function commentOf(text: string): string {
  const said = textOf(text);
  if (said === '') {
    throw new AppError('comment.required', {}, { errors: [{ pointer: '/text', code: 'comment.required' }] });
  }
  return said;
}

interface Said {
  readonly authorId: string;
  readonly removedAt: unknown;
}

/** Corrected by its author while the task is open: what a decision was made on stays as it was. */
export function mayEdit(comment: Said, userId: string, isTaskOpen: boolean): boolean {
  return comment.removedAt === null && comment.authorId === userId && isTaskOpen;
}

/** Removed by its author at any time, by administrators whosever it is. */
export function mayRemove(comment: Said, userId: string, isAdmin: boolean): boolean {
  return comment.removedAt === null && (comment.authorId === userId || isAdmin);
}
