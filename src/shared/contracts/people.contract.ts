import { type Static, Type } from 'typebox';
import { READS_PEOPLE } from './element-scopes.ts';
import { endpoint } from './endpoint.ts';
import { User } from './session.contract.ts';
import { Id, Instant, literals, Nothing, nullable, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const administrators = { who: ['admin'], scope: null } as const;
const NamedRef = Type.Object({ id: Id, name: Type.String() });
const choice = Type.Optional(nullable(Id));
const text = Type.Optional(nullable(Type.String({ maxLength: 1000 })));

/** Maximum number of managers of one kind. */
const MANAGERS_MAX = 20;

/** A row of the resource `people` (`/api/records/people`). */
export const Person = Type.Object({
  /** The key. */
  id: Id,
  user: UserRef,
  email: nullable(Type.String()),
  phoneNumber: nullable(Type.String()),
  jobTitle: nullable(Type.String()),
  company: nullable(NamedRef),
  department: nullable(NamedRef),
  /** Line managers by name. */
  managers: Type.Array(UserRef),
  /** Names of the groups, sorted. */
  groups: Type.Array(Type.String()),
  /** Tags by name. */
  tags: Type.Array(Type.Object({ id: Id, name: Type.String(), color: nullable(Type.String()) })),
  /** `invited`: has never signed in; `disabled`: cannot sign in. */
  status: literals('invited', 'active', 'disabled'),
  /** Who keeps the user: administrators, the identity provider, a synchronisation, or a directory. */
  source: literals('local', 'idp', 'sync', 'scim'),
  createdAt: Instant,
});
export type Person = Static<typeof Person>;

/** Body of POST: as the result of GET, without the fields of the server. Empty texts are none. */
export const NewUser = Type.Object(
  {
    /** Username: stored in lower case, at least 5 characters, unique in the installation. */
    id: text,
    name: text,
    email: text,
    phoneNumber: text,
    /** Default: the language of the organisation. */
    languageId: text,
    jobTitle: text,
    groups: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 500 })),
    companyId: choice,
    departmentId: choice,
    /** Sends an e-mail with a temporary password; default true. */
    invite: Type.Optional(Type.Boolean()),
  },
  strict,
);
export type NewUser = Static<typeof NewUser>;

/** The managers of a user. */
export const UserManagers = Type.Object({ line: Type.Array(UserRef), functional: Type.Array(UserRef) });
export type UserManagers = Static<typeof UserManagers>;

const userKeys = Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
  maxItems: MANAGERS_MAX,
  description: 'Usernames or keys',
});

export const UserLink = Type.Object({
  /** Name of the identity provider; `verva` is the account with a password. */
  providerName: Type.String(),
  /** The user's id at the provider; long ones are shortened. */
  subject: Type.String(),
  lastUsedAt: nullable(Instant),
});
export type UserLink = Static<typeof UserLink>;

/** How a user was informed. */
const SentPassword = Type.Object({
  /** The masked address, such as `m***@a***`. */
  destination: Type.String(),
});

export const createUser = endpoint({
  method: 'POST',
  path: '/api/identity/users',
  summary: 'Create a user, and send an invitation with a temporary password',
  ...administrators,
  scope: 'people',
  recent: 'administrators',
  status: 201,
  body: NewUser,
  reply: User,
  errors: ['user.invalid', 'user.id_taken', 'user.email_taken'],
});

/** Users whose line or functional manager is the caller; disabled users are left out. */
export const listManagedUsers = endpoint({
  method: 'GET',
  path: '/api/identity/users/managed',
  summary: 'The users managed by the caller, by name',
  who: 'any',
  scope: null,
  reply: Type.Array(
    Type.Object({
      user: UserRef,
      kinds: Type.Array(literals('line', 'functional')),
      jobTitle: nullable(Type.String()),
    }),
  ),
});

export const getUserManagers = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/managers',
  summary: "A user's line and functional managers, by name; for the user and administrators",
  who: 'any',
  scope: READS_PEOPLE,
  reply: UserManagers,
  errors: ['user.not_found', 'access.denied'],
});

export const putUserManagers = endpoint({
  method: 'PUT',
  path: '/api/identity/users/{userId}/managers',
  summary: "Replace a user's managers",
  ...administrators,
  scope: 'people',
  body: Type.Object({ line: userKeys, functional: userKeys }, strict),
  reply: UserManagers,
  errors: ['user.not_found', 'user.invalid', 'manager.cycle'],
});

export const listUserLinks = endpoint({
  method: 'GET',
  path: '/api/identity/users/{userId}/links',
  summary: "A user's accounts at identity providers",
  ...administrators,
  reply: Type.Array(UserLink),
  errors: ['user.not_found'],
});

export const addUserLink = endpoint({
  method: 'POST',
  path: '/api/identity/users/{userId}/links',
  summary: "Link a user to an account at one of the organisation's identity providers",
  ...administrators,
  recent: true,
  status: 201,
  body: Type.Object(
    {
      providerName: Type.String({ minLength: 1, maxLength: 100 }),
      subject: Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }),
    },
    strict,
  ),
  reply: Type.Array(UserLink),
  errors: ['user.not_found', 'provider.not_found', 'identity.already_linked'],
});

export const removeUserLink = endpoint({
  method: 'DELETE',
  path: '/api/identity/users/{userId}/links/{providerName}',
  summary: "Remove a user's account at an identity provider",
  ...administrators,
  recent: true,
  status: 204,
  reply: Nothing,
  errors: ['user.not_found', 'provider.not_found', 'link.last_way_in'],
});

/**
 * A user who has never signed in gets a new temporary password, and an earlier one stops working. For others, the
 * password stops working, all sessions end, and the user gets a code to set a new one.
 */
export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/identity/users/{userId}/password',
  summary: "Make a user's password invalid and send the way to a new one",
  ...administrators,
  recent: true,
  reply: SentPassword,
  errors: [
    'user.not_found',
    'password.external',
    'password.not_allowed',
    'password.no_address',
    'access.denied',
    'user.disabled',
  ],
});

/** As "Forgot password?": the present password and all sessions stay valid. */
export const recoverUser = endpoint({
  method: 'POST',
  path: '/api/identity/users/{userId}/recover',
  summary: 'Send a user a code to set a new password',
  ...administrators,
  recent: true,
  reply: SentPassword,
  errors: [
    'user.not_found',
    'password.external',
    'password.not_allowed',
    'password.no_address',
    'access.denied',
    'user.disabled',
  ],
});

export const reactivateUser = endpoint({
  method: 'POST',
  path: '/api/identity/users/{userId}/reactivate',
  summary: 'Let a deactivated user sign in again',
  ...administrators,
  recent: true,
  reply: User,
  errors: ['user.not_found', 'access.denied'],
});
