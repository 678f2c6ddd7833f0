import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ACCESS_KINDS, ACCESS_VERBS } from './hr.rules.ts';
import { Id, Instant, literals, nullable, page, UserRef } from './shapes.contract.ts';

/** An access to data of the user by someone else. */
export const HrAccess = Type.Object({
  id: Id,
  at: Instant,
  /** Null: the viewer's account does not exist any more. */
  viewer: nullable(UserRef),
  /** Group by which the viewer had access; `manager`, `task`. */
  role: Type.String(),
  /** Name of the role in the reader's language. */
  roleName: Type.String(),
  kind: literals(...ACCESS_KINDS),
  verb: literals(...ACCESS_VERBS),
  /** What exactly, such as `contract:2024-17`. */
  thing: nullable(Type.String()),
  reason: nullable(Type.String()),
  /** Accesses of the same viewer, kind, verb and role on this day; this is the latest. */
  times: Type.Integer(),
});
export type HrAccess = Static<typeof HrAccess>;

const hrAccessFields = {
  fields: {
    at: { type: 'instant', sortable: true },
    viewer: { type: 'person' },
    kind: { type: 'key' },
    verb: { type: 'key' },
  },
  defaultSort: 'at:desc',
} as const;

export const listHrAccess = endpoint({
  method: 'GET',
  path: '/api/hr/{userId}/access',
  summary: "Who has viewed or changed the user's data, when, in which role and why, newest first",
  who: 'any',
  scope: 'hr',
  list: hrAccessFields,
  reply: page(HrAccess),
  errors: ['user.not_found', 'access.denied', 'scope.missing'],
});
