import type { FieldType } from '../../shared/contracts/endpoint.ts';
import type { Filter } from '../../shared/contracts/filters.rules.ts';
import type { FilterColumn, FilterOption } from '../../shared/ui/filters/columns.ts';
import type { TasksText } from './tasks-text.ts';

/** Columns in the order of the column menu; `filter` ones can only be filtered. */
export const COLUMNS = [
  'status',
  'name',
  'businessKey',
  'process',
  'assignee',
  'due',
  'priority',
  'created',
  'ended',
  'endedBy',
  'onBehalfOf',
  'outcome',
  'taskKey',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Columns shown by default. */
export const STANDARD: readonly Column[] = ['status', 'name', 'businessKey', 'process', 'assignee', 'due'];

/** The API's sort order per column; the status has none and is sorted by due date. */
export const SORTS: Readonly<Partial<Record<Column, string>>> = {
  due: 'due',
  priority: 'priority',
  created: 'created',
  ended: 'ended',
};

/** Default widths in pixels. */
export const WIDTHS: Readonly<Record<Column, number>> = {
  /** Fits the longest text in any language, such as how long a task is overdue. */
  status: 172,
  /** Minimum; it takes the remaining width. */
  name: 220,
  businessKey: 128,
  process: 148,
  assignee: 204,
  due: 116,
  priority: 84,
  created: 130,
  ended: 130,
  endedBy: 200,
  onBehalfOf: 180,
  outcome: 120,
  taskKey: 130,
};
export const WIDTH_LEAST = 64;
export const WIDTH_MOST = 900;

export const STANDARD_FILTERS: readonly Filter[] = [{ column: 'status', operation: 'eq', value: 'open' }];
export const STANDARD_SORT = 'due:asc';

const TYPES: Readonly<Record<Column | 'group' | 'unread', FieldType>> = {
  status: 'key',
  name: 'text',
  businessKey: 'text',
  process: 'key',
  assignee: 'person',
  group: 'key',
  due: 'instant',
  priority: 'number',
  created: 'instant',
  ended: 'instant',
  endedBy: 'person',
  onBehalfOf: 'person',
  outcome: 'key',
  taskKey: 'key',
  unread: 'boolean',
};

/** All filters, with translated labels and the possible processes. */
export function filterColumns(t: TasksText, processes: readonly FilterOption[]): readonly FilterColumn[] {
  const statuses = (['open', 'held', 'completed', 'cancelled'] as const).map((id) => ({ id, text: t(`status.${id}`) }));
  const options: Readonly<Record<string, readonly FilterOption[]>> = { status: statuses, process: processes };
  return Object.entries(TYPES).map(([field, type]) => ({
    field,
    title: t(`column.${field as Column}`),
    type,
    ...(options[field] ? { options: options[field] } : {}),
  }));
}
