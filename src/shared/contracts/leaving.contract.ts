import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, ListQuery, literals, Nothing, nullable, page, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const administrators = { who: ['admin'], scope: null } as const;
const NamedRef = Type.Object({ id: Id, name: Type.String() });
const userKey = Type.String({ minLength: 1, maxLength: 200, description: 'Username or key' });
const reason = Type.String({ maxLength: 1000 });

/** Number of tasks that a preview names for each receiver. */
export const PREVIEW_TASKS = 20;

/** An open task; `name` is null for confidential tasks. */
const LeaverTask = Type.Object({ id: Id, name: nullable(Type.String()), businessKey: nullable(Type.String()) });
/** Number of tasks, and the first by due date. */
const CountedTasks = Type.Object({ count: Type.Integer(), tasks: Type.Array(LeaverTask) });
export type CountedTasks = Static<typeof CountedTasks>;

/** Who receives the open tasks of a user when no user is chosen. The four-eyes rule can change it for single tasks. */
const TaskReceivers = Type.Object({
  /** Tasks that others delegated to the user. */
  owner: CountedTasks,
  /** Tasks with other candidates. */
  candidates: CountedTasks,
  manager: CountedTasks,
  /** Confidential tasks, which go to a group that may see them. */
  entitled: CountedTasks,
  /** Tasks that no other user may take; they stay. */
  none: CountedTasks,
});
export type TaskReceivers = Static<typeof TaskReceivers>;

/** What depends on a user. */
export const UserDependents = Type.Object({
  /** Open tasks assigned to the user. */
  tasks: Type.Integer(),
  /** Of these: delegated by others. */
  delegatedTo: Type.Integer(),
  /** Open tasks that the user delegated to others, and is responsible for. */
  delegatedBy: Type.Integer(),
  /** Open tasks of no assignee that only the user may take. */
  offered: Type.Integer(),
  receivers: TaskReceivers,
  /** The line manager, or the nearest active one above. */
  manager: nullable(UserRef),
  /** Delegations by and to the user that run or are planned; they end. */
  delegations: Type.Integer(),
  /** The first users for whom the user is the delegate; they are informed. */
  delegators: Type.Array(UserRef),
  /** Active users managed by the user. */
  managed: Type.Integer(),
  /** Departments headed by the user, by name. */
  departments: Type.Array(NamedRef),
  /** Active manuals owned by the user. */
  manuals: Type.Integer(),
});
export type UserDependents = Static<typeof UserDependents>;

export const getUserDependents = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/dependents',
  summary: 'What depends on a user: shown before the user is deactivated',
  ...administrators,
  reply: UserDependents,
  errors: ['user.not_found'],
});

/**
 * Ends all sessions and the user's delegations. The user stays in histories, and can be reactivated. `reassign` says what
 * happens to the open tasks: `manager` gives them back to their candidates and the rest to the line manager, `keep` leaves
 * them as they are, and a username or key gives them to that user. Required for a user with open tasks. They are handed
 * over by a run, which `Prefer: undo=30` defers. The `successor` receives what processes name the user for later, the
 * managed users and the headed departments.
 */
export const deactivateUser = endpoint({
  method: 'DELETE',
  path: '/api/identity/users/{userId}',
  summary: 'Deactivate a user: the user cannot sign in any more',
  ...administrators,
  recent: true,
  query: Type.Object({
    reassign: Type.Optional(userKey),
    successor: Type.Optional(userKey),
    reason: Type.Optional(reason),
  }),
  status: 204,
  reply: Nothing,
  errors: [
    'user.not_found',
    'user.own_account',
    'user.has_open_tasks',
    'user.disabled',
    'group.last_admin',
    'access.denied',
  ],
});

/** Who receives what processes name a deactivated user for. */
const Successor = Type.Object({ successor: nullable(UserRef) });

export const getSuccessor = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/successor',
  summary: 'The successor of a deactivated user; null without one',
  ...administrators,
  reply: Successor,
  errors: ['user.not_found'],
});

export const putSuccessor = endpoint({
  method: 'PUT',
  path: '/api/identity/users/{userId}/successor',
  summary: 'Set the successor of a deactivated user',
  ...administrators,
  body: Type.Object({ successor: nullable(userKey) }, strict),
  reply: Successor,
  errors: ['user.not_found', 'user.disabled', 'hand_over.active_user'],
});

/** A run that hands over the open tasks of a deactivated user. Tasks that are neither done nor failed at its end were skipped. */
export const HandOver = Type.Object({
  id: Id,
  state: literals('held', 'queued', 'running', 'done', 'stopped'),
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
  /** The chosen user; null: back to the candidates, the rest to the line manager. */
  to: nullable(UserRef),
  reason: nullable(Type.String()),
  /** Null if another system deactivated the user. */
  by: nullable(UserRef),
  created: Instant,
  ended: nullable(Instant),
  held: Type.Optional(Type.Object({ id: Id, until: Instant })),
});
export type HandOver = Static<typeof HandOver>;

export const getHandOver = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/hand-over',
  summary: "The latest hand-over of a user's open tasks; null if there was none",
  ...administrators,
  reply: nullable(HandOver),
  errors: ['user.not_found'],
});

export const startHandOver = endpoint({
  method: 'POST',
  path: '/api/identity/users/{userId}/hand-over',
  summary: 'Hand over the open tasks of a deactivated user, such as those that an earlier attempt left',
  ...administrators,
  status: 202,
  body: Type.Object({ to: Type.Optional(nullable(userKey)), reason: Type.Optional(nullable(reason)) }, strict),
  reply: HandOver,
  errors: ['user.not_found', 'user.disabled', 'hand_over.active_user', 'hand_over.nothing', 'hand_over.running'],
});

const HandOverItem = Type.Object({
  taskId: Id,
  state: literals('waiting', 'done', 'failed', 'skipped'),
  name: nullable(Type.String()),
  businessKey: nullable(Type.String()),
  at: nullable(Instant),
  /** Names of the users and groups that received the task. */
  to: Type.Array(Type.String()),
  code: Type.Optional(Type.String()),
  title: Type.Optional(Type.String({ description: 'Reason in the language of the request' })),
});
export type HandOverItem = Static<typeof HandOverItem>;

export const listHandOverItems = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/hand-over/items',
  summary: 'The tasks of the latest hand-over, with the result of each',
  ...administrators,
  query: Type.Object({
    state: Type.Optional(literals('waiting', 'done', 'failed', 'skipped')),
    limit: ListQuery.properties.limit,
    after: ListQuery.properties.after,
  }),
  reply: page(HandOverItem),
  errors: ['user.not_found', 'hand_over.not_found', 'page.cursor_mismatch'],
});
