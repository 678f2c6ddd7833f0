import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, literals, nullable, page, UserRef } from './shapes.contract.ts';
import { USE_SOURCES, USED_KINDS } from './uses.rules.ts';

/** Code of a department, company, dimension or value: unique among its kind, no spaces at the ends. */
export const codeField = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\s\\x00-\\x1f](?:[^\\x00-\\x1f]*[^\\s\\x00-\\x1f])?$',
});
export const nameField = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

/** An object of the reference data with its name. */
const NamedRef = Type.Object({ id: Id, name: Type.String() });

export const Department = Type.Object({
  id: Id,
  parentId: nullable(Id),
  code: Type.String(),
  name: Type.String(),
  manager: nullable(UserRef),
  company: nullable(NamedRef),
  active: Type.Boolean(),
  /** Members of the department itself, without its sub-departments. */
  people: Type.Integer(),
  version: Type.Integer(),
});
export type Department = Static<typeof Department>;

/** With its sub-departments. */
export const DepartmentNode = Type.Object(
  // The children have the same shape, to any depth.
  { ...Department.properties, children: Type.Array(Type.Unknown()) },
  { description: 'A department; `children` are departments of the same shape' },
);
export interface DepartmentNode extends Department {
  children: DepartmentNode[];
}

export const Company = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  registryCode: nullable(Type.String()),
  country: nullable(Type.String()),
  active: Type.Boolean(),
  version: Type.Integer(),
});
export type Company = Static<typeof Company>;

export const Dimension = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  version: Type.Integer(),
});
export type Dimension = Static<typeof Dimension>;

export const DimensionValue = Type.Object({
  id: Id,
  parentId: nullable(Id),
  code: Type.String(),
  name: Type.String(),
  active: Type.Boolean(),
  version: Type.Integer(),
});
export type DimensionValue = Static<typeof DimensionValue>;

/**
 * Parameters of every lookup for a form field. Active objects by name; with `ids` (`a,b`, at most 200) exactly those,
 * including inactive ones, so that selected values can be shown.
 */
const lookUp = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  ids: Type.Optional(Type.String({ maxLength: 12_000 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
};
/** Also inactive ones, for administration. */
const inactive = Type.Optional(Type.Boolean());
const readers = { who: 'any', scope: ['task', 'records', 'start', 'reference'] } as const;

export const listDepartments = endpoint({
  method: 'GET',
  path: '/api/departments',
  summary:
    'Departments whose name or code contains `q`; with `tree=true` all as a tree; `inactive=true` adds inactive ones',
  ...readers,
  scope: [...readers.scope, 'people'],
  query: Type.Object({ ...lookUp, inactive, tree: Type.Optional(Type.Boolean()) }),
  reply: Type.Union([page(Department), Type.Array(DepartmentNode)]),
  errors: ['filter.bad_value'],
});

export const getDepartment = endpoint({
  method: 'GET',
  path: '/api/departments/{id}',
  summary: 'One department',
  ...readers,
  reply: Department,
  errors: ['request.missing_parameter', 'department.not_found'],
});

export const listDepartmentsOfUser = endpoint({
  method: 'GET',
  path: '/api/departments/user/{id}',
  summary: 'The departments of a user (`me`, username or key), the main one first',
  ...readers,
  scope: ['task', 'records', 'start'],
  reply: Type.Array(Department),
  errors: ['request.missing_parameter', 'user.not_found'],
});

export const listCompanies = endpoint({
  method: 'GET',
  path: '/api/companies',
  summary: 'Companies whose name, code or registry code contains `q`',
  ...readers,
  query: Type.Object(lookUp),
  reply: page(Company),
  errors: ['filter.bad_value'],
});

export const listDimensions = endpoint({
  method: 'GET',
  path: '/api/dimensions',
  summary: 'Dimensions whose name or code contains `q`; `inactive=true` adds inactive ones',
  ...readers,
  query: Type.Object({ ...lookUp, inactive }),
  reply: page(Dimension),
  errors: ['filter.bad_value'],
});

/** `{id}` is the id or the code of a dimension. */
export const listDimensionValues = endpoint({
  method: 'GET',
  path: '/api/dimensions/{id}/values',
  summary: 'Values of a dimension whose name or code contains `q`',
  ...readers,
  query: Type.Object(lookUp),
  reply: page(DimensionValue),
  errors: ['request.missing_parameter', 'dimension.not_found', 'filter.bad_value'],
});

/** What keeps a tag, company or department from being deleted. */
export const ReferenceUses = Type.Object({
  /** Number of users who belong to it, former users included. */
  people: Type.Integer(),
  /** At most 200; titles in the reader's language. */
  usedBy: Type.Array(Type.Object({ kind: literals('department', 'manual'), id: Type.String(), title: Type.String() })),
});
export type ReferenceUses = Static<typeof ReferenceUses>;

/** A use of a dropdown or dimension by a form. */
export const FormUse = Type.Object({
  kind: Type.Literal('form'),
  id: Type.String(),
  /** In the reader's language. */
  title: Type.String(),
  /** JSON pointer to the use. */
  place: Type.String(),
  /** The version that uses it. */
  number: Type.Integer(),
  /** False: used only by open tasks that keep this version. */
  current: Type.Boolean(),
});
export type FormUse = Static<typeof FormUse>;

/** What uses a configured object. */
export const Use = Type.Object({
  kind: literals(...USE_SOURCES),
  id: Type.String(),
  /** In the reader's language; empty for a number of records, cases, users or texts. */
  title: Type.String(),
  count: Type.Optional(Type.Integer()),
  place: Type.Optional(Type.String()),
  number: Type.Optional(Type.Integer()),
  current: Type.Optional(Type.Boolean()),
});
export type Use = Static<typeof Use>;

/** Objects whose uses can be listed. */
export const UseKind = literals(...USED_KINDS);
export type UseKind = Static<typeof UseKind>;

/**
 * What keeps a configured object from being deleted, as in `usedBy` of the refusal. The id is the one in the address of the
 * object; of a dimension, its code. Objects that do not exist have no uses.
 */
export const listUses = endpoint({
  method: 'GET',
  path: '/api/uses/{kind}/{id}',
  summary: 'What uses a configured object: a group, a form, a dropdown, a registry…',
  who: ['admin'],
  scope: 'reference',
  reply: Type.Array(Use),
  errors: ['request.missing_parameter'],
});
