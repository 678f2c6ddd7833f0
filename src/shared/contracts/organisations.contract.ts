import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { ORGANISATION_LOGO_MAX_BYTES } from './organisations.rules.ts';
import { Instant, literals, Nothing, nullable } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const provider = { who: 'provider', scope: null } as const;
/** Administrators reach their own organisation, administrators of the provider's organisation reach all. */
const administrators = { who: ['admin'], scope: null } as const;
const shippedLanguageId = literals('en', 'et', 'ru', 'zh');
const languageId = Type.String({ pattern: '^[a-z]{2,3}$' });
const status = literals('active', 'suspended', 'closing');

/** A row of the resource `organisations` (`/api/records/organisations`). */
export const OrganisationRow = Type.Object({
  /** Its short name. */
  id: Type.String(),
  name: Type.String(),
  status,
  /** The provider's own organisation. */
  isProvider: Type.Boolean(),
  /** Number of active users. */
  users: Type.Integer(),
  createdAt: Instant,
  /** Time of the last entry in its audit log. */
  lastActivityAt: nullable(Instant),
});
export type OrganisationRow = Static<typeof OrganisationRow>;

export const Organisation = Type.Object({
  tenantId: Type.String({ description: 'Short name in addresses; never changes' }),
  name: Type.String(),
  /** IANA name. */
  timeZone: Type.String(),
  /** Language of new users, and of texts without a translation. */
  languageId: Type.String(),
  /** Languages that users can choose. */
  languages: Type.Array(Type.String()),
  /** External help centre, linked in the menu. */
  helpUrl: nullable(Type.String()),
  /** Address of the logo. */
  logo: nullable(Type.String()),
  status,
  /** When and why the provider suspended it. */
  suspendedAt: nullable(Instant),
  suspendedReason: nullable(Type.String()),
  isProvider: Type.Boolean(),
  createdAt: Instant,
  version: Type.Integer(),
});
export type Organisation = Static<typeof Organisation>;

const text = Type.String({ maxLength: 1000 });

/** The profile of an organisation. Everything else in the result of GET is read only and can be sent back. */
const OrganisationChange = Type.Object(
  {
    name: text,
    timeZone: text,
    languageId,
    languages: Type.Array(languageId, { maxItems: 50 }),
    helpUrl: Type.Optional(nullable(text)),
    tenantId: Type.Optional(Type.String()),
    logo: Type.Optional(nullable(Type.String())),
    status: Type.Optional(status),
    suspendedAt: Type.Optional(nullable(Type.String())),
    suspendedReason: Type.Optional(nullable(Type.String())),
    isProvider: Type.Optional(Type.Boolean()),
    createdAt: Type.Optional(Type.String()),
    version: Type.Optional(Type.Integer()),
  },
  strict,
);

export const NewOrganisation = Type.Object(
  {
    /** Lower-case letters, digits and dashes; begins with a letter. */
    tenantId: text,
    name: text,
    timeZone: text,
    languageId: shippedLanguageId,
    /** Receives an e-mail with a temporary password. */
    administrator: Type.Object({ name: text, username: text, email: text }, strict),
  },
  strict,
);
export type NewOrganisation = Static<typeof NewOrganisation>;

export const createOrganisation = endpoint({
  method: 'POST',
  path: '/api/tenants',
  summary: 'Create an organisation and invite its first administrator',
  ...provider,
  status: 201,
  body: NewOrganisation,
  reply: Organisation,
  errors: ['tenant.invalid', 'tenant.slug_taken', 'user.id_taken'],
});

export const getOrganisation = endpoint({
  method: 'GET',
  path: '/api/tenants/{tenantId}',
  summary: 'The profile of an organisation',
  ...administrators,
  reply: Organisation,
  errors: ['tenant.not_found'],
});

export const updateOrganisation = endpoint({
  method: 'PUT',
  path: '/api/tenants/{tenantId}',
  summary: 'Change the profile of an organisation',
  ...administrators,
  body: OrganisationChange,
  reply: Organisation,
  errors: ['tenant.not_found', 'tenant.invalid', 'edit.conflict'],
});

export const putOrganisationLogo = endpoint({
  method: 'PUT',
  path: '/api/tenants/{tenantId}/logo',
  summary: 'Replace the logo of an organisation: a PNG, WebP or SVG without scripts, of at most 64 kB',
  ...administrators,
  bodyLimit: ORGANISATION_LOGO_MAX_BYTES,
  consumes: ['image/png', 'image/webp', 'image/svg+xml'],
  body: Type.Unsafe<Blob>({ type: 'string', format: 'binary', description: 'The image' }),
  status: 204,
  reply: Nothing,
  errors: ['tenant.not_found', 'file.type_refused', 'file.content_mismatch', 'file.picture_size'],
});

export const deleteOrganisationLogo = endpoint({
  method: 'DELETE',
  path: '/api/tenants/{tenantId}/logo',
  summary: 'Remove the logo of an organisation',
  ...administrators,
  status: 204,
  reply: Nothing,
  errors: ['tenant.not_found'],
});

export const suspendOrganisation = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/suspend',
  summary: 'Suspend an organisation: its tokens are refused, its timers and messages wait',
  ...provider,
  recent: true,
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }) }, strict),
  reply: Organisation,
  errors: ['tenant.not_found', 'tenant.is_provider'],
});

export const resumeOrganisation = endpoint({
  method: 'POST',
  path: '/api/tenants/{tenantId}/resume',
  summary: 'Resume a suspended organisation',
  ...provider,
  recent: true,
  reply: Organisation,
  errors: ['tenant.not_found'],
});
