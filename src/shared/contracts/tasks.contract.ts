import { type Static, Type } from 'typebox';
import { Attachment, NewAttachment } from './attachments.contract.ts';
import { endpoint } from './endpoint.ts';
import { FormBody } from './forms.contract.ts';
import { Day, Id, Instant, ListQuery, nullable, page, Texts, UserRef, Values } from './shapes.contract.ts';
import { INBOX_FILTERS, INBOX_SORTS, taskList } from './task-fields.ts';

export const TaskStatus = Type.Union([
  Type.Literal('open'),
  Type.Literal('held'),
  Type.Literal('completed'),
  Type.Literal('cancelled'),
]);

/** Basis on which the caller may act on the task. */
export const TaskVia = Type.Union([
  Type.Literal('assignee'),
  Type.Literal('candidate'),
  Type.Literal('group'),
  Type.Literal('delegation'),
]);

/** An outcome of a task; labels come from the form, or from the product for a task without a form. */
export const Outcome = Type.Object({
  id: Type.String(),
  label: Texts,
  style: Type.Union([Type.Literal('primary'), Type.Literal('neutral'), Type.Literal('danger')]),
  comment: Type.Union([Type.Literal('none'), Type.Literal('optional'), Type.Literal('required')]),
  validate: Type.Boolean(),
  /** Confirmation question. */
  confirm: Type.Optional(Texts),
});
export type Outcome = Static<typeof Outcome>;

const taskFields = {
  id: Id,
  name: Type.String(),
  description: Type.Optional(Type.String()),
  status: TaskStatus,
  process: nullable(
    Type.Object({
      key: Type.String(),
      /** The title of its kind of case, if it has one. */
      name: Type.String(),
      version: Type.Integer(),
      /** Id of its kind of case. */
      caseType: Type.Optional(Type.String()),
      /** From `verva:shortName` of the BPMN file. */
      shortName: Type.Optional(Type.String()),
      icon: Type.Optional(
        Type.String({ description: 'open enumeration: the values of `verva:icon`. Without it lists draw `workflow`' }),
      ),
    }),
  ),
  /** The name of the step in the process, if the task's name begins with it: `Approve leave: Jüri Lepik`. */
  step: Type.Optional(Type.String()),
  taskKey: nullable(Type.String()),
  instanceId: nullable(Id),
  /**
   * Id of the manual for an open reading, which is not a process task: opened by its reader, and confirmed only there.
   * The task id is that of the reading.
   */
  manualId: Type.Optional(Id),
  businessKey: nullable(Type.String()),
  formId: nullable(Type.String()),
  formVersion: nullable(Type.Integer()),
  assignee: nullable(UserRef),
  owner: nullable(UserRef),
  priority: Type.Integer({ minimum: 0, maximum: 100 }),
  created: Instant,
  due: nullable(Instant),
  dueDate: nullable(Day),
  escalates: nullable(Instant),
  followUp: nullable(Instant),
  ended: nullable(Instant),
  endedBy: nullable(UserRef),
  onBehalfOf: nullable(UserRef),
  outcome: nullable(Type.String()),
  via: nullable(TaskVia),
  viaUser: Type.Optional(UserRef),
  viaGroup: Type.Optional(Type.String()),
  unread: Type.Boolean(),
  /** The caller has an unsent draft of its form. */
  hasDraft: Type.Boolean(),
  /** Until when it is hidden from the caller's list. */
  snoozedUntil: nullable(Instant),
  /** Number of comments, without removed ones. */
  comments: Type.Integer(),
  /** Delegated: `returns` means that the owner decides afterwards, `final` that the delegate completes it. */
  delegated: nullable(Type.Union([Type.Literal('returns'), Type.Literal('final')])),
  version: Type.Integer(),
  /** In a list only if false: the caller has the task but cannot complete it, for the reason in `whyNot`. */
  mayComplete: Type.Optional(Type.Boolean()),
  /** Four-eyes rule: the user made the request, or has decided in this case before; directly or through a delegate. */
  whyNot: Type.Optional(Type.Union([Type.Literal('own_request'), Type.Literal('decided_before')])),
};
/** A task in a list. `due` is the instant; `dueDate` means that only the day was set. */
export const Task = Type.Object(taskFields);
export type Task = Static<typeof Task>;

/** A user or group linked to a task, and the rule of the link. `principal` is the user or the group. */
export const IdentityLink = Type.Object({
  kind: Type.Union([
    Type.Literal('assignee'),
    Type.Literal('candidate'),
    Type.Literal('owner'),
    Type.Literal('participant'),
  ]),
  userId: Type.Optional(Type.String()),
  groupId: Type.Optional(Type.String()),
  user: Type.Optional(UserRef),
  groupName: Type.Optional(Type.String()),
  rule: Type.Object({
    source: Type.Union([
      Type.Literal('process'),
      Type.Literal('person'),
      Type.Literal('delegation'),
      Type.Literal('escalation'),
      Type.Literal('four_eyes'),
    ]),
    /** Text of the action. */
    text: Type.Optional(Type.String()),
    by: Type.Optional(UserRef),
    how: Type.Optional(
      Type.String({ description: 'open enumeration: claimed, assigned, delegated, returned, mentioned' }),
    ),
  }),
  since: Instant,
});
export type IdentityLink = Static<typeof IdentityLink>;

/** An ad-hoc sub-process of the task's instance in which the caller can start further activities. */
export const AdhocOffer = Type.Object({
  instanceId: Id,
  nodeId: Type.String(),
  name: Type.String(),
  activities: Type.Array(Type.Object({ nodeId: Type.String(), name: Type.String() })),
  mayFinish: Type.Boolean(),
});
export type AdhocOffer = Static<typeof AdhocOffer>;

export const TaskDetail = Type.Object({
  ...taskFields,
  identityLinks: Type.Array(IdentityLink),
  variables: Values,
  outcomes: Type.Array(Outcome),
  /** True if the caller can complete it now. */
  mayComplete: Type.Boolean(),
  mayClaim: Type.Boolean(),
  mayRelease: Type.Boolean(),
  mayAssign: Type.Boolean(),
  /** A deferred completion that can be undone until then; only the user who completed it receives the id. */
  held: Type.Optional(Type.Object({ id: Type.Optional(Id), until: Instant, by: UserRef })),
  /** Whether the caller can fill in and save; a delegate who returns the task can do this, but not complete it. */
  mayEdit: Type.Boolean(),
  mayDelegate: Type.Boolean(),
  /** Whether the caller can return a delegated task, or take back their own. */
  mayReturn: Type.Boolean(),
  mayStopClock: Type.Boolean(),
  /** Who stopped the clock of due time and escalation, and until when. */
  clock: nullable(Type.Object({ until: Instant, since: Instant, by: nullable(UserRef) })),
  adhoc: Type.Array(AdhocOffer),
  /** In the order of addition; those in a form field have its name. */
  attachments: Type.Array(Attachment),
});
export type TaskDetail = Static<typeof TaskDetail>;

export const HistoryItem = Type.Object({
  id: Id,
  at: Instant,
  kind: Type.String({
    description:
      'open enumeration: started, entered, created, claimed, released, assigned, owner.changed, delegated, returned, taken_back, commented, clock.stopped, clock.started, completed, cancelled, timer, message, incident, ended',
  }),
  by: nullable(UserRef),
  onBehalfOf: Type.Optional(UserRef),
  node: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
  outcome: Type.Optional(Type.String()),
  /** Label from the form. */
  outcomeLabel: Type.Optional(Texts),
  comment: Type.Optional(Type.String()),
  /** The new assignee. */
  to: Type.Optional(UserRef),
  toGroup: Type.Optional(Type.String()),
  until: Type.Optional(Instant),
  /** The deactivated user whose task was handed over. */
  leaver: Type.Optional(UserRef),
  /** The comment has been removed since. */
  removed: Type.Optional(Type.Boolean()),
  byMail: Type.Optional(Type.Boolean({ description: 'Through an e-mail button' })),
  /** The back end through whose element it was done, with its name at that time, and the origin of the page. */
  client: Type.Optional(Type.Object({ id: Id, name: Type.String(), origin: Type.String() })),
});
export type HistoryItem = Static<typeof HistoryItem>;

/** Input that does not parse, such as `12a` for a number, by field: `amount`, `lines.r3.qty`. */
export const Unread = Type.Record(Type.String({ maxLength: 300 }), Type.String({ maxLength: 1000 }), {
  maxProperties: 500,
});

/** A user's unsent input for the form of a task; visible only to that user. */
export const Draft = Type.Object({
  /** Owner of the files of a start form (`/api/attachments`). */
  id: Id,
  /** Revision counter: 1 is the first. */
  rev: Type.Integer(),
  formId: nullable(Type.String()),
  formVersion: nullable(Type.Integer()),
  /** Values of the form when the user started typing. */
  base: Values,
  values: Values,
  unread: Unread,
  comment: nullable(Type.String()),
  updated: Instant,
});
export type Draft = Static<typeof Draft>;

/**
 * How a newer form version affects an answer of a draft: the field is missing, does not accept the answer, or is new.
 */
export const CarriedOver = Type.Object({
  kind: Type.Union([Type.Literal('gone'), Type.Literal('unreadable'), Type.Literal('new')]),
  /** The key, or `lines.qty` for a column. */
  field: Type.String(),
  label: Texts,
  /** The previous answers, with the old field that determines their format. */
  answers: Type.Array(Type.Object({ field: Type.Unknown(), value: Type.Unknown() })),
});

/** Data for showing a task's form: the definition of the version that the task started with, and its values. */
export const TaskForm = Type.Object({
  formId: nullable(Type.String()),
  number: nullable(Type.Integer()),
  body: nullable(FormBody),
  values: Values,
  outcomes: Type.Array(Outcome),
  readOnly: Type.Boolean(),
  /** The caller's draft. */
  draft: nullable(Draft),
  /** The draft belonged to another form version: its answers have been carried over, with these differences. */
  carriedOver: Type.Optional(Type.Array(CarriedOver)),
  /** Last editor of each value. */
  saved: Type.Array(Type.Object({ key: Type.String(), by: nullable(UserRef), at: Instant })),
  /** Maximum file size in bytes. */
  fileLimit: Type.Integer(),
});
export type TaskForm = Static<typeof TaskForm>;

export const ActionResult = Type.Object({
  task: TaskDetail,
  next: nullable(Id),
  /** Completion is deferred until then and can be undone at `DELETE /api/held/{id}`. */
  held: Type.Optional(Type.Object({ id: Id, until: Instant })),
});
export type ActionResult = Static<typeof ActionResult>;

export const TaskAction = Type.Object(
  {
    action: Type.Union([
      Type.Literal('complete'),
      Type.Literal('save'),
      Type.Literal('claim'),
      Type.Literal('release'),
    ]),
    outcome: Type.Optional(Type.String({ maxLength: 100 })),
    variables: Type.Optional(Values),
    comment: Type.Optional(Type.String({ maxLength: 4000 })),
    /** Form version that was filled in; refused with form.version_changed if the task has another one by now. */
    formVersion: Type.Optional(nullable(Type.Integer())),
  },
  { additionalProperties: false },
);
export type TaskAction = Static<typeof TaskAction>;

/** What the inbox can be filtered and sorted by. */
export const taskListFields = taskList(INBOX_FILTERS, INBOX_SORTS, 'due:asc');

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  summary: "The caller's tasks",
  who: 'any',
  scope: 'inbox',
  query: ListQuery,
  list: taskListFields,
  reply: page(Task),
  errors: ['filter.unknown_field', 'filter.unknown_operator', 'filter.bad_value', 'filter.too_broad'],
});

export const countTasks = endpoint({
  method: 'GET',
  path: '/api/tasks/count',
  summary: "Number of the caller's tasks, counted up to 100",
  who: 'any',
  scope: 'inbox',
  reply: Type.Object({
    count: Type.Integer(),
    atLeast: Type.Boolean(),
    overdue: Type.Integer(),
    dueToday: Type.Integer(),
  }),
});

export const getTask = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}',
  summary: 'One task; marks it as read',
  who: 'any',
  scope: 'inbox',
  reply: TaskDetail,
  errors: ['task.not_found'],
});

/** The part `attachments` of a multipart action. */
export const NewAttachments = Type.Array(NewAttachment, { maxItems: 50 });

/**
 * Completes, saves, claims or releases (TSK-08). With `Prefer: undo=10` the completion is deferred for that many
 * seconds (at most 30), 202. JSON, or multipart with the parts `action` (JSON), `attachments` (JSON array) and the
 * files that it names.
 */
export const actOnTask = endpoint({
  method: 'POST',
  path: '/api/tasks/{id}',
  summary: 'Complete, save, claim or release a task',
  who: 'any',
  scope: 'task',
  body: TaskAction,
  consumes: ['application/json', 'multipart/form-data'],
  reply: ActionResult,
  otherStatuses: { 202: 'Completing is held until it can no longer be undone (`Prefer: undo=10`)' },
  errors: [
    'task.not_found',
    'task.already_completed',
    'task.held',
    'task.cancelled',
    'task.claimed_by_other',
    'task.own_request',
    'task.decided_before',
    'task.not_claimed',
    'form.invalid',
    'form.version_changed',
    'outcome.unknown',
    'outcome.required',
    'comment.required',
    'attachment.not_found',
    'file.too_large',
    'file.type_refused',
    'file.content_mismatch',
    'file.too_many',
    'file.empty',
    'file.name_invalid',
    'process.runs_away',
    'process.variables_too_large',
  ],
});

/** Assigns (TSK-04): an assignee link sets the assignee, a candidate link adds one; `remove` removes the link. */
export const linkTask = endpoint({
  method: 'POST',
  path: '/api/tasks/{id}/identitylinks',
  summary: 'Assign a task, or add and remove candidates',
  who: 'any',
  scope: 'task',
  body: Type.Object(
    {
      kind: Type.Union([Type.Literal('assignee'), Type.Literal('candidate')]),
      userId: Type.Optional(Type.String()),
      groupId: Type.Optional(Type.String()),
      remove: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  reply: Type.Array(IdentityLink),
  errors: [
    'task.not_found',
    'task.already_completed',
    'task.held',
    'task.claimed_by_other',
    'task.own_request',
    'task.decided_before',
    'task.confidential',
    'user.not_found',
    'user.disabled',
    'group.not_found',
  ],
});

export const getTaskVariables = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/variables',
  summary: 'Variables visible to the task',
  who: 'any',
  scope: 'task',
  query: Type.Object({ names: Type.Optional(Type.String({ maxLength: 2000 })) }),
  reply: Values,
  errors: ['task.not_found'],
});

export const getTaskForm = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/form',
  summary: 'The form of a task with its values',
  who: 'any',
  scope: 'task',
  reply: TaskForm,
  errors: ['task.not_found'],
});

/**
 * The next task (TSK-09): the caller's next one of the same instance, otherwise the next in the list by `sort` and
 * filters.
 */
export const nextTask = endpoint({
  method: 'GET',
  path: '/api/tasks/next/{id}',
  summary: 'The next task',
  who: 'any',
  scope: 'inbox',
  query: ListQuery,
  list: taskListFields,
  reply: Type.Object({ task: nullable(Task) }),
  errors: ['task.not_found'],
});

export const activeTasks = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/active-tasks',
  summary: 'The other open tasks of the same process',
  who: 'any',
  scope: 'inbox',
  reply: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      assignee: nullable(UserRef),
      mayOpen: Type.Boolean(),
      due: nullable(Instant),
    }),
  ),
  errors: ['task.not_found'],
});

export const taskHistory = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/history',
  summary: 'History of the task and its process',
  who: 'any',
  scope: 'inbox',
  reply: Type.Array(HistoryItem),
  errors: ['task.not_found'],
});

/** Saves a draft. `rev` is that of the draft that was shown, 0 for none; 409 returns the newer one as `theirs`. */
export const putDraft = endpoint({
  method: 'PUT',
  path: '/api/tasks/{id}/draft',
  summary: "Save the caller's draft of a task's form",
  who: 'any',
  scope: 'task',
  body: Type.Object(
    {
      rev: Type.Integer({ minimum: 0 }),
      base: Values,
      values: Values,
      unread: Type.Optional(Unread),
      comment: Type.Optional(Type.String({ maxLength: 4000 })),
      /** Form version of the input; the task's by default. */
      formVersion: Type.Optional(nullable(Type.Integer())),
    },
    { additionalProperties: false },
  ),
  reply: Draft,
  errors: [
    'task.not_found',
    'task.already_completed',
    'task.held',
    'task.cancelled',
    'draft.conflict',
    'access.denied',
  ],
});

export const deleteDraft = endpoint({
  method: 'DELETE',
  path: '/api/tasks/{id}/draft',
  summary: "Discard the caller's draft",
  who: 'any',
  scope: 'task',
  reply: Type.Null(),
  status: 204,
  errors: ['task.not_found'],
});

/**
 * Initial values of a form (TSK-10): for a task its known values, for a form alone its defaults. Hidden fields are
 * omitted.
 */
export const defaultVariables = endpoint({
  method: 'POST',
  path: '/api/tasks/defaultvariables',
  summary: 'Initial values of the form of a task, or of a form alone',
  who: 'any',
  scope: 'task',
  body: Type.Object(
    {
      taskId: Type.Optional(Id),
      formId: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    },
    { additionalProperties: false, minProperties: 1, maxProperties: 1 },
  ),
  reply: Type.Object({ variables: Values }),
  errors: ['task.not_found', 'form.not_found'],
});
