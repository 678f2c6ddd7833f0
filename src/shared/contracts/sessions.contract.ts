import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, Nothing, nullable } from './shapes.contract.ts';

/** Most sessions of a user in one list; earlier ones are counted when they are ended. */
export const SESSIONS_MAX = 100;

/** Failed sign-ins of a user in one list. */
export const FAILURES_MAX = 5;

/** A session of the embedded identity service: one sign-in in one browser. */
const UserSession = Type.Object({
  id: Id,
  /** Product names, such as Firefox and Windows; null when the client does not say. */
  browser: nullable(Type.String()),
  system: nullable(Type.String()),
  /** Address of the sign-in. */
  address: nullable(Type.String()),
  startedAt: Instant,
  /** To the hour. */
  lastUsedAt: Instant,
  /** Whether this request belongs to it. */
  isCurrent: Type.Boolean(),
});
export type UserSession = Static<typeof UserSession>;

/** Failed sign-ins from one address within an hour. */
const SignInFailure = Type.Object({
  at: Instant,
  count: Type.Integer(),
  /** Null: older than 90 days. */
  address: nullable(Type.String()),
});
export type SignInFailure = Static<typeof SignInFailure>;

const UserSessions = Type.Object({
  /** Whether this organisation keeps the user's account with a password, and with it the sessions. */
  isKeptHere: Type.Boolean(),
  /** The current one first, then the latest used. */
  sessions: Type.Array(UserSession, { maxItems: SESSIONS_MAX }),
  /** The latest failed sign-ins. */
  failures: Type.Array(SignInFailure, { maxItems: FAILURES_MAX }),
});
export type UserSessions = Static<typeof UserSessions>;

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/sessions',
  summary: "A user's sessions and latest failed sign-ins; for the user and administrators",
  who: 'any',
  scope: null,
  reply: UserSessions,
  errors: ['user.not_found', 'access.denied'],
});

export const endUserSession = endpoint({
  method: 'DELETE',
  path: '/api/identity/users/{userId}/sessions/{sessionId}',
  summary: 'End a session on all servers; for the user and administrators',
  who: 'any',
  scope: null,
  reply: Nothing,
  status: 204,
  errors: ['user.not_found', 'session.not_found', 'access.denied'],
});

/** Also refuses tokens that other identity providers issued before. */
export const signOutUser = endpoint({
  method: 'POST',
  path: '/api/identity/users/{userId}/sign-out',
  summary: "End a user's sessions except the caller's own; for the user and administrators",
  who: 'any',
  scope: null,
  reply: Type.Object({ ended: Type.Integer() }),
  errors: ['user.not_found', 'access.denied'],
});
