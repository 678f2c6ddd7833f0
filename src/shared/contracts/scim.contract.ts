import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { SCIM_MONTHS_MAX } from './scim.rules.ts';
import { Id, Instant, literals, Nothing, nullable } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const administrators = { who: ['admin'], scope: null } as const;

/** A directory that provisions users and groups by SCIM. Its token is shown once, when it is created. */
export const ScimClient = Type.Object({
  id: Id,
  name: Type.String(),
  /** Product groups whose members it may change. With `admin` it may also change administrators. */
  groups: Type.Array(Type.String()),
  /** Open tasks of users whom it deactivates: back to their candidates and the rest to the line manager, or as they are. */
  leavers: literals('manager', 'keep'),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: nullable(Instant),
  version: Type.Integer(),
});
export type ScimClient = Static<typeof ScimClient>;

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  groups: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50, uniqueItems: true })),
  leavers: Type.Optional(literals('manager', 'keep')),
};

export const listScimClients = endpoint({
  method: 'GET',
  path: '/api/scim/clients',
  summary: 'Tokens of directories, and the address of the SCIM service of the organisation',
  ...administrators,
  reply: Type.Object({ address: Type.String(), items: Type.Array(ScimClient) }),
});

export const createScimClient = endpoint({
  method: 'POST',
  path: '/api/scim/clients',
  summary: 'Create a token for a directory; only this response contains it',
  ...administrators,
  recent: true,
  idempotency: 'never',
  body: Type.Object(
    { ...fields, months: Type.Optional(Type.Integer({ minimum: 1, maximum: SCIM_MONTHS_MAX })) },
    strict,
  ),
  reply: Type.Object({ ...ScimClient.properties, token: Type.String() }),
  status: 201,
  errors: ['scim_client.too_many', 'field.name', 'field.required', 'field.too_long'],
});

export const updateScimClient = endpoint({
  method: 'PUT',
  path: '/api/scim/clients/{id}',
  summary: 'Change the name and the rights of a token',
  ...administrators,
  recent: true,
  body: Type.Object(fields, strict),
  reply: ScimClient,
  errors: ['scim_client.not_found', 'edit.conflict', 'field.name', 'field.required', 'field.too_long'],
});

export const deleteScimClient = endpoint({
  method: 'DELETE',
  path: '/api/scim/clients/{id}',
  summary: 'Disable a token at once; users and groups stay',
  ...administrators,
  recent: true,
  reply: Nothing,
  status: 204,
  errors: ['scim_client.not_found'],
});

/** A value that a directory sent and the product does not use. */
const ScimNote = Type.Object({
  code: literals(
    'name',
    'username',
    'email',
    'email_taken',
    'phone',
    'language',
    'title',
    'department',
    'company',
    'manager',
  ),
  value: Type.String(),
});

/** What a directory changed, or why its request was refused. */
export const ScimLogEntry = Type.Object({
  id: Id,
  at: Instant,
  client: Type.Object({ id: Id, name: Type.String() }),
  method: Type.String(),
  kind: nullable(literals('User', 'Group')),
  /** Name of the user or group. */
  subject: nullable(Type.String()),
  status: Type.Integer(),
  outcome: literals(
    'created',
    'adopted',
    'changed',
    'deactivated',
    'reactivated',
    'removed',
    'token',
    'suspended',
    'notFound',
    'method',
    'notOffered',
    'mediaType',
    'syntax',
    'value',
    'name',
    'member',
    'filter',
    'filterNotHere',
    'tooMany',
    'tooManyMembers',
    'path',
    'noTarget',
    'mutability',
    'uniqueness',
    'version',
    'administrator',
    'productGroup',
    'groupInUse',
    'lastAdministrator',
    'failed',
  ),
  notes: Type.Array(ScimNote),
});
export type ScimLogEntry = Static<typeof ScimLogEntry>;

export const listScimLog = endpoint({
  method: 'GET',
  path: '/api/scim/log',
  summary: 'What directories changed in the last 30 days, and what was refused; newest first',
  ...administrators,
  query: Type.Object(
    {
      /** Only refusals, and changes with values that are not used. */
      problems: Type.Optional(Type.Boolean()),
      /** Id of the last entry of the page before. */
      before: Type.Optional(Type.String({ maxLength: 36 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    },
    strict,
  ),
  reply: Type.Object({ items: Type.Array(ScimLogEntry), hasMore: Type.Boolean() }),
});
