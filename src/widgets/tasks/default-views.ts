import type { Filter } from '../../shared/contracts/filters.rules.ts';
import { type Asked, printQuestion, STANDARD_QUESTION } from './query.ts';

const open: Filter = { column: 'status', operation: 'eq', value: 'open' };

/** Views that every user has, before those that they saved. */
export const DEFAULT_VIEWS = [
  { name: 'all', filters: STANDARD_QUESTION.filters, sort: STANDARD_QUESTION.sort },
  { name: 'overdue', filters: [open, { column: 'due', operation: 'lt', value: 'now' }], sort: 'due:asc' },
  { name: 'unassigned', filters: [open, { column: 'assignee', operation: 'eq', value: '' }], sort: 'due:asc' },
  { name: 'finished', filters: [{ column: 'status', operation: 'eq', value: 'completed' }], sort: 'ended:desc' },
] as const satisfies readonly (Pick<Asked, 'filters' | 'sort'> & { readonly name: string })[];

/** Whether the list has exactly the conditions of a default view. */
export function isDefaultView(asked: Asked, { filters, sort }: Pick<Asked, 'filters' | 'sort'>): boolean {
  return !asked.view && printQuestion(asked) === printQuestion({ filters, sort, q: '' });
}
