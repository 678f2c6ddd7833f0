import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import type { Page } from '../../../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../../../shared/contracts/tasks.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { cursorOf } from '../../../platform/filters.ts';
import { forceIndexOrder } from '../../../platform/index-order.ts';
import type { ListQuery } from '../../../platform/list-query.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { refusedTask, toTask } from '../../inbox/index.ts';
import { namedIn } from '../../processes/index.ts';
import { personRef } from '../../users/index.ts';
import { openToAll } from '../access/confidential.ts';
import { listRefusals } from '../access/four-eyes.ts';
import { toAllTasksQuery } from './all-tasks.filters.ts';
import { type AllTasksRow, chooseIndexScan, countAllTasks, findPeople, readPage } from './all-tasks.store.ts';
import { stepsToFilter } from './shown-names.ts';

const COUNT_LIMIT = 1000;

/** Returns one page of the tasks of all users. */
export async function listAll(
  tx: Tx,
  scope: Parameters<typeof listRefusals>[1],
  session: CallerSession,
  list: ListQuery,
  now: Date,
  language: LanguageId,
): Promise<Page<Task>> {
  await forceIndexOrder(tx);
  const steps = await stepsToFilter(tx, scope, list, language);
  const asked = await toAllTasksQuery(list, (people) => findPeople(tx, people), steps);
  const query = { ...asked, conditions: [...asked.conditions, openToAll(session)] };
  const { rows: found, isTooBroad } = await readPage(tx, query);
  const isCut = found.length > list.limit;
  if (!isCut && isTooBroad) throw new AppError('filter.too_broad');
  const rows = isCut ? found.slice(0, list.limit) : found;
  if (list.before) rows.reverse();
  const refusals = await listRefusals(tx, scope, session.userId, rows);
  const [first, last] = [rows[0], rows.at(-1)];
  // The page the user came from exists in any case.
  const hasNext = list.before ? true : isCut;
  const hasPrevious = list.before ? isCut : list.after !== undefined;
  const { after: _, ...whole } = { ...query, isBackwards: false };
  const counted = list.count
    ? await countAllTasks(tx, whole, await chooseIndexScan(tx, query), COUNT_LIMIT)
    : undefined;
  return {
    items: await namedIn(
      tx,
      scope,
      rows.map((row) => taskOf(row, session.timeZone, now, refusals.get(row.id))),
      language,
    ),
    next: hasNext && last ? cursorOf(list, positionOf(last)) : null,
    previous: hasPrevious && first ? cursorOf(list, positionOf(first)) : null,
    ...(counted ? { total: counted.total, ...(counted.isAtLeast ? { totalIsAtLeast: true } : {}) } : {}),
  };
}

function taskOf(row: AllTasksRow, timeZone: string, now: Date, whyNot: Task['whyNot']): Task {
  const people = new Map([...(row.people ?? []), ...(row.enders ?? [])].map((one) => [one.id, personRef(one)]));
  const person = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
  return refusedTask(toTask(row, { person, timeZone, now, via: null }), whyNot);
}

const positionOf = (row: AllTasksRow) => ({ values: [row.sort_key], id: row.id });
