import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { RecordStatus } from './registries.contract.ts';
import { Id, Instant, Nothing, nullable, UserRef } from './shapes.contract.ts';
import { Comment, CommentBody } from './task-collaboration.contract.ts';

/** A case of a record; `isOwn`: the caller requested or started it, and finds it in My requests. */
const RelatedCase = Type.Object({
  id: Id,
  title: Type.String(),
  number: nullable(Type.String()),
  status: Type.String(),
  started: Instant,
  ended: nullable(Instant),
  isOwn: Type.Boolean(),
});
export type RelatedCase = Static<typeof RelatedCase>;

/** An open task of a case; `mayOpen`: the caller may see the task itself. */
const RelatedTask = Type.Object({
  id: Id,
  name: Type.String(),
  assignee: nullable(UserRef),
  created: Instant,
  mayOpen: Type.Boolean(),
});
export type RelatedTask = Static<typeof RelatedTask>;

/** A record of any registry whose form refers to the record. */
const LinkedRecord = Type.Object({
  id: Id,
  resource: Type.String(),
  /** Name of its registry. */
  registry: Type.String(),
  number: nullable(Type.String()),
  title: Type.String(),
  status: nullable(RecordStatus),
});
export type LinkedRecord = Static<typeof LinkedRecord>;

const missing = ['registry.not_found', 'record.not_found'] as const;

export const getRelated = endpoint({
  method: 'GET',
  path: '/api/records/{resource}/{recordId}/related',
  summary: 'Cases and open tasks of a record, what can be started, and records that refer to it; the newest 50 of each',
  who: 'any',
  scope: 'records',
  reply: Type.Object({
    cases: Type.Array(RelatedCase),
    tasks: Type.Array(RelatedTask),
    /** Items of the catalogue that the caller may start and whose cases have a record in this registry. */
    starts: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
    linked: Type.Array(LinkedRecord),
  }),
  errors: missing,
});

const commentErrors = [
  ...missing,
  'comment.required',
  'comment.too_long',
  'user.not_found',
  'user.disabled',
  'mention.not_visible',
] as const;

export const listRecordComments = endpoint({
  method: 'GET',
  path: '/api/records/{resource}/{recordId}/comments',
  summary: 'Comments on a record, oldest first; at most 1,000',
  who: 'any',
  scope: 'records',
  reply: Type.Array(Comment),
  errors: missing,
});

/** For all who may read the record; mentioned users must be able to read it too. */
export const addRecordComment = endpoint({
  method: 'POST',
  path: '/api/records/{resource}/{recordId}/comments',
  summary: 'Comment on a record',
  who: 'any',
  scope: 'records',
  body: CommentBody,
  reply: Comment,
  status: 201,
  errors: commentErrors,
});

export const editRecordComment = endpoint({
  method: 'PUT',
  path: '/api/records/{resource}/{recordId}/comments/{commentId}',
  summary: "Edit the caller's own comment on a record",
  who: 'any',
  scope: 'records',
  body: CommentBody,
  reply: Comment,
  errors: [...commentErrors, 'comment.not_found', 'edit.conflict'],
});

export const removeRecordComment = endpoint({
  method: 'DELETE',
  path: '/api/records/{resource}/{recordId}/comments/{commentId}',
  summary: "Remove the caller's own comment on a record, or as an administrator any; its position stays visible",
  who: 'any',
  scope: 'records',
  reply: Nothing,
  status: 204,
  errors: [...missing, 'comment.not_found', 'edit.conflict'],
});
