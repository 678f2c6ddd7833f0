import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, literals, Nothing, nullable } from './shapes.contract.ts';

/** A second factor of a user. */
export const Factor = Type.Object({
  id: Id,
  /** `totp`: an authenticator app; `passkey`: a passkey, which replaces the password too. */
  kind: literals('totp', 'passkey'),
  /** Name of the device; empty when none was given. */
  name: Type.String(),
  addedAt: Instant,
  lastUsedAt: nullable(Instant),
});
export type Factor = Static<typeof Factor>;

export const UserFactors = Type.Object({
  /** Whether this organisation keeps the user's account with a password, and with it the second factor. */
  isKeptHere: Type.Boolean(),
  /** At most one authenticator app, and passkeys. */
  factors: Type.Array(Factor),
  /** Whether the user's organisation allows passkeys: others can be removed, but not added. */
  allowsPasskeys: Type.Boolean(),
  /** Number of backup codes that were not used. */
  backupCodes: Type.Integer(),
});
export type UserFactors = Static<typeof UserFactors>;

export const listUserFactors = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/factors',
  summary: "A user's second factors; for the user and administrators",
  who: 'any',
  scope: null,
  reply: UserFactors,
  errors: ['user.not_found', 'access.denied'],
});

/** The user gets an e-mail. Sessions stay valid. */
export const deleteUserFactor = endpoint({
  method: 'DELETE',
  path: '/api/identity/users/{userId}/factors/{factorId}',
  summary: "Remove a user's authenticator app with the backup codes, or a passkey; for the user and administrators",
  who: 'any',
  scope: null,
  recent: true,
  reply: Nothing,
  status: 204,
  errors: ['user.not_found', 'factor.not_found', 'access.denied', 'link.last_way_in'],
});

/** The codes are shown once; only their digests are stored. */
export const createBackupCodes = endpoint({
  method: 'POST',
  path: '/api/identity/backup-codes',
  summary: "Replace the caller's backup codes for the second factor",
  who: 'any',
  scope: null,
  recent: true,
  reply: Type.Object({ codes: Type.Array(Type.String()) }),
  status: 201,
  idempotency: 'never',
  errors: ['factor.not_found'],
});
