import { COMMON, ENTERPRISE, GROUP, SCHEMAS, type Schema, USER } from './schemas.ts';

export const PAGE_MAX = 200;
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';

/** Describes what the service offers (RFC 7643 §5); `base` is its address. */
export const providerConfig = (base: string, documentation: string) => ({
  schemas: [CONFIG_SCHEMA],
  documentationUri: documentation,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE_MAX },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token',
      description: 'Authorization: Bearer, with a token from the page Provisioning',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

const typeOf = (
  base: string,
  name: 'User' | 'Group',
  description: string,
  schema: string,
  extensions: readonly string[],
) => ({
  schemas: [TYPE_SCHEMA],
  id: name,
  name,
  description,
  endpoint: `/${name}s`,
  schema,
  ...(extensions.length > 0
    ? { schemaExtensions: extensions.map((extension) => ({ schema: extension, required: false })) }
    : {}),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

export const resourceTypes = (base: string) => [
  typeOf(base, 'User', 'Users', USER, [ENTERPRISE]),
  typeOf(base, 'Group', 'Groups of users', GROUP, []),
];

const described = (base: string, { id, name, description, attributes }: Schema) => ({
  schemas: [SCHEMA_SCHEMA],
  id,
  name,
  description,
  attributes: [...(id === ENTERPRISE ? [] : COMMON.filter((one) => one.name === 'externalId')), ...attributes],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
});

export const schemas = (base: string) => SCHEMAS.map((schema) => described(base, schema));
