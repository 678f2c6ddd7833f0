import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant } from './shapes.contract.ts';

/** A deferred change; until its time it can be undone at `DELETE /api/held/{id}`. */
export const Deferred = Type.Object({ held: Type.Object({ id: Id, until: Instant }) });
export type Deferred = Static<typeof Deferred>;

export const undoDeferred = endpoint({
  method: 'DELETE',
  path: '/api/held/{id}',
  summary: 'Undo a deferred change; only for the user who requested it',
  who: 'any',
  scope: 'session',
  reply: Type.Null(),
  status: 204,
  errors: ['held.not_found', 'held.already_done'],
});
