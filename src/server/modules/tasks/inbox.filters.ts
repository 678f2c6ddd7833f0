import { type RawBuilder, sql } from 'kysely';
import { conditionSql, containsPattern } from '../../platform/condition-sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Condition, ListQuery, Position } from '../../platform/list-query.ts';
import type { InboxOrder, InboxPosition, InboxQuery } from '../inbox/index.ts';

/** Fields of the inbox row itself. */
const ROW_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  process: sql`i.process_key`,
  due: sql`i.due_at`,
  priority: sql`i.priority::float8`,
};

/**
 * Whether an index of this order meets the condition: then it bounds what is read. Another condition could let a whole
 * inbox be read for a handful of rows, so it is asked of the task, within the limit of what a search may read.
 */
function isIndexed({ field, test }: Condition, order: InboxOrder): boolean {
  if (field === 'process') return test === 'eq' && order !== 'priority';
  return field === order && test !== 'neq' && test !== 'notBetween' && test !== 'in';
}

/** Fields of the task, and of the way by which the caller came to it. */
const TASK_COLUMNS: Readonly<Record<string, RawBuilder<unknown>>> = {
  name: sql`t.name`,
  process: sql`t.process_key`,
  due: sql`t.due_at`,
  priority: sql`t.priority::float8`,
  taskKey: sql`t.node_id`,
  status: sql`t.status`,
  created: sql`t.created_at`,
  assignee: sql`t.assignee_id`,
  businessKey: sql`t.business_key`,
  onBehalfOf: sql`k.via_user`,
  unread: sql`(NOT EXISTS (SELECT 1 FROM task_read r WHERE r.task_id = t.id))`,
  via: sql`(CASE WHEN k.rank = 2 THEN 'delegation' WHEN k.rank = 1 THEN 'group' WHEN t.assignee_id IS NULL THEN 'candidate' ELSE 'assignee' END)`,
};

/** Whose inbox is read; null for a group's. */
const PRINCIPAL = sql`(CASE WHEN p.rank <> 1 THEN substr(p.principal, 3)::uuid END)`;

/** What somebody has taken stands in that person's inbox alone, so that those of groups need not be read. */
function namesAssignee(condition: Condition): boolean {
  return condition.field === 'assignee' && condition.test === 'person' && !condition.orBlank;
}

/** The query of a list of the inbox. Sorts beyond the three orders that have an index are refused by name. */
export function toInboxQuery(list: ListQuery): InboxQuery {
  const { order, backwards } = orderOf(list);
  const rowConditions: RawBuilder<unknown>[] = [];
  const taskConditions: RawBuilder<unknown>[] = [];
  for (const condition of list.conditions) {
    if (condition.field === 'snoozed') continue;
    if (namesAssignee(condition)) rowConditions.push(sql`(p.rank <> 1 AND ${conditionSql(PRINCIPAL, condition)})`);
    const row = isIndexed(condition, order) ? ROW_COLUMNS[condition.field] : undefined;
    if (row) rowConditions.push(conditionSql(row, condition));
    else if (!isOpenOnly(condition)) taskConditions.push(conditionSql(TASK_COLUMNS[condition.field]!, condition));
  }
  if (list.q !== undefined && list.q.trim() !== '') {
    const pattern = containsPattern(list.q.trim());
    taskConditions.push(sql`(lower(t.name) LIKE ${pattern} OR lower(t.business_key) LIKE ${pattern})`);
  }
  const position = list.before ?? list.after;
  return {
    order,
    // A page before a position is read towards the beginning and turned round.
    backwards: list.before === undefined ? backwards : !backwards,
    limit: list.limit,
    snoozed: list.conditions.some(isSnoozedOnly),
    ...(position ? { after: toPosition(position) } : {}),
    rowConditions,
    taskConditions,
  };
}

export function toListPosition(row: {
  readonly id: string;
  readonly due_at: unknown;
  readonly priority: number;
  readonly process_key: string | null;
}): Position {
  const dueAt = row.due_at instanceof Date ? row.due_at.toISOString() : null;
  return { values: [dueAt, row.priority, row.process_key ?? ''], id: row.id };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What a cursor says is checked like anything else that was sent. */
function toPosition({ values, id }: Position): InboxPosition {
  const [dueAt, priority, processKey] = values;
  const isDue =
    dueAt === null || (typeof dueAt === 'string' && INSTANT.test(dueAt) && !Number.isNaN(Date.parse(dueAt)));
  const isPriority = Number.isInteger(priority) && Math.abs(Number(priority)) <= 1000;
  if (!UUID.test(id) || !isDue || !isPriority || typeof processKey !== 'string')
    throw new AppError('page.cursor_mismatch');
  return { dueAt: dueAt === null ? 'infinity' : dueAt, priority: Number(priority), processKey, taskId: id };
}

function orderOf({ sort }: ListQuery): { order: InboxOrder; backwards: boolean } {
  const [first, second] = sort;
  const order = (first?.field ?? 'due') as InboxOrder;
  // Highest priority first is the order's own direction.
  const backwards = first?.direction === (order === 'priority' ? 'asc' : 'desc');
  // Equal priorities stand by due date, as do tasks of one process; that may be said, anything else has no index.
  const byDue = order === 'priority' || order === 'process';
  const implied = byDue && second?.field === 'due' && (second.direction === 'desc') === backwards;
  if (second && (!implied || sort.length > 2)) throw new AppError('sort.unknown_field', { field: second.field });
  return { order, backwards };
}

/** Snoozed tasks are left out unless they are asked for. */
function isSnoozedOnly({ field, ...condition }: Condition): boolean {
  if (field !== 'snoozed' || (condition.test !== 'eq' && condition.test !== 'neq')) return false;
  return condition.value === (condition.test === 'eq');
}

/** The inbox holds open tasks only, so a condition that they all meet is none. */
function isOpenOnly(condition: Condition): boolean {
  if (condition.field !== 'status') return false;
  if (condition.test === 'eq') return condition.value === 'open';
  if (condition.test === 'in') return condition.values.includes('open');
  if (condition.test === 'neq') return condition.value !== 'open' && condition.value !== 'held';
  return condition.test === 'notBlank';
}
