import { type Static, Type } from 'typebox';
import { Attachment } from './attachments.contract.ts';
import { COMMENT_MAX } from './constants.ts';
import { Deferred } from './deferred-actions.contract.ts';
import { endpoint } from './endpoint.ts';
import { FormBody } from './forms.contract.ts';
import { Id, Instant, ListQuery, literals, nullable, page, Texts, UserRef, Values } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

/**
 * `needsYou`: a task of the caller is open. `working`: no task is open, for example while a timer runs. `delayed`: an
 * incident, which administrators see.
 */
export const RequestState = literals(
  'needsYou',
  'waiting',
  'working',
  'delayed',
  'finished',
  'withdrawn',
  'cancelled',
  'failed',
);
export type RequestState = Static<typeof RequestState>;

/** An open task of a request. Of a confidential task only the stage is shown. */
const Holder = Type.Object({
  stage: Type.String({ description: 'In the language of the request' }),
  /** The assignee; null if there is none, or if the process does not show people to requesters. */
  person: nullable(UserRef),
  /** The groups relation members can take the task. */
  groups: Type.Array(Type.String()),
  since: nullable(Instant),
  due: nullable(Instant),
  dueIsDay: Type.Boolean(),
  /** The id of a task of the caller. */
  taskId: nullable(Id),
});

/** A case of which the caller is requester, starter or a line manager of the requester. */
export const Request = Type.Object({
  id: Id,
  number: nullable(Type.String()),
  /** Title of the case, or the name of its process. */
  title: Type.String(),
  process: Type.Object({ key: Type.String(), name: Type.String(), icon: Type.Optional(Type.String()) }),
  /** Id of the catalogue item that was started. */
  item: nullable(Type.String()),
  state: RequestState,
  started: Instant,
  ended: nullable(Instant),
  requester: UserRef,
  /** The user who started it, if not the requester. */
  starter: nullable(UserRef),
  /** `team`: the caller is a line manager of the requester. */
  relation: literals('own', 'team'),
  /** Open tasks, oldest first; at most 20 of each process instance. */
  holders: Type.Array(Holder),
  /** The last decision of a finished request. */
  outcome: nullable(Type.Object({ id: Type.String(), label: nullable(Texts) })),
});
export type Request = Static<typeof Request>;

const Stage = Type.Object({
  id: Type.String(),
  name: Type.String(),
  state: literals('done', 'now', 'next'),
  /** When it was completed. */
  at: nullable(Instant),
  by: nullable(UserRef),
  holders: Type.Array(Holder),
  /** Follows in at least 60 % of the finished cases. */
  usual: Type.Boolean(),
});
export type Stage = Static<typeof Stage>;

export const RequestDetail = Type.Object({
  ...Request.properties,
  stages: Type.Array(Stage),
  /** From the last 500 finished cases of the process; null below 20 cases. */
  expected: nullable(
    Type.Object({
      /** Half of the cases end by then; null when that time has passed. */
      half: nullable(Instant),
      /** Four of five cases end by then. */
      most: Instant,
      isLate: Type.Boolean(),
      cases: Type.Integer(),
    }),
  ),
  withdrawal: Type.Object({
    may: Type.Boolean(),
    /** `started`: a task is completed. `other`: the caller is only a manager. */
    whyNot: nullable(literals('never', 'started', 'ended', 'other')),
    /** A withdrawal that can still be undone. */
    held: nullable(Type.Object({ id: Id, until: Instant })),
  }),
  mayComment: Type.Boolean(),
  hasForm: Type.Boolean(),
  comments: Type.Integer(),
  documents: Type.Integer(),
});
export type RequestDetail = Static<typeof RequestDetail>;

const requestFields = {
  fields: {
    started: { type: 'instant', sortable: true },
    number: { type: 'text' },
    title: { type: 'text' },
    process: { type: 'key' },
    item: { type: 'key' },
    requester: { type: 'person' },
    state: { type: 'key' },
    relation: { type: 'key' },
    ended: { type: 'instant' },
  },
  defaultSort: 'started:desc',
} as const;

export const listRequests = endpoint({
  method: 'GET',
  path: '/api/requests',
  summary:
    "The caller's requests, and those of users they manage; `state` is open, needsYou or finished, `relation` mine or team",
  who: 'any',
  scope: 'requests',
  query: ListQuery,
  list: requestFields,
  reply: page(Request),
});

export const getRequest = endpoint({
  method: 'GET',
  path: '/api/requests/{id}',
  summary: 'One request: its stages, who has it, and when it usually ends',
  who: 'any',
  scope: 'requests',
  reply: RequestDetail,
  errors: ['request.unknown'],
});

export const getRequestForm = endpoint({
  method: 'GET',
  path: '/api/requests/{id}/form',
  summary: 'The submitted start form in its version, with its values; null without a start form',
  who: 'any',
  scope: 'requests',
  reply: nullable(Type.Object({ number: Type.Integer(), body: FormBody, values: Values })),
  errors: ['request.unknown'],
});

/** An event of a request. It contains no variables, and no comments other than the reason of a withdrawal. */
export const RequestEvent = Type.Object({
  id: Type.String(),
  at: nullable(Instant),
  kind: literals('started', 'completed', 'withdrawn', 'cancelled', 'finished', 'failed'),
  stage: nullable(Type.String()),
  outcome: nullable(Type.Object({ id: Type.String(), label: nullable(Texts) })),
  by: nullable(UserRef),
  /** The reason of a withdrawal. */
  reason: nullable(Type.String()),
});
export type RequestEvent = Static<typeof RequestEvent>;

export const getRequestHistory = endpoint({
  method: 'GET',
  path: '/api/requests/{id}/history',
  summary: 'What happened to a request, oldest first; at most the last 500 tasks',
  who: 'any',
  scope: 'requests',
  reply: Type.Array(RequestEvent),
  errors: ['request.unknown'],
});

export const getRequestDocuments = endpoint({
  method: 'GET',
  path: '/api/requests/{id}/documents',
  summary: 'Files of the start form',
  who: 'any',
  scope: 'requests',
  reply: Type.Array(Attachment),
  errors: ['request.unknown'],
});

/** A message between the requester and the users who work on the request. */
export const RequestComment = Type.Object({
  id: Id,
  /** Null where the process does not show people to requesters. */
  author: nullable(UserRef),
  /** The user on relation behalf the author wrote, as a delegate. */
  onBehalfOf: nullable(UserRef),
  /** Written by the requester or the starter. */
  isRequester: Type.Boolean(),
  isOwn: Type.Boolean(),
  text: Type.String(),
  created: Instant,
});
export type RequestComment = Static<typeof RequestComment>;

const CommentBody = Type.Object({ text: Type.String({ maxLength: 10 * COMMENT_MAX }) }, strict);

export const getRequestComments = endpoint({
  method: 'GET',
  path: '/api/requests/{id}/comments',
  summary: 'The conversation about a request, oldest first; at most 1,000 messages',
  who: 'any',
  scope: 'requests',
  reply: Type.Array(RequestComment),
  errors: ['request.unknown'],
});

export const addRequestComment = endpoint({
  method: 'POST',
  path: '/api/requests/{id}/comments',
  summary: 'Write to the users who work on a request; its open tasks become unread',
  who: 'any',
  scope: 'requests',
  body: CommentBody,
  status: 201,
  reply: RequestComment,
  errors: ['request.unknown', 'request.read_only', 'comment.required', 'comment.too_long'],
});

export const getReplies = endpoint({
  method: 'GET',
  path: '/api/tasks/{id}/replies',
  summary: 'The conversation with the requester of the case of a task; null if the case has no requester',
  who: 'any',
  scope: 'task',
  reply: nullable(Type.Array(RequestComment)),
  errors: ['task.not_found'],
});

export const replyToRequester = endpoint({
  method: 'POST',
  path: '/api/tasks/{id}/replies',
  summary: 'Write to the requester of the case of a task',
  who: 'any',
  scope: 'task',
  body: CommentBody,
  status: 201,
  reply: RequestComment,
  errors: [
    'task.not_found',
    'task.already_completed',
    'task.cancelled',
    'task.claimed_by_other',
    'request.unknown',
    'comment.required',
    'comment.too_long',
  ],
});

export const withdrawRequest = endpoint({
  method: 'POST',
  path: '/api/requests/{id}/withdraw',
  summary: 'Withdraw a request; with `Prefer: undo=10` it can be undone for 10 seconds',
  who: 'any',
  scope: 'requests',
  body: Type.Object({ reason: Type.String({ maxLength: 10 * COMMENT_MAX }) }, strict),
  otherStatuses: { 202: 'Deferred' },
  reply: Type.Union([Type.Object({ state: RequestState }), Deferred]),
  errors: [
    'request.unknown',
    'request.too_far',
    'request.read_only',
    'request.held',
    'instance.ended',
    'comment.required',
    'comment.too_long',
  ],
});
