import type { Tx } from '../../../platform/database.ts';
import type { ListQuery } from '../../../platform/list-query.ts';
import type { Viewer } from '../../inbox/index.ts';
import { findNext, firstTaskOf, placeOfTask, readInbox } from '../../inbox/index.ts';
import type { TranslatedStep } from '../../processes/index.ts';
import type { LoadedTask } from '../access/tasks.store.ts';
import { positionOf, toInboxQuery } from './inbox.filters.ts';

/** Returns the task to show next in the list the caller came from: the next of the same instance, else the next in the list's order, else its first. */
export async function nextInList(
  tx: Tx,
  viewer: Viewer,
  task: LoadedTask,
  list: ListQuery,
  steps: readonly TranslatedStep[],
): Promise<string | null> {
  const { id, instance_id: instanceId } = task.row;
  const plain =
    list.conditions.length === 0 &&
    list.q === undefined &&
    list.sort[0]?.field === 'due' &&
    list.sort[0].direction === 'asc';
  if (plain) return findNext(tx, viewer, { id, instanceId });
  const same = await firstTaskOf(tx, viewer, instanceId, id);
  if (same !== null) return same;
  const query = { ...toInboxQuery(list, steps), limit: 1 };
  const after = positionOf({ ...task.row, place: await placeOfTask(tx, id) });
  const following = await readInbox(tx, viewer, { ...query, after });
  const rows = following.length > 0 ? following : await readInbox(tx, viewer, query);
  return rows.find((row) => row.id !== id)?.id ?? null;
}
