import type { Filter } from '../../shared/contracts/filters.rules.ts';
import type { AllTasksColumn, AllTasksFilter, AllTasksSort, TASK_FIELDS } from '../../shared/contracts/task-fields.ts';
import type { FilterColumn, FilterOption } from '../../shared/ui/filters/columns.ts';
import type { TasksText } from './tasks-text.ts';

export type Column = AllTasksColumn;

/** Columns shown by default. */
export const STANDARD: readonly Column[] = ['status', 'name', 'businessKey', 'process', 'assignee', 'due'];

/** Columns that the API sorts by. */
export const SORTS = ['due', 'priority', 'created', 'ended'] as const satisfies readonly AllTasksSort[];
export const isSortable = (column: Column): boolean => (SORTS as readonly Column[]).includes(column);

export const NAME_LEAST = 220;
/** Greatest widths in pixels of columns that the user has not resized, in the order of the column menu. */
export const WIDTHS: Readonly<Record<Column, number>> = {
  /** Fits the longest text in any language, such as how long a task is overdue. */
  status: 172,
  /** Takes the remaining width, at least this. */
  name: NAME_LEAST,
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
export const COLUMNS = Object.keys(WIDTHS) as readonly Column[];
export const WIDTH_LEAST = 64;
export const WIDTH_MOST = 900;

export const STANDARD_FILTERS: readonly Filter[] = [{ column: 'status', operation: 'eq', value: 'open' }];
export const STANDARD_SORT = 'due:asc';

/** Types of the filters. They repeat `TASK_FIELDS`, checked by the compiler: its code would load with every inbox. */
const TYPES: { readonly [Field in Exclude<AllTasksFilter, 'id'>]: (typeof TASK_FIELDS)[Field] } = {
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
  return (Object.keys(TYPES) as (keyof typeof TYPES)[]).map((field) => ({
    field,
    title: t(`column.${field}`),
    type: TYPES[field],
    ...(options[field] ? { options: options[field] } : {}),
  }));
}
