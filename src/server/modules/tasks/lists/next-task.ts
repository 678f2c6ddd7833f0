import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { Tx } from '../../../platform/database.ts';
import type { ListQuery } from '../../../platform/list-query.ts';
import type { VersionScope } from '../../../platform/version-cache.ts';
import type { Viewer } from '../../inbox/index.ts';
import { findNext, firstTaskOf, placeOfTask } from '../../inbox/index.ts';
import type { LoadedTask } from '../access/tasks.store.ts';
import { positionOf } from './inbox.filters.ts';
import { prepareInbox, readPrepared } from './process-order.ts';
import { stepsToFilter } from './shown-names.ts';

/** Returns the task to show next in the list the caller came from: the next of the same instance, else the next in the list's order, else its first. */
export async function nextInList(
  tx: Tx,
  viewer: Viewer,
  task: LoadedTask,
  list: ListQuery,
  scope: VersionScope,
  language: LanguageId,
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
  const steps = await stepsToFilter(tx, scope, list, language);
  const reading = await prepareInbox(tx, scope, viewer, { list, steps, language });
  const after = positionOf({ ...task.row, place: await placeOfTask(tx, id) });
  const following = await readPrepared(tx, viewer, reading, { limit: 1, after });
  const rows = following.length > 0 ? following : await readPrepared(tx, viewer, reading, { limit: 1 });
  return rows.find((row) => row.id !== id)?.id ?? null;
}
