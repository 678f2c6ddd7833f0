import type { FieldType, ListFields } from './endpoint.ts';

// The fields of a task, each declared once with its type, and the lists that filter, sort and show them. The API's document,
// saved views, the lists of the browser and files follow from this. A list finds the label of a field as `column.<field>` in
// its messages, and the server its SQL in `modules/tasks/lists/field-sql.ts`: types fail where one is missing.

type Fields = Readonly<Record<string, FieldType>>;

/** Fields by which the panel of the inbox filters, in the order in which it offers them. */
export const INBOX_FIELDS = {
  name: 'text',
  businessKey: 'text',
  process: 'key',
  due: 'instant',
  created: 'instant',
  priority: 'number',
  assignee: 'person',
  onBehalfOf: 'person',
  via: 'key',
  unread: 'boolean',
  snoozed: 'boolean',
} as const satisfies Fields;

/** Fields by which only addresses, elements and saved views filter the inbox. */
const INBOX_API_FIELDS = { taskKey: 'key', status: 'key' } as const satisfies Fields;

/** All fields of a task: those of the inbox, and those that only other lists have. */
export const TASK_FIELDS = {
  ...INBOX_FIELDS,
  ...INBOX_API_FIELDS,
  group: 'key',
  ended: 'instant',
  endedBy: 'person',
  outcome: 'key',
  id: 'key',
} as const satisfies Fields;
export type TaskField = keyof typeof TASK_FIELDS;

/** Fields with fixed values. A list finds the label of a value as `<field>.<value>` in its messages. */
export const FIELD_CHOICES: Readonly<Partial<Record<TaskField, readonly string[]>>> = {
  via: ['assignee', 'candidate', 'group', 'delegation'],
};

/** Filters of the inbox. */
export type InboxFilter = keyof typeof INBOX_FIELDS | keyof typeof INBOX_API_FIELDS;
export const INBOX_FILTERS = Object.keys({ ...INBOX_FIELDS, ...INBOX_API_FIELDS }) as InboxFilter[];

/** Orders of the inbox: each has an index. */
export const INBOX_SORTS = ['process', 'due', 'created', 'priority'] as const satisfies readonly InboxFilter[];

/** Columns that a saved view of the inbox can name. */
export const INBOX_COLUMNS = [
  'name',
  'process',
  'businessKey',
  'taskKey',
  'due',
  'priority',
  'assignee',
  'created',
  'via',
  'onBehalfOf',
  'unread',
] as const satisfies readonly TaskField[];

/** Filters of the list of all tasks, in the order in which they are offered. `group`: open tasks in the inbox of a group; `id`: only in the API. */
export const ALL_TASKS_FILTERS = [
  'status',
  'name',
  'businessKey',
  'process',
  'assignee',
  'group',
  'due',
  'priority',
  'created',
  'ended',
  'endedBy',
  'onBehalfOf',
  'outcome',
  'taskKey',
  'unread',
  'id',
] as const satisfies readonly TaskField[];
export type AllTasksFilter = (typeof ALL_TASKS_FILTERS)[number];

/** Columns of the list of all tasks: its filters, except those that no column shows. */
export type AllTasksColumn = Exclude<AllTasksFilter, 'group' | 'unread' | 'id'>;

/** Orders of the list of all tasks: each has an index. */
export const ALL_TASKS_SORTS = ['due', 'priority', 'created', 'ended'] as const satisfies readonly AllTasksFilter[];
export type AllTasksSort = (typeof ALL_TASKS_SORTS)[number];

/** Columns of a file of tasks. */
export const TASK_FILE_COLUMNS = [
  'status',
  'name',
  'businessKey',
  'process',
  'assignee',
  'priority',
  'due',
  'created',
  'ended',
  'endedBy',
  'onBehalfOf',
  'outcome',
  'taskKey',
  'id',
] as const satisfies readonly TaskField[];
export type TaskFileColumn = (typeof TASK_FILE_COLUMNS)[number];

/** The filters and orders of a list of tasks, as its endpoint declares them. */
export function taskList(filters: readonly TaskField[], sorts: readonly TaskField[], defaultSort: string): ListFields {
  const fields = filters.map((field) => [
    field,
    { type: TASK_FIELDS[field], ...(sorts.includes(field) ? { sortable: true } : {}) },
  ]);
  return { fields: Object.fromEntries(fields), defaultSort };
}
