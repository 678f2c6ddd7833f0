/** The schemas of RFC 7643 as this service offers them: read by clients, and by the rules for bodies, paths and filters. */

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export type Kind = 'User' | 'Group';

export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable';
  readonly returned: 'default' | 'always';
  readonly uniqueness: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

function attribute(name: string, description: string, more: Partial<Attribute> = {}): Attribute {
  const { subAttributes, ...rest } = more;
  return {
    name,
    type: subAttributes ? 'complex' : 'string',
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...rest,
    ...(subAttributes ? { subAttributes } : {}),
  };
}

const primary = attribute('primary', 'Whether it is the preferred one', { type: 'boolean' });
const readOnly = { mutability: 'readOnly' } as const;
const immutable = { mutability: 'immutable' } as const;

const userAttributes: readonly Attribute[] = [
  attribute('userName', 'The name with which the directory identifies the user', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'Parts of the name', {
    subAttributes: [
      attribute('formatted', 'The whole name'),
      attribute('familyName', 'Family name'),
      attribute('givenName', 'Given name'),
      attribute('middleName', 'Middle name'),
      attribute('honorificPrefix', 'Title before the name'),
      attribute('honorificSuffix', 'Title after the name'),
    ],
  }),
  attribute('displayName', 'The name that Verva shows'),
  attribute('title', 'Job title'),
  attribute('preferredLanguage', 'Language of the user interface'),
  attribute('active', 'Whether the user may sign in; active if missing', { type: 'boolean' }),
  attribute('emails', 'E-mail addresses; Verva uses the primary one, else the one of type work', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'Address'),
      attribute('display', 'Address as shown'),
      attribute('type', 'Kind of the address', { canonicalValues: ['work', 'home', 'other'] }),
      primary,
    ],
  }),
  attribute('phoneNumbers', 'Telephone numbers; Verva uses the primary one, else the one of type mobile', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'Number'),
      attribute('display', 'Number as shown'),
      attribute('type', 'Kind of the number', { canonicalValues: ['work', 'home', 'mobile', 'fax', 'pager', 'other'] }),
      primary,
    ],
  }),
  attribute('groups', 'Groups of the user; changed by the groups', {
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute('value', 'Id of the group', readOnly),
      attribute('$ref', 'Address of the group', {
        type: 'reference',
        referenceTypes: ['Group'],
        caseExact: true,
        ...readOnly,
      }),
      attribute('display', 'Name of the group', readOnly),
      attribute('type', 'Always direct', { canonicalValues: ['direct'], ...readOnly }),
    ],
  }),
];

const enterpriseAttributes: readonly Attribute[] = [
  attribute('employeeNumber', 'Number of the employee'),
  attribute('department', 'Department, by name or code'),
  attribute('organization', 'Company, by name or code'),
  attribute('manager', 'Line manager', {
    subAttributes: [
      attribute('value', 'Id of the manager'),
      attribute('$ref', 'Address of the manager', { type: 'reference', referenceTypes: ['User'], caseExact: true }),
      attribute('displayName', 'Name of the manager', readOnly),
    ],
  }),
];

const groupAttributes: readonly Attribute[] = [
  attribute('displayName', 'Name of the group', { required: true, uniqueness: 'server' }),
  attribute('members', 'Users whom the directory has put into the group', {
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the user', immutable),
      attribute('$ref', 'Address of the user', {
        type: 'reference',
        referenceTypes: ['User'],
        caseExact: true,
        ...immutable,
      }),
      attribute('type', 'Always User', { canonicalValues: ['User'], ...immutable }),
    ],
  }),
];

export interface Schema {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

export const SCHEMAS: readonly Schema[] = [
  { id: USER, name: 'User', description: 'A user', attributes: userAttributes },
  {
    id: ENTERPRISE,
    name: 'Enterprise User',
    description: 'Place of a user in the organisation',
    attributes: enterpriseAttributes,
  },
  { id: GROUP, name: 'Group', description: 'A group of users', attributes: groupAttributes },
];

/** Attributes of every resource, which no schema lists. */
export const COMMON: readonly Attribute[] = [
  attribute('id', 'Id', { ...readOnly, caseExact: true, returned: 'always' }),
  attribute('externalId', 'Id in the directory', { caseExact: true }),
  attribute('meta', 'Type, times, address and version', {
    ...readOnly,
    subAttributes: [
      attribute('resourceType', 'Type', readOnly),
      attribute('created', 'When it was created', { type: 'dateTime', ...readOnly }),
      attribute('lastModified', 'When it was changed', { type: 'dateTime', ...readOnly }),
      attribute('location', 'Address', { type: 'reference', ...readOnly }),
      attribute('version', 'Version', { caseExact: true, ...readOnly }),
    ],
  }),
];

/** The schemas of a kind of resource: its own first, then the extensions. */
export const SCHEMAS_OF: Readonly<Record<Kind, readonly Schema[]>> = {
  User: SCHEMAS.filter(({ id }) => id !== GROUP),
  Group: SCHEMAS.filter(({ id }) => id === GROUP),
};
