/**
 * Open tasks and whose inbox they stand in: the rows that processes open and cancel and that the task module lists. No
 * routes of its own.
 */
export { announceInbox } from './announce.ts';
export {
  type Asker,
  COMMENT_COUNT,
  countBadge,
  countInbox,
  countRead,
  findNext,
  firstTaskOf,
  HAS_DRAFT,
  type InboxKind,
  type InboxOrder,
  type InboxPosition,
  type InboxQuery,
  type InboxRow,
  READ_LIMIT,
  readInbox,
  readInboxTask,
  readKinds,
  readOwnTasks,
  TASK_COLUMNS,
} from './inbox.store.ts';
export { countStaying, readMoving, readOwnRequests } from './moving.store.ts';
export { cancelTasks, type NewTask, openTasks, pinForm, resolveTasks } from './open-tasks.store.ts';
export { projectInbox } from './projection.store.ts';
export { listedTask, type TaskRow, toInstant, toTask } from './task-row.ts';
