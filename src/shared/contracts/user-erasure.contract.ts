import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Instant, literals, Nothing, nullable, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const administrators = { who: ['admin'], scope: null } as const;

/**
 * What stays of an erased user: `history` (who did what in cases, by number), `texts` (typed in cases, records, comments,
 * drafts and models), `files` that the user uploaded, `receipts` of readings without the name, `audit` (that changes took
 * place), and `account` if another organisation uses it.
 */
export const KEPT_KINDS = ['history', 'texts', 'files', 'receipts', 'audit', 'account'] as const;

export const UserErasure = Type.Object({
  /** Null: none was requested. An approved one is carried out at once; the user then no longer exists. */
  state: nullable(literals('asked', 'approved')),
  reason: nullable(Type.String()),
  askedBy: nullable(UserRef),
  askedAt: nullable(Instant),
  /** The caller requested it, and another administrator must approve it. */
  isOwn: Type.Boolean(),
  kept: Type.Array(Type.Object({ kind: literals(...KEPT_KINDS), count: Type.Integer() })),
});
export type UserErasure = Static<typeof UserErasure>;

export const getUserErasure = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/erasure',
  summary: 'What would stay of a user after erasing, and the request to erase the user',
  ...administrators,
  reply: UserErasure,
  errors: ['user.not_found', 'access.denied'],
});

export const requestUserErasure = endpoint({
  method: 'POST',
  path: '/api/identity/users/{userId}/erase',
  summary: 'Request that a deactivated user is erased',
  ...administrators,
  recent: true,
  status: 201,
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }) }, strict),
  reply: UserErasure,
  errors: ['user.not_found', 'user.own_account', 'access.denied', 'erasure.active_user', 'erasure.requested'],
});

export const approveUserErasure = endpoint({
  method: 'POST',
  path: '/api/identity/users/{userId}/erase/approve',
  summary: 'Approve the request of another administrator: the user is erased, which cannot be undone',
  ...administrators,
  recent: true,
  reply: UserErasure,
  errors: [
    'user.not_found',
    'user.own_account',
    'access.denied',
    'erasure.active_user',
    'erasure.not_found',
    'erasure.needs_second_person',
  ],
});

export const withdrawUserErasure = endpoint({
  method: 'DELETE',
  path: '/api/identity/users/{userId}/erase',
  summary: 'Withdraw or reject the request to erase a user',
  ...administrators,
  status: 204,
  reply: Nothing,
  errors: ['user.not_found', 'access.denied', 'erasure.not_found'],
});
