import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, Nothing, nullable } from './shapes.contract.ts';

/** Most sessions of a user in one list; earlier ones are counted when they are ended. */
export const SESSIONS_MAX = 100;

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

const UserSessions = Type.Object({
  /** Whether this organisation keeps the user's account with a password, and with it the sessions. */
  isKeptHere: Type.Boolean(),
  /** The current one first, then the latest used. */
  sessions: Type.Array(UserSession, { maxItems: SESSIONS_MAX }),
});
export type UserSessions = Static<typeof UserSessions>;

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/sessions',
  summary: "A user's sessions; for the user and administrators",
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
