/**
 * Open tasks and their inboxes: the rows that processes open and cancel and that the task module lists. Without routes.
 */
export { announceInbox } from './announce.ts';
export {
  type CountedTasks,
  readConfidential,
  readOfGroups,
  readTransferred,
  withFourEyes,
} from './delegation-impact.store.ts';
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
export { type EndingScope, endingRanges, endingScan, type IndexScan } from './index-scans.ts';
export {
  countInbox,
  type InboxQuery,
  type QueryBranch,
  readInbox,
  readProcessKeys,
  type SqlCondition,
} from './list.store.ts';
export { cancelTasks, type NewTask, openTasks, pinForm, resolveTasks, type UnknownName } from './open-tasks.store.ts';
export type { InboxOrder, InboxPosition, Place } from './orders.ts';
export { projectInbox } from './projection.store.ts';
export { listedTask, refusedTask, type TaskRow, toTask } from './task-row.ts';
