import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { IMPORT_ROWS_MAX, ImportVerb, Leavers } from './imports.contract.ts';
import { Id, literals, nullable } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const text = Type.Optional(nullable(Type.String({ maxLength: 1000 })));
const names = Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 }));

/** A user of another system. A missing member stays as it is; null or an empty text removes the value. */
const SyncedUser = Type.Object(
  {
    /** Username. */
    id: text,
    name: text,
    email: text,
    phoneNumber: text,
    languageId: text,
    jobTitle: text,
    /** Code or name. */
    department: text,
    company: text,
    /** Usernames of line managers. */
    managers: names,
    /** Ids of groups. */
    groups: names,
    externalId: text,
    status: Type.Optional(literals('active', 'disabled')),
  },
  strict,
);
export type SyncedUser = Static<typeof SyncedUser>;

const body = Type.Object(
  {
    users: Type.Array(SyncedUser, { minItems: 1, maxItems: IMPORT_ROWS_MAX }),
    /** What identifies a user; default: the username. */
    key: Type.Optional(literals('id', 'externalId', 'email')),
    /** What happens to users who are not sent; default: `keep`. */
    missing: Type.Optional(literals('keep', 'disable')),
    /** What happens to the open tasks of deactivated users; default: `manager`. */
    leavers: Type.Optional(Leavers),
    /** Required when more than 10 % of the active users would be deactivated: their number. */
    confirmDisabled: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Only says what would change. */
    dryRun: Type.Optional(Type.Boolean()),
  },
  strict,
);

/** What a synchronisation did, or would do. */
export const SyncResult = Type.Object({
  dryRun: Type.Boolean(),
  /** The import, for its rows and its undo. */
  importId: Id,
  /** `running`: the rest is written as a job. */
  state: literals('planned', 'running', 'done'),
  added: Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  disabled: Type.Integer(),
  /** Open tasks of the deactivated users, when the plan was made. */
  openTasks: Type.Integer(),
  /** Users who were not written, at most 1,000. */
  refused: Type.Array(
    Type.Object({
      /** Position in `users`; null: the user was not sent. */
      index: nullable(Type.Integer()),
      key: nullable(Type.String()),
      verb: ImportVerb,
      errors: Type.Array(Type.Object({ field: nullable(Type.String()), code: Type.String(), title: Type.String() })),
    }),
  ),
});
export type SyncResult = Static<typeof SyncResult>;

const common = {
  body,
  bodyLimit: 8_388_608,
  bodyBounds: { values: 300_000, members: 100 },
  reply: SyncResult,
  errors: ['import.too_many_disabled', 'import.key_missing'],
} as const;

export const syncUsers = endpoint({
  method: 'POST',
  path: '/api/identity/users/sync',
  summary: 'Create, change and deactivate users by the list of another system',
  who: ['admin'],
  scope: null,
  recent: 'administrators',
  ...common,
});

/** For a back end with the scope `sync`; it changes no administrators. */
export const syncUsersAsClient = endpoint({
  method: 'POST',
  path: '/api/public/users/sync',
  summary: 'As the back end of another system (`Authorization: Basic client:secret`): synchronise users',
  who: 'public',
  scope: null,
  ...common,
  errors: [...common.errors, 'client.not_accepted', 'scope.not_granted'],
});
