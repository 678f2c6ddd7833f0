import type { Page, UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../../shared/contracts/tasks.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { cursorOf } from '../../platform/filters.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import type { Asker } from '../inbox/index.ts';
import { countInbox, countRead, type InboxRow, READ_LIMIT, readInbox, toTask } from '../inbox/index.ts';
import { toInboxQuery, toListPosition } from './inbox.filters.ts';
import { toUserRef } from './tasks.store.ts';

/** A list says how many there are up to this; beyond, that there are more. */
const COUNT_LIMIT = 1000;

/** One page of the caller's inbox. */
export async function listInbox(tx: Tx, asker: Asker, list: ListQuery): Promise<Page<Task>> {
  const query = toInboxQuery(list);
  const found = await readInbox(tx, asker, query);
  const isCut = found.length > list.limit;
  if (!isCut && query.taskConditions.length > 0 && (await countRead(tx, asker, query)) > READ_LIMIT) {
    throw new AppError('filter.too_broad');
  }
  const rows = isCut ? found.slice(0, list.limit) : found;
  if (list.before) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  // Where one came from there is more, whether or not it was asked for.
  const hasNext = list.before ? true : isCut;
  const hasPrevious = list.before ? isCut : list.after !== undefined;
  const total = list.count
    ? await countInbox(
        tx,
        asker,
        toInboxQuery({ ...list, after: undefined, before: undefined } as ListQuery),
        COUNT_LIMIT,
      )
    : undefined;
  return {
    items: rows.map((row) => listedTask(row, asker)),
    next: hasNext && last ? cursorOf(list, toListPosition(last)) : null,
    previous: hasPrevious && first ? cursorOf(list, toListPosition(first)) : null,
    ...(total === undefined
      ? {}
      : { total: Math.min(total, COUNT_LIMIT), ...(total > COUNT_LIMIT ? { totalIsAtLeast: true } : {}) }),
  };
}

export function listedTask(row: InboxRow, asker: Asker): Task {
  const people = new Map<string, UserRef>((row.people ?? []).map((one) => [one.id, toUserRef(one)]));
  const own = row.assignee_id === null ? 'candidate' : 'assignee';
  return toTask(row, {
    person: (id) => (id === null ? null : (people.get(id) ?? null)),
    timeZone: asker.timeZone,
    via: row.via_rank === 2 ? 'delegation' : row.via_rank === 1 ? 'group' : own,
    viaUserId: row.via_user,
    viaGroup: row.via_group,
  });
}
