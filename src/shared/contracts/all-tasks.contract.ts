import { type Static, Type } from 'typebox';
import { endpoint, type ListFields } from './endpoint.ts';
import { Id, Instant, ListQuery, nullable, page, UserRef, Values } from './shapes.contract.ts';
import { Task } from './tasks.contract.ts';

/** Tasks of everybody: what they can be filtered and sorted by. `group`: open tasks that wait for a group. */
export const allTasksFields = {
  fields: {
    name: { type: 'text' },
    businessKey: { type: 'text' },
    process: { type: 'key' },
    taskKey: { type: 'key' },
    status: { type: 'key' },
    assignee: { type: 'person' },
    group: { type: 'key' },
    priority: { type: 'number', sortable: true },
    created: { type: 'instant', sortable: true },
    due: { type: 'instant', sortable: true },
    ended: { type: 'instant', sortable: true },
    endedBy: { type: 'person' },
    onBehalfOf: { type: 'person' },
    outcome: { type: 'key' },
    unread: { type: 'boolean' },
  },
  defaultSort: 'created:desc',
} as const satisfies ListFields;

export const listAllTasks = endpoint({
  method: 'GET',
  path: '/api/tasks/all',
  summary: 'Open and finished tasks of everybody; with Accept: text/csv all that match, as a file',
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
  /** When the oldest of the counted ones was made. */
  oldest: nullable(Instant),
};

/** How much waits for whom. Each count goes to `countedTo`; a person is counted by the tasks assigned to them. */
export const TaskLoad = Type.Object({
  people: Type.Array(Type.Object({ user: UserRef, ...load, finished: Type.Integer() })),
  /** More people have work than are named. */
  hasMore: Type.Boolean(),
  groups: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), ...load })),
  /** Tasks that nobody has taken. */
  unassigned: Type.Object(load),
  countedTo: Type.Integer(),
});
export type TaskLoad = Static<typeof TaskLoad>;

export const getTaskLoad = endpoint({
  method: 'GET',
  path: '/api/tasks/load',
  summary: 'Load and age per person and group: open, overdue, due today, oldest, finished in seven days',
  who: ['alltasks'],
  scope: 'inbox',
  reply: TaskLoad,
});

const MULTI_ACTION_MAX = 100;

/** What is done with each of several tasks. `due` and `followUp`: an instant, a day (all of it), or null for none. */
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
    /** delegate: whether it comes back. */
    returns: Type.Optional(Type.Boolean()),
    /** snooze: until when, and whether the clock of the due time stops meanwhile. */
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
  /** Why not, in the language of the request. */
  title: Type.Optional(Type.String()),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type ItemResult = Static<typeof ItemResult>;

/** Each task for itself: one that is refused leaves the others done. */
export const actOnTasks = endpoint({
  method: 'POST',
  path: '/api/tasks',
  summary: 'Do the same with up to 100 tasks; a result for each',
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
