import type { Filter } from '../../shared/contracts/filters.rules.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { dueGroup } from '../../shared/locale/days.due.ts';
import type { Column, Setup } from './setup.rules.ts';

/** Query of a list request. A field with several conditions has several values. */
export type ListQuery = Record<string, string | string[]>;

const HIGH = 67;
const LOW = 33;

/** Id of a task's group, from which the heading is made; empty without grouping. */
export function groupOf(task: Task, { group }: Pick<Setup, 'group'>, now: Date, zone: string): string {
  switch (group) {
    case 'due':
      return dueGroup(task, now, zone);
    case 'process':
      return task.process?.key ?? '';
    case 'priority':
      return priorityOf(task.priority);
    case 'onBehalfOf':
      return task.via === 'delegation' ? (task.viaUser?.key ?? '') : '';
    case 'none':
      return '';
  }
}

/** Whether a row has the additional line with the assignee. */
export function isTall({ via, viaUser }: Task, columns: readonly Column[]): boolean {
  return via === 'delegation' && viaUser !== undefined && columns.includes('onBehalfOf');
}

export function priorityOf(priority: number): 'high' | 'normal' | 'low' {
  return priority >= HIGH ? 'high' : priority <= LOW ? 'low' : 'normal';
}

/**
 * The requests whose pages, concatenated, form the list. Most groups follow from the sort order; delegated tasks have
 * no order of their own and are requested per delegator, after the user's own.
 */
export function requestsOf({ filters, sort, group }: Setup, q: string, standsFor: readonly UserRef[]): ListQuery[] {
  if (group !== 'onBehalfOf' || standsFor.length === 0) return [queryOf(filters, sort, q)];
  const people = [...new Set(standsFor.map(({ key }) => key))];
  return ['', ...people].map((value) =>
    queryOf([...filters, { column: 'onBehalfOf', operation: 'eq', value }], sort, q),
  );
}

/** Filters in the syntax of the API. */
function queryOf(filters: readonly Filter[], sort: string, q: string): ListQuery {
  const query: ListQuery = { sort };
  if (q.trim()) query.q = q.trim();
  for (const { column, operation, value } of filters) {
    const condition = `${operation}:${value}`;
    const before = query[column];
    query[column] = before === undefined ? condition : [...[before].flat(), condition];
  }
  return query;
}
