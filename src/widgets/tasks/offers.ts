import type { Task } from '../../shared/contracts/tasks.contract.ts';

export type BulkAction = 'complete' | 'assign' | 'delegate' | 'due' | 'priority' | 'export' | 'read' | 'unread';

/** Why an action is not offered: no task is open, the tasks are of several kinds, or they are those of other users. */
export type Reason = 'ended' | 'kinds' | 'others';

interface Viewer {
  readonly key: string;
  readonly isAdmin: boolean;
}

/**
 * Returns why an action is not offered for the selected tasks; null if it is offered. The server checks each task again
 * and refuses single ones with their own reason.
 */
export function reasonAgainst(action: BulkAction, tasks: readonly Task[], viewer: Viewer): Reason | null {
  if (action === 'read' || action === 'unread' || action === 'export') return null;
  const open = tasks.filter(({ status }) => status === 'open');
  const [first] = open;
  if (!first) return 'ended';
  if (action === 'complete') return open.every((task) => isSameKind(task, first)) ? null : 'kinds';
  return viewer.isAdmin || open.some((task) => task.assignee?.key === viewer.key) ? null : 'others';
}

function isSameKind(task: Task, other: Task): boolean {
  return task.process !== null && task.process.key === other.process?.key && task.taskKey === other.taskKey;
}
