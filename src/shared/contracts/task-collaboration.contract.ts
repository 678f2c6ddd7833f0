import { type Static, Type } from 'typebox';
import { COMMENT_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Day, Id, Instant, Nothing, nullable, UserRef } from './shapes.contract.ts';
import { IdentityLink, TaskDetail } from './tasks.contract.ts';

const strict = { additionalProperties: false } as const;

/** A comment on a task. A removed one keeps its position, without its text. */
export const Comment = Type.Object({
  id: Id,
  author: UserRef,
  /** The user on whose behalf the author wrote, as a delegate. */
  onBehalfOf: Type.Optional(UserRef),
  /** Plain text; null after removal. */
  text: nullable(Type.String()),
  mentions: Type.Array(UserRef),
  created: Instant,
  edited: nullable(Instant),
  removed: nullable(Type.Object({ at: Instant, by: nullable(UserRef) })),
  mayEdit: Type.Boolean(),
  mayRemove: Type.Boolean(),
  version: Type.Integer(),
});
export type Comment = Static<typeof Comment>;

/** `mentions` are usernames or keys. With `invite`, mentioned users without access become participants of the task. */
export const CommentBody = Type.Object(
  {
    text: Type.String({ maxLength: 10 * COMMENT_MAX }),
    mentions: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 128 }), { maxItems: 20 })),
    invite: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type CommentBody = Static<typeof CommentBody>;

const commentErrors = [
  'task.not_found',
  'comment.required',
  'comment.too_long',
  'user.not_found',
  'user.disabled',
  'mention.not_visible',
  'task.confidential',
] as const;

export const listComments = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/comments',
  summary: 'Comments of a task, oldest first; at most 1,000',
  who: 'any',
  scope: 'task',
  reply: Type.Array(Comment),
  errors: ['task.not_found'],
});

export const addComment = endpoint({
  method: 'POST',
  path: '/api/tasks/{id}/comments',
  summary: 'Comment on a task',
  who: 'any',
  scope: 'task',
  body: CommentBody,
  reply: Comment,
  status: 201,
  errors: commentErrors,
});

export const editComment = endpoint({
  method: 'PUT',
  path: '/api/tasks/{id}/comments/{commentId}',
  summary: "Edit the caller's own comment while the task is open",
  who: 'any',
  scope: 'task',
  body: CommentBody,
  reply: Comment,
  errors: [...commentErrors, 'comment.not_found', 'edit.conflict'],
});

export const removeComment = endpoint({
  method: 'DELETE',
  path: '/api/tasks/{id}/comments/{commentId}',
  summary: "Remove the caller's own comment, or as an administrator any; its position stays visible",
  who: 'any',
  scope: 'task',
  reply: Nothing,
  status: 204,
  errors: ['task.not_found', 'comment.not_found', 'edit.conflict'],
});

/**
 * With `returns` the delegate does the work and returns the task; the owner decides. Otherwise the delegate completes
 * it.
 */
export const delegateTask = endpoint({
  method: 'POST',
  path: '/api/tasks/{id}/delegate/{userId}',
  summary: 'Delegate a task to another user; the owner stays responsible',
  who: 'any',
  scope: 'task',
  body: Type.Object(
    { comment: Type.Optional(Type.String({ maxLength: 10 * COMMENT_MAX })), returns: Type.Boolean() },
    strict,
  ),
  reply: TaskDetail,
  errors: [
    'task.not_found',
    'task.already_completed',
    'task.cancelled',
    'task.claimed_by_other',
    'task.own_request',
    'task.decided_before',
    'task.confidential',
    'comment.too_long',
    'user.not_found',
    'user.disabled',
    'delegation.to_self',
  ],
});

/** The delegate returns it, or the owner (or an administrator) takes it back. */
export const returnTask = endpoint({
  method: 'POST',
  path: '/api/tasks/{id}/return',
  summary: 'Return a delegated task to its owner',
  who: 'any',
  scope: 'task',
  body: Type.Object({ comment: Type.Optional(Type.String({ maxLength: 10 * COMMENT_MAX })) }, strict),
  reply: TaskDetail,
  errors: [
    'task.not_found',
    'task.already_completed',
    'task.cancelled',
    'task.claimed_by_other',
    'task.not_delegated',
    'comment.too_long',
  ],
});

/**
 * Hides the task from the caller's list until then. With `stopsClock` due time and escalation are postponed as well,
 * for everyone.
 */
export const snoozeTask = endpoint({
  method: 'PUT',
  path: '/api/tasks/{id}/snooze',
  summary: 'Snooze a task',
  who: 'any',
  scope: 'inbox',
  body: Type.Object({ until: Instant, stopsClock: Type.Boolean() }, strict),
  reply: TaskDetail,
  errors: [
    'task.not_found',
    'task.already_completed',
    'task.cancelled',
    'task.claimed_by_other',
    'snooze.after_due',
    'snooze.overdue_long',
    'snooze.not_ahead',
    'snooze.clock_runs',
    'snooze.clock_stopped',
  ],
});

/** Ends the caller's own snooze; for the owner and administrators also a clock stopped by another user. */
export const wakeTask = endpoint({
  method: 'DELETE',
  path: '/api/tasks/{id}/snooze',
  summary: 'End the snooze of a task',
  who: 'any',
  scope: 'inbox',
  reply: TaskDetail,
  errors: ['task.not_found'],
});

/** One reason why a user can see a task. Fields other than `code` give the user, the group and the period. */
export const WhyReason = Type.Object({
  code: Type.Union(
    [
      Type.Literal('assignee'),
      Type.Literal('candidate'),
      Type.Literal('group'),
      Type.Literal('delegation'),
      Type.Literal('owner'),
      Type.Literal('participant'),
      Type.Literal('completed'),
      Type.Literal('acted'),
      Type.Literal('all_tasks'),
    ],
    { description: 'open enumeration' },
  ),
  /** How the task was assigned: the rule of the link. */
  rule: Type.Optional(IdentityLink.properties.rule),
  since: nullable(Instant),
  group: Type.Optional(Type.Object({ id: Type.String(), name: Type.String() })),
  /** The delegator. */
  user: Type.Optional(UserRef),
  /** The requester whose line manager the user is, where the process chose the user. */
  managerOf: Type.Optional(UserRef),
  from: Type.Optional(Day),
  until: Type.Optional(Day),
});
export type WhyReason = Static<typeof WhyReason>;

/** One condition that keeps a task out of a user's list. */
export const WhyMissing = Type.Object({
  code: Type.Union(
    [
      Type.Literal('not_active'),
      Type.Literal('ended'),
      Type.Literal('claimed_by_other'),
      Type.Literal('not_in_group'),
      Type.Literal('not_named'),
      Type.Literal('delegation_ended'),
      Type.Literal('delegation_coming'),
      Type.Literal('delegation_new_only'),
      Type.Literal('confidential'),
      Type.Literal('snoozed'),
    ],
    { description: 'open enumeration' },
  ),
  user: Type.Optional(UserRef),
  groups: Type.Optional(Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
  since: Type.Optional(Instant),
  until: Type.Optional(Instant),
  day: Type.Optional(Day),
});
export type WhyMissing = Static<typeof WhyMissing>;

export const Why = Type.Object({
  user: UserRef,
  /** Whether it is in the user's list now. */
  listed: Type.Boolean(),
  reasons: Type.Array(WhyReason),
  missing: Type.Array(WhyMissing),
  /** The task is listed, but the four-eyes rule prevents the user from deciding it. */
  whyNot: Type.Optional(Type.Union([Type.Literal('own_request'), Type.Literal('decided_before')])),
});
export type Why = Static<typeof Why>;

/**
 * BEY-09: the rule by which the caller can see the task; administrators can ask for any user, with or without access.
 */
export const whyTask = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/why',
  summary: 'Why a user can see a task, or cannot',
  who: 'any',
  scope: 'inbox',
  query: Type.Object({ userId: Type.Optional(Type.String({ maxLength: 128 })) }),
  reply: Why,
  errors: ['task.not_found', 'user.not_found'],
});
