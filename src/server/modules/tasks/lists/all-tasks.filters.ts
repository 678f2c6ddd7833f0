import { type RawBuilder, sql } from 'kysely';
import { conditionSql, containsPattern } from '../../../platform/condition-sql.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Condition, ListQuery, PersonValue, Position } from '../../../platform/list-query.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { TranslatedStep } from '../../processes/index.ts';
import type { AllTasksPosition, AllTasksQuery, IndexScan, TaskStatus } from './all-tasks.store.ts';
import { hasBlank, lit, ORDERS, STATUSES } from './all-tasks.store.ts';
import { ALL_TASKS_SQL, type AllTasksSqlField } from './field-sql.ts';
import { isExcluding, isOfStep, shownNameSql, stepsFor } from './shown-names.ts';

/** Returns the IDs of users named in a filter; omits unknown ones. */
export type FindPeople = (people: readonly PersonValue[]) => Promise<string[]>;

/** Converts the query of a list of all tasks. Only one sort field at a time has an index; a second one is refused by name. */
export async function toAllTasksQuery(
  list: ListQuery,
  findPeople: FindPeople,
  steps: readonly TranslatedStep[],
): Promise<AllTasksQuery> {
  const [first, second] = list.sort;
  if (second) throw new AppError('sort.unknown_field', { field: second.field });
  const order = (first?.field ?? 'created') as AllTasksQuery['order'];
  const rangeConditions: RawBuilder<unknown>[] = [];
  const conditions: RawBuilder<unknown>[] = [];
  const indexScans: IndexScan[] = [];
  const ofStatus = list.conditions.filter(({ field }) => field === 'status');
  const statuses = STATUSES.filter((status) => ofStatus.every((condition) => matchesStatus(condition, status)));
  for (const condition of list.conditions) {
    if (condition.field === 'status') continue;
    const text = condition.field === 'name' ? nameText(condition, steps) : await textOf(condition, findPeople);
    const indexScan = await indexScanOf(condition, statuses, findPeople);
    if (indexScan) indexScans.push(indexScan);
    if (condition.field === order && order !== 'priority') rangeConditions.push(text);
    else conditions.push(text);
  }
  if (list.q !== undefined && list.q.trim() !== '') {
    const q = list.q.trim();
    const name = nameText({ field: 'name', type: 'text', test: 'contains', value: q }, steps);
    conditions.push(sql`(${name} OR t.business_key_lower LIKE ${containsPattern(q)})`);
  }
  const position = list.before ?? list.after;
  return {
    order,
    isDescending: first?.direction === 'desc',
    isBackwards: list.before !== undefined,
    statuses,
    rangeConditions,
    conditions,
    indexScans: indexScans.sort((a, b) => a.rank - b.rank),
    limit: list.limit,
    ...(position ? { after: toPosition(position, order) } : {}),
  };
}

function matchesStatus(condition: Condition, status: string): boolean {
  switch (condition.test) {
    case 'eq':
      return condition.value === status;
    case 'neq':
      return condition.value !== status;
    case 'in':
      return condition.values.includes(status);
    default:
      return condition.test === 'notBlank';
  }
}

/** A condition on the name as stored, or as the reader sees it. */
function nameText(condition: Condition, steps: readonly TranslatedStep[]): RawBuilder<unknown> {
  const stored = conditionSql(ALL_TASKS_SQL.name, condition);
  const task = sql.ref('t');
  if (isExcluding(condition)) return steps.length === 0 ? stored : conditionSql(shownNameSql(task, steps), condition);
  const translated = stepsFor(condition, steps);
  if (translated.length === 0) return stored;
  const shown = conditionSql(shownNameSql(task, translated), condition);
  return sql`(${stored} OR (${isOfStep(task, translated)} AND ${shown}))`;
}

async function textOf(condition: Condition, findPeople: FindPeople): Promise<RawBuilder<unknown>> {
  if (condition.field === 'group') return groupText(condition);
  if (condition.field === 'id') return idText(condition);
  const column = ALL_TASKS_SQL[condition.field as AllTasksSqlField];
  if (condition.test !== 'person' && condition.test !== 'notPerson') return conditionSql(column, condition);
  const ids = await findPeople(condition.people);
  const one = sql`(${column} = ANY(${ids}::uuid[])${condition.orBlank ? sql` OR ${column} IS NULL` : sql``})`;
  return condition.test === 'person' ? one : sql`coalesce(NOT ${one}, ${!condition.orBlank}::boolean)`;
}

/** Matches open tasks in the inbox of a group. */
function groupText(condition: Condition): RawBuilder<unknown> {
  const waits = (which: RawBuilder<unknown>) =>
    sql`EXISTS (SELECT 1 FROM task_inbox i WHERE i.task_id = t.id AND ${which})`;
  const any = sql`i.principal LIKE 'g:%'`;
  const groups = groupsOf(condition);
  switch (condition.test) {
    case 'blank':
      return sql`NOT ${waits(any)}`;
    case 'notBlank':
      return waits(any);
    case 'neq':
      return sql`NOT ${waits(sql`i.principal = ANY(${groups}::text[])`)}`;
    default:
      return condition.test === 'in' && condition.orBlank
        ? sql`(${waits(sql`i.principal = ANY(${groups}::text[])`)} OR NOT ${waits(any)})`
        : waits(sql`i.principal = ANY(${groups}::text[])`);
  }
}

function groupsOf(condition: Condition): string[] {
  const values = condition.test === 'in' ? condition.values : 'value' in condition ? [condition.value] : [];
  return values.map((value) => `g:${String(value)}`);
}

/** Every task has an id; a value that is none matches no task. */
function idText(condition: Condition): RawBuilder<unknown> {
  if (condition.test === 'blank' || condition.test === 'notBlank')
    return sql`${condition.test === 'notBlank'}::boolean`;
  const one = sql`t.id = ANY(${idsOf(condition)}::uuid[])`;
  return condition.test === 'neq' ? sql`NOT ${one}` : one;
}

function idsOf(condition: Condition): string[] {
  const values = condition.test === 'in' ? condition.values : 'value' in condition ? [condition.value] : [];
  return values.map(String).filter(isUuid);
}

const LAST_CHARACTER = '\u{10FFFF}';

/** Returns the index scan of a condition, with its expected selectivity; undefined without an index. */
async function indexScanOf(
  condition: Condition,
  statuses: readonly TaskStatus[],
  findPeople: FindPeople,
): Promise<IndexScan | undefined> {
  const { field, test } = condition;
  switch (field) {
    case 'id': {
      if (test !== 'eq' && test !== 'in') return undefined;
      return { rank: 0, from: indexed(sql`t.id = v.one`, sql`t.id`, sql`unnest(${idsOf(condition)}::uuid[])`) };
    }
    case 'businessKey': {
      if (test === 'eq') {
        const key = String(condition.value).toLowerCase();
        return { rank: 0, from: indexed(sql`t.business_key_lower = ${key}`, sql`t.business_key_lower, t.id`) };
      }
      if (test !== 'startsWith') return undefined;
      const start = condition.value.toLowerCase();
      const begins = sql`t.business_key_lower >= ${start} AND t.business_key_lower < ${start + LAST_CHARACTER}`;
      return { rank: 1, from: indexed(begins, sql`t.business_key_lower, t.id`) };
    }
    case 'onBehalfOf':
    case 'assignee':
    case 'endedBy': {
      if (test !== 'person' || condition.orBlank) return undefined;
      const people = sql`unnest(${await findPeople(condition.people)}::uuid[])`;
      const column = ALL_TASKS_SQL[field];
      const order = field === 'endedBy' ? sql`t.ended_at` : field === 'assignee' ? sql`t.id DESC` : sql`t.id`;
      return { rank: field === 'onBehalfOf' ? 2 : 3, from: indexed(sql`${column} = v.one`, order, people) };
    }
    case 'group': {
      if (test !== 'eq' && !(test === 'in' && !condition.orBlank)) return undefined;
      const waiting = (
        most: number,
      ) => sql`(SELECT DISTINCT x.task_id FROM unnest(${groupsOf(condition)}::text[]) g(name) CROSS JOIN LATERAL
        (SELECT i.task_id FROM task_inbox i WHERE i.principal = g.name ORDER BY i.task_id LIMIT ${lit(most)}) x LIMIT ${lit(most)})`;
      return {
        rank: 4,
        from: (most) => indexed(sql`t.id = v.one`, sql`t.id`, waiting(most))(most),
        count: (most) => sql`${waiting(most)} w`,
      };
    }
    case 'due':
    case 'ended':
    case 'created': {
      if (!['eq', 'lt', 'lte', 'gt', 'gte', 'between'].includes(test)) return undefined;
      const column = ALL_TASKS_SQL[field];
      const range = sql`t.status = v.one AND ${conditionSql(column, condition)}`;
      return { rank: 5, from: indexed(range, sql`${column}, t.id`, sql`unnest(${[...statuses]}::text[])`) };
    }
    case 'process': {
      if (test !== 'eq') return undefined;
      const kind = sql`t.process_key = ${condition.value} AND t.status = v.one`;
      return { rank: 6, from: indexed(kind, sql`t.id DESC`, sql`unnest(${[...statuses]}::text[])`) };
    }
    default:
      return undefined;
  }
}

/** Selects rows `t` for each of the values `v.one` with the ORDER BY of the intended index, so that the planner uses it. */
function indexed(
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  values: RawBuilder<unknown> = sql`(SELECT 1)`,
): IndexScan['from'] {
  return (most) => sql`${values} v(one) CROSS JOIN LATERAL
    (SELECT * FROM task t WHERE ${condition} ORDER BY ${order} LIMIT ${lit(most)}) t`;
}

const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/;

/** Validates the values of a cursor, which are untrusted. */
function toPosition({ values, id }: Position, order: AllTasksQuery['order']): AllTasksPosition {
  const [key] = values;
  const isKey =
    ORDERS[order].type === 'int'
      ? Number.isInteger(key) && Math.abs(Number(key)) <= 1000
      : (key === null && hasBlank(order)) || (typeof key === 'string' && MOMENT.test(key));
  if (!isUuid(id) || !isKey) throw new AppError('page.cursor_mismatch');
  return { key: key === null ? null : String(key), id };
}
