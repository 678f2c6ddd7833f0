import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, nullable, UserRef } from './shapes.contract.ts';

/** A view of the caller's protected data: at most one for each viewer, task and ten minutes. */
export const Look = Type.Object({
  id: Id,
  at: Instant,
  /** Null: the user does not exist any more. */
  viewer: nullable(UserRef),
  onBehalfOf: nullable(UserRef),
  /** Kind of the data in the reader's language: health, pay. */
  kind: Type.String(),
  /** The process of the task. */
  process: nullable(Type.String()),
});
export type Look = Static<typeof Look>;

export const listLooks = endpoint({
  method: 'GET',
  path: '/api/looks',
  summary: "Who has viewed the caller's confidential tasks, newest first; `next` continues the list",
  who: 'any',
  scope: null,
  query: Type.Object({ before: Type.Optional(Id) }),
  reply: Type.Object({ looks: Type.Array(Look), next: nullable(Id) }),
});
