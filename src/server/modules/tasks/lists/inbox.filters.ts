import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import type { Condition, ListQuery, Position } from '../../../platform/list-query.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { InboxOrder, InboxPosition, InboxQuery, Place } from '../../inbox/index.ts';
import type { TranslatedStep } from '../../processes/index.ts';
import { printOrder } from './process-order.rules.ts';
import { queryBranches } from './query-branches.ts';

/** Converts the query of a list of the inbox. Sort fields other than the four with an index are refused by name. */
export function toInboxQuery(list: ListQuery, steps: readonly TranslatedStep[] = []): InboxQuery {
  const { order, backwards } = orderOf(list);
  const snoozed = list.conditions.some(isSnoozedOnly);
  const position = list.before ?? list.after;
  return {
    order,
    // A page before a position is read backwards and reversed.
    backwards: list.before === undefined ? backwards : !backwards,
    limit: list.limit,
    snoozed,
    ...(position ? { after: toPosition(position) } : {}),
    branches: queryBranches(list, order, steps).map((branch) =>
      snoozed
        ? {
            ...branch,
            by: [],
            rowConditions: [...branch.partitionConditions, ...branch.rowConditions],
            partitionConditions: [],
            drivers: [SNOOZED],
          }
        : branch,
    ),
  };
}

/** The caller's snoozed tasks. */
const SNOOZED = { tasks: () => sql`SELECT z.task_id FROM task_snooze z WHERE z.user_id = me()` };

/** A task with its sort values; a row of a list also has its exact position. */
interface Positioned {
  readonly id: string;
  readonly due_at: unknown;
  readonly created_at: unknown;
  readonly priority: number;
  readonly process_key: string | null;
  readonly place?: Place;
}

/** The position of a task in cursors; `processes` is the order of the processes in a list sorted by their names. */
export function toListPosition(row: Positioned, processes?: readonly string[]): Position {
  const { dueAt, createdAt, priority, processKey, taskId } = positionOf(row);
  const values = [dueAt === 'infinity' ? null : dueAt, priority, processKey, createdAt];
  return { values: processes ? [...values, printOrder(processes)] : values, id: taskId };
}

/** Returns the position of a task in each order; in the order of its list, exactly. */
export function positionOf({ place = {}, ...row }: Positioned): InboxPosition {
  return {
    dueAt: place.due_at ?? (row.due_at instanceof Date ? row.due_at.toISOString() : 'infinity'),
    createdAt: place.created_at ?? (row.created_at as Date).toISOString(),
    priority: place.priority ?? row.priority,
    processKey: place.process_key ?? row.process_key ?? '',
    taskId: row.id,
  };
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\d{3})?Z$/;

/** Validates the values of a cursor, which are untrusted. */
function toPosition({ values, id }: Position): InboxPosition {
  const [dueAt, priority, processKey, createdAt] = values;
  const isInstant = (value: unknown): value is string =>
    typeof value === 'string' && INSTANT.test(value) && !Number.isNaN(Date.parse(value));
  const isDue = dueAt === null || isInstant(dueAt);
  const isPriority = Number.isInteger(priority) && Math.abs(Number(priority)) <= 1000;
  if (!isUuid(id) || !isDue || !isPriority || typeof processKey !== 'string' || !isInstant(createdAt))
    throw new AppError('page.cursor_mismatch');
  return { dueAt: dueAt ?? 'infinity', createdAt, priority: Number(priority), processKey, taskId: id };
}

function orderOf({ sort }: ListQuery): { order: InboxOrder; backwards: boolean } {
  const [first, second] = sort;
  const order = (first?.field ?? 'due') as InboxOrder;
  // Highest priority first is the default direction.
  const backwards = first?.direction === (order === 'priority' ? 'asc' : 'desc');
  // Equal priorities are sorted by due date, as are tasks of one process. The query may state this second field; others have no index.
  const byDue = order === 'priority' || order === 'process';
  const implied = byDue && second?.field === 'due' && (second.direction === 'desc') === backwards;
  if (second && (!implied || sort.length > 2)) throw new AppError('sort.unknown_field', { field: second.field });
  return { order, backwards };
}

/** Snoozed tasks are omitted unless the filter requests them. */
function isSnoozedOnly({ field, ...condition }: Condition): boolean {
  if (field !== 'snoozed' || (condition.test !== 'eq' && condition.test !== 'neq')) return false;
  return condition.value === (condition.test === 'eq');
}
