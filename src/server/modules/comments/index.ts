export { commentOf, mayEdit, mayRemove, textOf } from './comments.rules.ts';
export {
  blankComment,
  type CommentOwner,
  insertComment,
  readComments,
  setMentions,
  updateComment,
} from './comments.store.ts';
export { type CommentPlace, findComment, notifyMentioned, staleComment, toComment } from './comments.ts';
