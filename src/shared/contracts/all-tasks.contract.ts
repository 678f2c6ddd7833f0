import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, ListQuery, nullable, page, UserRef, Values } from './shapes.contract.ts';
import { ALL_TASKS_FILTERS, ALL_TASKS_SORTS, taskList } from './task-fields.ts';
import { Task } from './tasks.contract.ts';

/** What the list of all tasks can be filtered and sorted by. */
export const allTasksFields = taskList(ALL_TASKS_FILTERS, ALL_TASKS_SORTS, 'created:desc');

export const listAllTasks = endpoint({
  method: 'GET',
  path: '/api/tasks/all',
  summary: 'Open and finished tasks of all users; with Accept: text/csv all matches as a file',
  who: ['alltasks'],
  scope: 'inbox',
  query: ListQuery,
  list: allTasksFields,
  reply: page(Task),
  errors: [
    'filter.unknown_field',
    'filter.unknown_operator',
    'filter.bad_value',
    'filter.too_broad',
    'sort.unknown_field',
    'page.cursor_mismatch',
  ],
});

const load = {
  open: Type.Integer(),
  overdue: Type.Integer(),
  dueToday: Type.Integer(),
  /** Creation time of the oldest counted task. */
  oldest: nullable(Instant),
};

/** Workload: open tasks per assignee or group. Each is counted up to `countedTo`; people by their assigned tasks. */
export const TaskLoad = Type.Object({
  people: Type.Array(Type.Object({ user: UserRef, ...load, finished: Type.Integer() })),
  /** More people have open tasks than are listed. */
  hasMore: Type.Boolean(),
  groups: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), ...load })),
  /** Tasks without an assignee. */
  unassigned: Type.Object(load),
  countedTo: Type.Integer(),
});
export type TaskLoad = Static<typeof TaskLoad>;

export const getTaskLoad = endpoint({
  method: 'GET',
  path: '/api/tasks/load',
  summary: 'Workload per user and group: open, overdue, due today, oldest, finished in seven days',
  who: ['alltasks'],
  scope: 'inbox',
  reply: TaskLoad,
});

const MULTI_ACTION_MAX = 100;

/**
 * Action to apply to each of several tasks. `due` and `followUp`: an instant, a day (all of it), or null to remove it.
 */
export const MultiAction = Type.Object(
  {
    action: Type.Union([
      Type.Literal('claim'),
      Type.Literal('release'),
      Type.Literal('assign'),
      Type.Literal('delegate'),
      Type.Literal('complete'),
      Type.Literal('priority'),
      Type.Literal('due'),
      Type.Literal('followUp'),
      Type.Literal('snooze'),
      Type.Literal('read'),
      Type.Literal('unread'),
    ]),
    /** assign, delegate: username, key or `me`. */
    userId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** delegate: whether the task is returned to its owner. */
    returns: Type.Optional(Type.Boolean()),
    /** snooze: end, and whether the due time is extended meanwhile. */
    until: Type.Optional(Instant),
    stopsClock: Type.Optional(Type.Boolean()),
    outcome: Type.Optional(Type.String({ maxLength: 100 })),
    variables: Type.Optional(Values),
    comment: Type.Optional(Type.String({ maxLength: 4000 })),
    priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    due: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
    followUp: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  },
  { additionalProperties: false },
);
export type MultiAction = Static<typeof MultiAction>;

export const ItemResult = Type.Object({
  taskId: Id,
  ok: Type.Boolean(),
  code: Type.Optional(Type.String()),
  /** Reason in the language of the request. */
  title: Type.Optional(Type.String()),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type ItemResult = Static<typeof ItemResult>;

/** Each task is processed separately: a refused task does not affect the others. */
export const actOnTasks = endpoint({
  method: 'POST',
  path: '/api/tasks',
  summary: 'Apply one action to up to 100 tasks; returns a result for each',
  who: 'any',
  scope: ['inbox', 'task'],
  body: Type.Object(
    { taskIds: Type.Array(Id, { minItems: 1, maxItems: MULTI_ACTION_MAX }), action: MultiAction },
    { additionalProperties: false },
  ),
  reply: Type.Object({ results: Type.Array(ItemResult) }),
  idempotency: 'same-body',
  errors: ['request.missing_parameter', 'user.not_found', 'user.disabled', 'scope.missing'],
});
