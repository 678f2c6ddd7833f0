import type { Page } from '../../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../../shared/contracts/tasks.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { cursorOf } from '../../platform/filters.ts';
import type { ListQuery } from '../../platform/list-query.ts';
import type { CallerSession } from '../../platform/session.ts';
import { toTask } from '../inbox/index.ts';
import { personRef } from '../users/index.ts';
import { toAllTasksQuery } from './all-tasks.filters.ts';
import {
  type AllTasksRow,
  alongIndexes,
  chooseDriver,
  countAllTasks,
  findPeople,
  readPage,
} from './all-tasks.store.ts';
import { openToAll } from './confidential.ts';

const COUNT_MOST = 1000;

/** One page of the tasks of everybody. */
export async function listAll(tx: Tx, session: CallerSession, list: ListQuery, now: Date): Promise<Page<Task>> {
  await alongIndexes(tx);
  const asked = await toAllTasksQuery(list, (people) => findPeople(tx, people));
  const query = { ...asked, conditions: [...asked.conditions, openToAll(session)] };
  const { rows: found, isTooBroad } = await readPage(tx, query);
  const isCut = found.length > list.limit;
  if (!isCut && isTooBroad) throw new AppError('filter.too_broad');
  const rows = isCut ? found.slice(0, list.limit) : found;
  if (list.before) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  // Where one came from there is more, whether or not it was asked for.
  const hasNext = list.before ? true : isCut;
  const hasPrevious = list.before ? isCut : list.after !== undefined;
  const { after: _, ...whole } = { ...query, isBackwards: false };
  const counted = list.count ? await countAllTasks(tx, whole, await chooseDriver(tx, query), COUNT_MOST) : undefined;
  return {
    items: rows.map((row) => taskOf(row, session.timeZone, now)),
    next: hasNext && last ? cursorOf(list, positionOf(last)) : null,
    previous: hasPrevious && first ? cursorOf(list, positionOf(first)) : null,
    ...(counted ? { total: counted.total, ...(counted.isAtLeast ? { totalIsAtLeast: true } : {}) } : {}),
  };
}

function taskOf(row: AllTasksRow, timeZone: string, now: Date): Task {
  const people = new Map([...(row.people ?? []), ...(row.enders ?? [])].map((one) => [one.id, personRef(one)]));
  return toTask(row, { person: (id) => (id === null ? null : (people.get(id) ?? null)), timeZone, now, via: null });
}

const positionOf = (row: AllTasksRow) => ({ values: [row.sort_key], id: row.id });
