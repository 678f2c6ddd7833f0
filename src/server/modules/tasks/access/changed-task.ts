import type { LockedInstance } from '../../processes/index.ts';
import type { LinkRow } from './tasks.rules.ts';
import type { LoadedTask, TaskChange } from './tasks.store.ts';

/**
 * Returns a loaded task after this transaction changed it, from the columns that the statement returned. The response to
 * an action needs no second read.
 */
export function changedTask(
  task: LoadedTask,
  change: TaskChange,
  {
    instance = task.instance,
    links = task.rights.links,
  }: { instance?: LockedInstance; links?: readonly LinkRow[] } = {},
): LoadedTask {
  const { caller, people, rights } = task;
  const { assignee_id: assigneeId, owner_id: ownerId, ended_by: endedBy, confidential, delegated } = change;
  return {
    row: { ...task.row, ...change },
    rights: { id: rights.id, assigneeId, ownerId, endedBy, confidential, delegated, links },
    caller,
    people,
    instance,
  };
}

/** Returns the links of a task after its assignee changed to `to`, in the order in which they are read. */
export function linksWithAssignee(
  links: readonly LinkRow[],
  to: string | null,
  rule: LinkRow['rule'],
  at: Date,
): readonly LinkRow[] {
  const others = links.filter(({ kind }) => kind !== 'assignee');
  if (to === null) return others;
  const assignee: LinkRow = { kind: 'assignee', principal: `u:${to}`, rule, since: at.toISOString(), groupName: null };
  return [...others, assignee].sort(byTime);
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

function byTime(a: LinkRow, b: LinkRow): number {
  const [first, second] = [Date.parse(String(a.since)), Date.parse(String(b.since))];
  return first - second || compare(a.principal, b.principal) || compare(a.kind, b.kind);
}
