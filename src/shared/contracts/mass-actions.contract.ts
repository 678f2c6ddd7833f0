import { type Static, Type } from 'typebox';
import { MASS_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Refusals, RunItemResult, RunItemsQuery, RunProgress, RunsQuery } from './runs.contract.ts';
import { Id, ListQuery, nullable, page, Texts, Values } from './shapes.contract.ts';
import { Outcome, Task, taskListFields } from './tasks.contract.ts';

const strict = { additionalProperties: false } as const;

/** A form field of a kind of task that can get the same value in all selected tasks. */
export const MassField = Type.Object({
  key: Type.String(),
  type: Type.Union([
    Type.Literal('text'),
    Type.Literal('multiline'),
    Type.Literal('number'),
    Type.Literal('money'),
    Type.Literal('date'),
    Type.Literal('checkbox'),
    Type.Literal('radio'),
    Type.Literal('dropdown'),
  ]),
  label: Texts,
  options: Type.Optional(Type.Array(Type.Object({ id: Type.String(), text: Texts }))),
  /** Of money; `scale` is the number of decimals of its amount in minor units. */
  currency: Type.Optional(Type.String()),
  scale: Type.Optional(Type.Integer()),
  /** Its options come from a dropdown; `filter` are the required values of their properties in every task. */
  source: Type.Optional(Type.Object({ dropdownId: Type.String(), filter: Type.Record(Type.String(), Type.String()) })),
});
export type MassField = Static<typeof MassField>;

/** A kind of task of which the caller has open ones: a task of a process. */
export const MassKind = Type.Object({
  processKey: Type.String(),
  processName: Type.String(),
  taskKey: Type.String(),
  taskName: Type.String(),
  formId: nullable(Type.String()),
  /** Empty while the form of the kind is not published: then it cannot be completed. */
  outcomes: Type.Array(Outcome),
  fields: Type.Array(MassField),
  count: Type.Integer(),
  /** There are more: not all open tasks of the caller were counted. */
  countIsAtLeast: Type.Optional(Type.Boolean()),
  columns: Type.Array(
    Type.Object(
      { field: Type.String(), type: Type.String(), sortable: Type.Boolean() },
      { description: 'List fields' },
    ),
  ),
});
export type MassKind = Static<typeof MassKind>;

/** Action on every task. Omitted values stay as they are in each task. */
export const MassActionBody = Type.Object(
  {
    action: Type.Literal('complete'),
    outcome: Type.Optional(Type.String({ maxLength: 100 })),
    variables: Type.Optional(Values),
    comment: Type.Optional(Type.String({ maxLength: 4000 })),
  },
  strict,
);
export type MassActionBody = Static<typeof MassActionBody>;

/**
 * Result of one task. In a dry run `done` means that it would succeed. Contains no data of tasks that the caller cannot
 * see.
 */
export const MassItem = Type.Object({
  taskId: Id,
  ...RunItemResult.properties,
  businessKey: nullable(Type.String()),
});
export type MassItem = Static<typeof MassItem>;

const runFields = {
  ...RunProgress.properties,
  processKey: nullable(Type.String()),
  processName: nullable(Type.String()),
  taskKey: nullable(Type.String()),
  taskName: nullable(Type.String()),
  action: MassActionBody,
  outcomeLabel: nullable(Texts),
};
/** One mass action: request, progress and result. Tasks that are neither done nor failed at its end were skipped. */
export const MassAction = Type.Object(runFields);
export type MassAction = Static<typeof MassAction>;

/** Response to starting a run: a short one includes the result of each task. */
const StartedMassAction = Type.Object({ ...runFields, items: Type.Optional(Type.Array(MassItem)) });
export type StartedMassAction = Static<typeof StartedMassAction>;

export const massConfig = endpoint({
  method: 'GET',
  path: '/api/mass-task-action/config',
  summary: "Kinds of the caller's open tasks, with the available mass actions",
  who: 'any',
  scope: 'task',
  reply: Type.Array(MassKind),
});

/** TSK-13: `a` is the process key, `b` the task key. */
export const massTasks = endpoint({
  method: 'GET',
  path: '/api/mass-task-action/tasks/{a}/{b}',
  summary: "The caller's open tasks of one kind",
  who: 'any',
  scope: 'task',
  query: ListQuery,
  list: taskListFields,
  reply: page(Task),
  errors: ['filter.unknown_field', 'filter.unknown_operator', 'filter.bad_value', 'filter.too_broad'],
});

/**
 * Starts a mass action (TSK-14) on tasks by id, on all that match a filter, or (`checked`) on those that passed a dry
 * run, with the same action. `Prefer: undo=10` defers it for that many seconds. A run of at most 50 tasks is answered
 * with 200 and the result of each task if it takes at most 5 seconds.
 */
export const startMassAction = endpoint({
  method: 'POST',
  path: '/api/mass-task-action/tasks',
  summary: `Complete up to ${MASS_MAX} tasks of one kind, or try it`,
  who: 'any',
  scope: 'task',
  body: Type.Object(
    {
      taskIds: Type.Optional(Type.Array(Id)),
      filter: Type.Optional(
        Type.Object(
          {
            processKey: Type.String({ maxLength: 200 }),
            taskKey: Type.String({ maxLength: 200 }),
            /** Filters and `q` as in the query of the list, without paging. */
            query: Type.Optional(Type.String({ maxLength: 4000 })),
          },
          strict,
        ),
      ),
      checked: Type.Optional(Id),
      action: Type.Optional(MassActionBody),
      dryRun: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  idempotency: 'same-body',
  reply: StartedMassAction,
  status: 202,
  otherStatuses: { 200: 'Finished, with what became of each task' },
  errors: [
    'mass.empty',
    'mass.too_many',
    'mass.mixed_kinds',
    'mass.not_found',
    'filter.unknown_field',
    'filter.unknown_operator',
    'filter.bad_value',
    'filter.malformed',
    'filter.too_many',
    'filter.too_broad',
  ],
});

export const listMassActions = endpoint({
  method: 'GET',
  path: '/api/mass-task-action/runs',
  summary: 'Mass actions of the caller, newest first; administrators see those of all users',
  who: 'any',
  scope: 'task',
  query: RunsQuery,
  reply: page(MassAction),
  errors: ['page.cursor_mismatch'],
});

export const getMassAction = endpoint({
  method: 'GET',
  path: '/api/mass-task-action/runs/{id}',
  summary: 'One mass action',
  who: 'any',
  scope: 'task',
  reply: MassAction,
  errors: ['mass.not_found'],
});

export const massItems = endpoint({
  method: 'GET',
  path: '/api/mass-task-action/runs/{id}/items',
  summary: 'Result of each task, in the order of selection',
  who: 'any',
  scope: 'task',
  query: RunItemsQuery,
  reply: page(MassItem),
  errors: ['mass.not_found', 'page.cursor_mismatch'],
});

/** What a mass action would do, over all its tasks. */
export const MassSummary = Type.Object({
  /** Amounts of the tasks that passed, by money field of the form and currency. */
  sums: Type.Array(
    Type.Object({
      key: Type.String(),
      label: Texts,
      /** In minor units with `scale` decimals. */
      amount: Type.Integer(),
      currency: Type.String(),
      scale: Type.Integer(),
      count: Type.Integer({ description: 'Number of tasks with an amount' }),
    }),
  ),
  refusals: Refusals,
});
export type MassSummary = Static<typeof MassSummary>;

export const massSummary = endpoint({
  method: 'GET',
  path: '/api/mass-task-action/runs/{id}/summary',
  summary: 'Sums of money and reasons for refusals of a dry run of the caller',
  who: 'any',
  scope: 'task',
  reply: MassSummary,
  errors: ['mass.not_found'],
});

export const exportMassAction = endpoint({
  method: 'GET',
  path: '/api/mass-task-action/runs/{id}/export',
  summary: 'Result of each task as a CSV file',
  who: 'any',
  scope: 'task',
  reply: Type.String(),
  produces: 'text/csv',
  errors: ['mass.not_found'],
});

export const retryMassAction = endpoint({
  method: 'POST',
  path: '/api/mass-task-action/runs/{id}/retry',
  summary: 'Retry failed and skipped tasks in a new mass action',
  who: 'any',
  scope: 'task',
  idempotency: 'required',
  reply: StartedMassAction,
  status: 202,
  otherStatuses: { 200: 'Finished, with what became of each task' },
  errors: ['mass.not_found', 'mass.nothing_failed'],
});

export const stopMassAction = endpoint({
  method: 'POST',
  path: '/api/mass-task-action/runs/{id}/stop',
  summary: 'Skip the remaining tasks; completed ones stay completed',
  who: 'any',
  scope: 'task',
  idempotency: 'required',
  reply: MassAction,
  errors: ['mass.not_found'],
});
