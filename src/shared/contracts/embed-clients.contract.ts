import { type Static, Type } from 'typebox';
import { ADMINISTRATION_SCOPES } from './element-scopes.ts';
import { endpoint } from './endpoint.ts';
import { Id, Instant, literals, Nothing, nullable } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

/** Scopes of an element token. Every token includes `session`. */
const EMBED_SCOPES = [
  'inbox',
  'task',
  'delegation',
  'manuals',
  'hr',
  'records',
  'start',
  'requests',
  ...ADMINISTRATION_SCOPES,
] as const;
const scopes = Type.Array(literals(...EMBED_SCOPES), { minItems: 1, uniqueItems: true });
/** What a back end may do: request tokens with these scopes, and `sync`: synchronise users. */
const clientScopes = Type.Array(literals(...EMBED_SCOPES, 'sync'), {
  minItems: 1,
  uniqueItems: true,
});
/** Maximum lifetime of an element token. */
export const EMBED_TOKEN_SECONDS = 600;
const ORIGIN = Type.String({ pattern: '^https?://[^/\\s]+$', maxLength: 300 });

export const openEmbedSession = endpoint({
  method: 'POST',
  path: '/api/embed/sessions',
  summary:
    'As the back end of a page (`Authorization: Basic client:secret`): a token for one person, one origin, some elements',
  who: 'public',
  scope: null,
  body: Type.Object(
    {
      /** Username or key of a user with an account. */
      userId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
      /** Alternatively a manual reader known only to the partner, by the partner's own identifier. */
      reader: Type.Optional(
        Type.Object(
          {
            id: Type.String({ minLength: 1, maxLength: 128 }),
            name: Type.String({ minLength: 1, maxLength: 200 }),
            languageId: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}$' })),
          },
          strict,
        ),
      ),
      scopes,
      /** Catalogue items that the token may start; by default every item that the user may start. */
      items: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 100, uniqueItems: true }),
      ),
      /** Origin of the page that shows the elements. */
      origin: ORIGIN,
      /** Seconds. */
      ttl: Type.Optional(Type.Integer({ minimum: 30, maximum: EMBED_TOKEN_SECONDS })),
    },
    strict,
  ),
  reply: Type.Object({ id: Id, token: Type.String(), expiresAt: Instant, scopes }),
  status: 201,
  errors: [
    'client.not_accepted',
    'scope.not_granted',
    'origin.not_allowed',
    'user.not_found',
    'embed_client.no_readers',
  ],
});

export const closeEmbedSession = endpoint({
  method: 'DELETE',
  path: '/api/embed/sessions/{id}',
  summary: 'Revoke a token, as the back end that requested it',
  who: 'public',
  scope: null,
  reply: Nothing,
  status: 204,
  errors: ['client.not_accepted', 'embed_session.not_found'],
});

/** A back end that can request tokens. Its secret is shown once, when it is created. */
export const EmbedClient = Type.Object({
  id: Id,
  name: Type.String(),
  scopes: clientScopes,
  /** Group of the readers whom it names by its own identifiers; null: accounts only. */
  readersGroupId: nullable(Type.String()),
  lastUsedAt: nullable(Instant),
  version: Type.Integer(),
});
export type EmbedClient = Static<typeof EmbedClient>;
const EmbedClientSecret = Type.Object({ ...EmbedClient.properties, secret: Type.String() });

const clientBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    scopes: clientScopes,
    readersGroupId: Type.Optional(nullable(Type.String({ maxLength: 64 }))),
  },
  strict,
);

export const listEmbedClients = endpoint({
  method: 'GET',
  path: '/api/embed/clients',
  summary: 'Back ends that can request element tokens',
  who: ['admin'],
  scope: null,
  reply: Type.Array(EmbedClient),
});
export const createEmbedClient = endpoint({
  method: 'POST',
  path: '/api/embed/clients',
  summary: 'Add a back end; only this response contains its secret',
  who: ['admin'],
  scope: null,
  recent: true,
  idempotency: 'never',
  body: clientBody,
  reply: EmbedClientSecret,
  status: 201,
  errors: ['group.not_found', 'embed_client.role_group'],
});
export const updateEmbedClient = endpoint({
  method: 'PUT',
  path: '/api/embed/clients/{id}',
  summary: 'Change the permissions of a back end',
  who: ['admin'],
  scope: null,
  recent: true,
  body: clientBody,
  reply: EmbedClient,
  errors: ['embed_client.not_found', 'group.not_found', 'embed_client.role_group', 'edit.conflict'],
});
export const rotateEmbedClient = endpoint({
  method: 'POST',
  path: '/api/embed/clients/{id}/rotate',
  summary: 'Renew the secret of a back end; the old one and all its tokens are revoked at once',
  who: ['admin'],
  scope: null,
  recent: true,
  idempotency: 'never',
  reply: EmbedClientSecret,
  errors: ['embed_client.not_found'],
});
export const deleteEmbedClient = endpoint({
  method: 'DELETE',
  path: '/api/embed/clients/{id}',
  summary: 'Remove a back end; its tokens are revoked at once, confirmations of its readers stay',
  who: ['admin'],
  scope: null,
  reply: Nothing,
  status: 204,
  errors: ['embed_client.not_found'],
});

/** Permissions of element clients across the organisation. */
export const EmbedSettings = Type.Object(
  { clientsMayConfirm: Type.Boolean({ description: 'Confirm manuals; the receipt names the client' }) },
  strict,
);
export type EmbedSettings = Static<typeof EmbedSettings>;
export const getEmbedSettings = endpoint({
  method: 'GET',
  path: '/api/embed/settings',
  summary: 'Permissions of element clients',
  who: ['admin'],
  scope: null,
  reply: EmbedSettings,
});
export const putEmbedSettings = endpoint({
  method: 'PUT',
  path: '/api/embed/settings',
  summary: 'Change the permissions of element clients',
  who: ['admin'],
  scope: null,
  body: EmbedSettings,
  reply: EmbedSettings,
});

/** A third-party page that can show elements and read responses. */
export const EmbedOrigin = Type.Object({ id: Id, origin: Type.String() });
export type EmbedOrigin = Static<typeof EmbedOrigin>;
export const listEmbedOrigins = endpoint({
  method: 'GET',
  path: '/api/embed/origins',
  summary: 'Origins of pages that can show elements',
  who: ['admin'],
  scope: null,
  reply: Type.Array(EmbedOrigin),
});
export const createEmbedOrigin = endpoint({
  method: 'POST',
  path: '/api/embed/origins',
  summary: 'Allow the pages of an origin',
  who: ['admin'],
  scope: null,
  body: Type.Object({ origin: Type.String({ minLength: 1, maxLength: 300 }) }, strict),
  reply: EmbedOrigin,
  status: 201,
  errors: ['origin.exists', 'origin.malformed'],
});
export const deleteEmbedOrigin = endpoint({
  method: 'DELETE',
  path: '/api/embed/origins/{id}',
  summary: 'Remove an allowed origin; its tokens are revoked at once',
  who: ['admin'],
  scope: null,
  reply: Nothing,
  status: 204,
  errors: ['embed_origin.not_found'],
});
