import { type Static, Type } from 'typebox';
import { DELEGATION_COMMENT_MAX } from './constants.ts';
import { Deferred } from './deferred-actions.contract.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, nullable, page, UserRef } from './shapes.contract.ts';
import { HistoryItem, Task } from './tasks.contract.ts';

const strict = { additionalProperties: false } as const;

const state = Type.Union([Type.Literal('coming'), Type.Literal('running'), Type.Literal('ended')], {
  description: "In the organisation's time zone",
});

/**
 * A period in which a delegate acts for a user. Both ends are inclusive. `userId` and `delegateUserId` are usernames.
 */
export const Delegation = Type.Object({
  id: Id,
  userId: Type.String(),
  delegateUserId: Type.String(),
  startDate: Day,
  endDate: Day,
  comment: Type.String(),
  /** Whether the delegate acts for the user in Verva; otherwise the period is only informative. */
  replaceVerva: Type.Boolean(),
  /** The source's name for `replaceVerva`. */
  replaceverva: Type.Boolean(),
  /** Whether tasks that are open at the start are transferred; otherwise only tasks created during the period. */
  moveOpenTasks: Type.Boolean(),
  user: UserRef,
  delegate: UserRef,
  state,
  version: Type.Integer(),
});
export type Delegation = Static<typeof Delegation>;

const periodFields = {
  /** Id of the period to replace; omitted for a new one. */
  id: Type.Optional(nullable(Id)),
  /** Username or key; must match the user in the path, if any. */
  userId: Type.Optional(Type.String({ maxLength: 128 })),
  /** Username or key. */
  delegateUserId: Type.String({ minLength: 1, maxLength: 128 }),
  startDate: Day,
  endDate: Day,
  comment: Type.Optional(Type.String({ maxLength: 10 * DELEGATION_COMMENT_MAX })),
  replaceVerva: Type.Optional(Type.Boolean()),
  /** The source's name for `replaceVerva`. */
  replaceverva: Type.Optional(Type.Boolean()),
  moveOpenTasks: Type.Optional(Type.Boolean()),
  /** Version of the period to replace: another version is refused, as with `If-Match`. */
  version: Type.Optional(Type.Integer()),
};
/** A period as sent. `replaceVerva` and `moveOpenTasks` are true by default. */
const DelegationPeriod = Type.Object(periodFields, strict);
export type DelegationPeriod = Static<typeof DelegationPeriod>;

const conflict = Type.Object({
  code: Type.Union([
    Type.Literal('own_request'),
    Type.Literal('delegate_absent'),
    Type.Literal('chain'),
    Type.Literal('cycle'),
    Type.Literal('overlap'),
  ]),
  /** `name` of the other user, `from` and `until` as days, `count` and `task` of the user's own requests. */
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});
export type DelegationConflict = Static<typeof conflict>;

/** Days of a period, both ends included. */
const Days = Type.Object({ startDate: Day, endDate: Day });
export type Days = Static<typeof Days>;

/** Effects of saving a period now; the preview changes nothing. */
export const DelegationPreview = Type.Object({
  /** Number of open tasks that the delegate would get, and the first twenty of them by due date. */
  moves: Type.Integer(),
  tasks: Type.Array(Task),
  /** The first twenty tasks of each kind that stay. Empty for administrators who plan for another user. */
  stays: Type.Object({
    /** Decisions that the four-eyes rule refuses to the delegate. */
    fourEyes: Type.Array(Task),
    /** Tasks of groups without the delegate. */
    groups: Type.Array(Task),
    confidential: Type.Array(Task),
  }),
  /** Days without cover: the delegate is away, too. */
  gaps: Type.Array(Days),
  /** A user who can cover on those days: a former delegate or a colleague of the department. */
  alternative: nullable(UserRef),
  /** Open tasks of the user's groups, which are not inherited and not otherwise visible to the delegate. */
  notVisible: Type.Integer(),
  /** Open tasks that are never delegated: health and pay. */
  confidentialStay: Type.Integer(),
  conflicts: Type.Array(conflict),
});
export type DelegationPreview = Static<typeof DelegationPreview>;

/** Actions on behalf of the user, newest first (at most 200), and tasks that were returned or are still open. */
export const DelegationReport = Type.Object({
  delegation: Delegation,
  decisions: Type.Array(
    Type.Object({
      ...HistoryItem.properties,
      task: nullable(Type.Object({ id: Id, name: Type.String() })),
    }),
  ),
  returned: Type.Array(Task),
});
export type DelegationReport = Static<typeof DelegationReport>;

const Absence = Type.Object({
  id: Id,
  ...Days.properties,
  delegate: UserRef,
  replaceVerva: Type.Boolean(),
  /** Days on which the delegate is away, too. */
  gaps: Type.Array(Days),
  /**
   * A user who can cover on those days, if they are not over: a former delegate or a colleague of the department. Null for
   * absences of users for whom the caller only covers.
   */
  alternative: nullable(UserRef),
});
export type Absence = Static<typeof Absence>;

const PersonAbsences = Type.Object({ user: UserRef, periods: Type.Array(Absence) });
export type PersonAbsences = Static<typeof PersonAbsences>;

/** Absences as delegations say them, without comments. */
export const Absences = Type.Object({
  own: Type.Array(Absence),
  /** Those of people for whom the caller is the delegate. */
  incoming: Type.Array(PersonAbsences),
  /** Those of people whose manager the caller is, and of the departments that the caller heads; by name, 200 at most. */
  team: Type.Array(PersonAbsences),
  /** Number of people in the team. */
  teamSize: Type.Integer(),
});
export type Absences = Static<typeof Absences>;

const periodErrors = [
  'user.not_found',
  'delegation.not_found',
  'delegation.overlap',
  'delegation.dates_reversed',
  'delegation.to_self',
  'delegation.comment_too_long',
  'delegation.delegate_disabled',
] as const;
const changeErrors = [...periodErrors, 'delegation.held', 'edit.conflict'] as const;

export const getDelegations = endpoint({
  method: 'GET',
  path: '/api/identity/delegate/{userId}',
  summary: 'Delegations of a user by start; ended ones only on request',
  who: 'any',
  scope: 'delegation',
  query: Type.Object({ ended: Type.Optional(Type.Boolean()) }),
  reply: Type.Array(Delegation),
  errors: ['user.not_found'],
});

export const getIncomingDelegations = endpoint({
  method: 'GET',
  path: '/api/identity/delegate/{userId}/incoming',
  summary: 'Delegations in which a user is the delegate, by start; ended ones only on request',
  who: 'any',
  scope: 'delegation',
  query: Type.Object({ ended: Type.Optional(Type.Boolean()) }),
  reply: Type.Array(Delegation),
  errors: ['user.not_found'],
});

export const getAbsences = endpoint({
  method: 'GET',
  path: '/api/identity/absences',
  summary:
    'Absences of the caller, of people for whom they cover, and of their team, from a day on, with who can cover',
  who: 'any',
  scope: 'delegation',
  query: Type.Object({ from: Day, days: Type.Optional(Type.Integer({ minimum: 1, maximum: 92 })) }),
  reply: Absences,
  errors: [],
});

export const saveDelegation = endpoint({
  method: 'POST',
  path: '/api/identity/delegate/{userId}',
  summary: 'Add a delegation of a user, or with `id` replace it',
  who: 'any',
  scope: 'delegation',
  body: DelegationPeriod,
  reply: Delegation,
  status: 201,
  otherStatuses: { 200: 'Replaced' },
  errors: changeErrors,
});

export const previewDelegation = endpoint({
  method: 'POST',
  path: '/api/identity/delegate/{userId}/preview',
  summary: 'Preview the effects of a delegation without saving it',
  who: 'any',
  scope: 'delegation',
  body: DelegationPeriod,
  reply: DelegationPreview,
  errors: periodErrors,
});

export const listDelegations = endpoint({
  method: 'POST',
  path: '/api/identity/delegate',
  summary: 'Delegations of all users, by start',
  who: ['admin'],
  scope: null,
  body: Type.Object(
    {
      userIds: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 200 })),
      delegateUserIds: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 200 })),
      /** Days covered by the periods. */
      from: Type.Optional(Day),
      until: Type.Optional(Day),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      after: Type.Optional(Type.String({ maxLength: 200 })),
    },
    strict,
  ),
  reply: page(Delegation),
  errors: ['page.cursor_mismatch', 'user.not_found'],
});

export const createDelegation = endpoint({
  method: 'POST',
  path: '/api/identity/delegate/create',
  summary: 'Add a delegation of any user',
  who: ['admin'],
  scope: null,
  body: DelegationPeriod,
  reply: Delegation,
  status: 201,
  errors: changeErrors,
});

/**
 * With `Prefer: undo=10` the change is deferred for that many seconds (at most 30), and answered with 202 and the
 * deferred change.
 */
export const deleteDelegation = endpoint({
  method: 'DELETE',
  path: '/api/identity/delegate/{id}',
  summary: 'Remove a delegation',
  who: 'any',
  scope: 'delegation',
  reply: Type.Union([Type.Null(), Deferred]),
  status: 204,
  otherStatuses: { 202: 'Held until it can no longer be undone' },
  errors: ['delegation.not_found', 'delegation.held', 'edit.conflict'],
});

export const getDelegationReport = endpoint({
  method: 'GET',
  path: '/api/identity/delegate/{id}/report',
  summary: 'Actions on behalf of the user, and returned tasks',
  who: 'any',
  scope: 'delegation',
  reply: DelegationReport,
  errors: ['delegation.not_found'],
});
