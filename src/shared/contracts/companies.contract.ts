import { type Static, Type } from 'typebox';
import { LOGO_MAX_BYTES } from './companies.rules.ts';
import { endpoint } from './endpoint.ts';
import { Company, codeField, nameField, ReferenceUses } from './reference-data.contract.ts';
import { Nothing, nullable } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const administrators = { who: ['admin'], scope: 'reference' } as const;

/** A row of the resource `companies` (`/api/records/companies`). */
export const CompanyRow = Type.Object({
  ...Company.properties,
  /** Number of active users. */
  people: Type.Integer(),
  /** Version of the logo for its address; null without a logo. */
  logo: nullable(Type.String()),
});
export type CompanyRow = Static<typeof CompanyRow>;

const registryCode = Type.Optional(nullable(Type.String({ maxLength: 40 })));
/** ISO 3166-1 alpha-2. */
const country = Type.Optional(nullable(Type.String({ pattern: '^(?:[A-Z]{2})?$', maxLength: 2 })));

/** Accepts the result of GET; the fields of the server are ignored. */
export const CompanyChange = Type.Object(
  {
    id: Type.Optional(Type.String()),
    code: codeField,
    name: nameField,
    registryCode,
    country,
    active: Type.Optional(Type.Boolean()),
    people: Type.Optional(Type.Integer()),
    logo: Type.Optional(nullable(Type.String())),
    version: Type.Optional(Type.Integer()),
  },
  strict,
);
export type CompanyChange = Static<typeof CompanyChange>;

export const getCompany = endpoint({
  method: 'GET',
  path: '/api/companies/{id}',
  summary: 'One company',
  ...administrators,
  reply: CompanyRow,
  errors: ['company.not_found'],
});

export const createCompany = endpoint({
  method: 'POST',
  path: '/api/companies',
  summary: 'Create a company',
  ...administrators,
  status: 201,
  body: CompanyChange,
  reply: CompanyRow,
  errors: ['company.code_taken'],
});

export const updateCompany = endpoint({
  method: 'PUT',
  path: '/api/companies/{id}',
  summary: 'Change a company',
  ...administrators,
  body: CompanyChange,
  reply: CompanyRow,
  errors: ['company.not_found', 'company.code_taken', 'edit.conflict'],
});

/** Values that name the company keep its name. */
export const deleteCompany = endpoint({
  method: 'DELETE',
  path: '/api/companies/{id}',
  summary: 'Delete a company without users, departments and manuals',
  ...administrators,
  status: 204,
  reply: Nothing,
  errors: ['company.not_found', 'company.in_use', 'edit.conflict'],
});

export const listCompanyUses = endpoint({
  method: 'GET',
  path: '/api/companies/{id}/uses',
  summary: 'The users of a company, counted, and the departments and manuals that name it',
  ...administrators,
  reply: ReferenceUses,
  errors: ['company.not_found'],
});

export const getCompanyLogo = endpoint({
  method: 'GET',
  path: '/api/companies/{id}/logo',
  summary: 'The logo of a company; `v` is its version and lets browsers keep it',
  who: 'any',
  scope: ['task', 'records', 'session'],
  query: Type.Object({ v: Type.Optional(Type.String({ maxLength: 40 })) }),
  reply: Type.Unknown({ description: 'The image' }),
  produces: 'image/*',
  errors: ['file.not_found'],
});

export const putCompanyLogo = endpoint({
  method: 'PUT',
  path: '/api/companies/{id}/logo',
  summary: 'Replace the logo of a company: a PNG, JPEG or WebP of at most 256 kB and 1,024 px',
  ...administrators,
  bodyLimit: LOGO_MAX_BYTES,
  consumes: ['image/png', 'image/jpeg', 'image/webp'],
  body: Type.Unsafe<Blob>({ type: 'string', format: 'binary', description: 'The image' }),
  status: 204,
  reply: Nothing,
  errors: ['company.not_found', 'file.type_refused', 'file.content_mismatch', 'file.picture_size'],
});

export const deleteCompanyLogo = endpoint({
  method: 'DELETE',
  path: '/api/companies/{id}/logo',
  summary: 'Remove the logo of a company',
  ...administrators,
  status: 204,
  reply: Nothing,
  errors: ['company.not_found'],
});
