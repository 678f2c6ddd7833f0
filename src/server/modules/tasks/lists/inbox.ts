import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { Page } from '../../../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../../../shared/contracts/tasks.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { cursorOf } from '../../../platform/filters.ts';
import type { ListQuery } from '../../../platform/list-query.ts';
import type { InboxRow, Viewer } from '../../inbox/index.ts';
import { countInbox, listedTask, readInbox } from '../../inbox/index.ts';
import { namedIn, type TranslatedStep } from '../../processes/index.ts';
import { listRefusals } from '../access/four-eyes.ts';
import { toInboxQuery, toListPosition } from './inbox.filters.ts';
import { prepareInbox, readPrepared } from './process-order.ts';
import { stepsToFilter } from './shown-names.ts';

/** Maximum count of a list; above it, the response says that there are more. */
const COUNT_LIMIT = 1000;

/** Returns one page of the caller's inbox. */
export async function listInbox(
  tx: Tx,
  scope: Parameters<typeof listRefusals>[1],
  viewer: Viewer,
  list: ListQuery,
  language: LanguageId,
): Promise<Page<Task>> {
  const steps = await stepsToFilter(tx, scope, list, language);
  const reading = await prepareInbox(tx, scope, viewer, { list, steps, language });
  const found = await readPrepared(tx, viewer, reading);
  const order = reading.processes;
  const isCut = found.length > list.limit;
  const rows = isCut ? found.slice(0, list.limit) : found;
  if (list.before) rows.reverse();
  const refusals = await listRefusals(tx, scope, viewer.userId, rows);
  const [first, last] = [rows[0], rows.at(-1)];
  // The page the user came from exists in any case.
  const hasNext = list.before ? true : isCut;
  const hasPrevious = list.before ? isCut : list.after !== undefined;
  const total = list.count
    ? await countInbox(
        tx,
        viewer,
        toInboxQuery({ ...list, after: undefined, before: undefined } as ListQuery, steps),
        COUNT_LIMIT,
      )
    : undefined;
  return {
    items: await namedIn(
      tx,
      scope,
      rows.map((row) => listedTask(row, viewer, refusals.get(row.id))),
      language,
    ),
    next: hasNext && last ? cursorOf(list, toListPosition(last, order)) : null,
    previous: hasPrevious && first ? cursorOf(list, toListPosition(first, order)) : null,
    ...(total === undefined
      ? {}
      : { total: Math.min(total, COUNT_LIMIT), ...(total > COUNT_LIMIT ? { totalIsAtLeast: true } : {}) }),
  };
}

/** Returns all matching tasks of the caller's inbox, at most `limit`, in the order of the list; `isMore` when there are more. */
export async function readMatching(
  tx: Tx,
  viewer: Viewer,
  list: ListQuery,
  limit: number,
  steps: readonly TranslatedStep[],
): Promise<{ rows: InboxRow[]; isMore: boolean }> {
  const query = { ...toInboxQuery({ ...list, limit }, steps), limit };
  const rows = await readInbox(tx, viewer, query);
  const isMore = rows.length > limit;
  return { rows: rows.slice(0, limit), isMore };
}
