/**
 * Open tasks and whose inbox they stand in: the rows that processes open and cancel and that the task module lists. No
 * routes of its own.
 */
export { announceInbox } from './announce.ts';
export { countStaying, readMoving, readOwnRequests } from './delegation-impact.store.ts';
export {
  COMMENT_COUNT,
  countBadge,
  findNext,
  firstTaskOf,
  HAS_DRAFT,
  type InboxKind,
  type InboxRow,
  placeOfTask,
  readInboxTask,
  readKinds,
  readOwnTasks,
  TASK_COLUMNS,
  type Viewer,
} from './inbox.store.ts';
export type { PartitionColumn } from './inbox-partitions.ts';
export { type Driver, type EndingScope, endingDriver, endingRanges } from './index-scans.ts';
export { countInbox, type InboxQuery, type QueryBranch, readInbox, type SqlCondition } from './list.store.ts';
export { cancelTasks, type NewTask, openTasks, pinForm, resolveTasks } from './open-tasks.store.ts';
export type { InboxOrder, InboxPosition, Place } from './orders.ts';
export { projectInbox } from './projection.store.ts';
export { listedTask, refusedTask, type TaskRow, toInstant, toTask } from './task-row.ts';
