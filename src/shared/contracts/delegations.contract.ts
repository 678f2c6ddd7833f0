import { type Static, Type } from 'typebox';
import { DELEGATION_COMMENT_MAX } from './constants.ts';
import { Deferred } from './deferred-actions.contract.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, nullable, page, UserRef } from './shapes.contract.ts';
import { HistoryItem, Task } from './tasks.contract.ts';

const strict = { additionalProperties: false } as const;

const state = Type.Union([Type.Literal('coming'), Type.Literal('running'), Type.Literal('ended')], {
  description: 'By the calendar of the organisation',
});

/** A period in which somebody stands in for a person. Both ends count. `userId` and `delegateUserId` are usernames. */
export const Delegation = Type.Object({
  id: Id,
  userId: Type.String(),
  delegateUserId: Type.String(),
  startDate: Day,
  endDate: Day,
  comment: Type.String(),
  /** Whether the delegate acts for the person in Verva; without it the period only tells who stands in. */
  replaceVerva: Type.Boolean(),
  /** The source's name of `replaceVerva`. */
  replaceverva: Type.Boolean(),
  /** Whether tasks that are open at the start move along; without it only tasks that come during the period. */
  moveOpenTasks: Type.Boolean(),
  user: UserRef,
  delegate: UserRef,
  state,
  version: Type.Integer(),
});
export type Delegation = Static<typeof Delegation>;

const periodFields = {
  /** Of the period that is replaced; a new one has none. */
  id: Type.Optional(nullable(Id)),
  /** Username or key; must be the person of the path where there is one. */
  userId: Type.Optional(Type.String({ maxLength: 128 })),
  /** Username or key. */
  delegateUserId: Type.String({ minLength: 1, maxLength: 128 }),
  startDate: Day,
  endDate: Day,
  comment: Type.Optional(Type.String({ maxLength: 10 * DELEGATION_COMMENT_MAX })),
  replaceVerva: Type.Optional(Type.Boolean()),
  /** The source's name of `replaceVerva`. */
  replaceverva: Type.Optional(Type.Boolean()),
  moveOpenTasks: Type.Optional(Type.Boolean()),
  /** Of the period that is replaced: with another version it is refused, as with `If-Match`. */
  version: Type.Optional(Type.Integer()),
};
/** A period as it is sent. `replaceVerva` and `moveOpenTasks` are true unless said otherwise. */
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
  /** `name` of the other person, `from` and `until` as days, `count` and `task` of own requests. */
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
});
export type DelegationConflict = Static<typeof conflict>;

/** What a period would do if it were saved now; nothing is changed by asking. */
export const DelegationPreview = Type.Object({
  /** How many open tasks the delegate would see, and the first twenty of them by due date. */
  moves: Type.Integer(),
  tasks: Type.Array(Task),
  /** Open tasks of the person's groups, which are not inherited and which the delegate does not see otherwise. */
  notVisible: Type.Integer(),
  /** Open tasks that never travel: health and pay. */
  confidentialStay: Type.Integer(),
  conflicts: Type.Array(conflict),
});
export type DelegationPreview = Static<typeof DelegationPreview>;

/** What was done in the person's name, the newest first (200 at most), and the tasks that came back or are still open. */
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
  summary: 'Delegations of a person by start, without the ended ones unless asked for',
  who: 'any',
  scope: 'delegation',
  query: Type.Object({ ended: Type.Optional(Type.Boolean()) }),
  reply: Type.Array(Delegation),
  errors: ['user.not_found'],
});

export const saveDelegation = endpoint({
  method: 'POST',
  path: '/api/identity/delegate/{userId}',
  summary: 'Add a delegation of a person, or with `id` replace it',
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
  summary: 'What a delegation would do, without saving it',
  who: 'any',
  scope: 'delegation',
  body: DelegationPeriod,
  reply: DelegationPreview,
  errors: periodErrors,
});

export const listDelegations = endpoint({
  method: 'POST',
  path: '/api/identity/delegate',
  summary: 'Delegations of everybody, by start',
  who: ['admin'],
  scope: null,
  body: Type.Object(
    {
      userIds: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 200 })),
      delegateUserIds: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 200 })),
      /** Days that the periods touch. */
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
  summary: 'Add a delegation of anybody',
  who: ['admin'],
  scope: null,
  body: DelegationPeriod,
  reply: Delegation,
  status: 201,
  errors: changeErrors,
});

/** With `Prefer: undo=10` it is carried out after so many seconds (30 at most), and answered with 202 and the held change. */
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
  summary: 'What was decided in the person’s name, and what came back',
  who: 'any',
  scope: 'delegation',
  reply: DelegationReport,
  errors: ['delegation.not_found'],
});
