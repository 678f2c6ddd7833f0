import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { DOCUMENT_CATEGORIES } from './hr.rules.ts';
import { Day, Id, Instant, literals, Nothing, nullable, UserRef } from './shapes.contract.ts';

const category = literals(...DOCUMENT_CATEGORIES);

/** HR-03: a document of a user. */
export const HrDocument = Type.Object({
  id: Id,
  category,
  title: Type.String(),
  fileName: Type.String(),
  size: Type.Integer(),
  mediaType: Type.String(),
  issuedOn: nullable(Day),
  /** The last day; null: without an end. */
  validUntil: nullable(Day),
  createdAt: Instant,
  createdBy: nullable(UserRef),
  /** The caller may change and remove it. */
  mayChange: Type.Boolean(),
  version: Type.Integer(),
});
export type HrDocument = Static<typeof HrDocument>;

const change = {
  title: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  issuedOn: Type.Optional(nullable(Day)),
  validUntil: Type.Optional(nullable(Day)),
};

/** Multipart bodies send the same names as fields, before the part `file`; empty days are none. */
const NewHrDocument = Type.Object(
  {
    category,
    title: Type.Optional(Type.String({ maxLength: 200, description: 'Default: the name of the file' })),
    issuedOn: change.issuedOn,
    validUntil: change.validUntil,
    fileName: Type.String({ minLength: 1, maxLength: 1000 }),
    data: Type.String({ description: 'The content in base64' }),
  },
  { additionalProperties: false },
);
export const HrDocumentChange = Type.Object(change, { additionalProperties: false });
export type HrDocumentChange = Static<typeof HrDocumentChange>;

/** The category of the document; required for another user's of Health: the access is logged before the document is read. */
const ofCategory = Type.Object({
  category: Type.Optional(category),
});

const refused = ['user.not_found', 'access.denied', 'access.reason_required', 'scope.missing'] as const;

export const listHrDocuments = endpoint({
  method: 'GET',
  path: '/api/hr/{userId}/documents',
  summary:
    "Documents of a user, the newest first. Another user's of the category Health: only with `category=Health` and the header Verva-Reason",
  who: 'any',
  scope: 'hr',
  query: Type.Object({ category: Type.Optional(category) }),
  reply: Type.Array(HrDocument),
  errors: refused,
});

export const addHrDocument = endpoint({
  method: 'POST',
  path: '/api/hr/{userId}/documents',
  summary:
    "Add a document of a user. Employees add their own of two categories; another user's of the category Health requires the header Verva-Reason",
  who: 'any',
  scope: null,
  body: NewHrDocument,
  idempotency: 'never',
  consumes: ['application/json', 'multipart/form-data'],
  bodyLimit: 36_700_160,
  reply: HrDocument,
  status: 201,
  errors: [
    ...refused,
    'hr.own_record',
    'document.dates_reversed',
    'file.too_large',
    'file.type_refused',
    'file.content_mismatch',
    'file.too_many',
    'file.empty',
    'file.name_invalid',
  ],
});

export const updateHrDocument = endpoint({
  method: 'PUT',
  path: '/api/hr/{userId}/documents/{id}',
  summary: 'Change the title and days of a document. `If-Match` is its version',
  who: 'any',
  scope: null,
  body: HrDocumentChange,
  idempotency: 'never',
  query: ofCategory,
  reply: HrDocument,
  errors: [...refused, 'hr.own_record', 'document.not_found', 'document.dates_reversed', 'edit.conflict'],
});

export const deleteHrDocument = endpoint({
  method: 'DELETE',
  path: '/api/hr/{userId}/documents/{id}',
  summary: 'Remove a document. `If-Match` is its version',
  who: 'any',
  scope: null,
  query: ofCategory,
  reply: Nothing,
  status: 204,
  errors: [...refused, 'hr.own_record', 'document.not_found', 'document.in_use', 'edit.conflict'],
});

export const getHrDocumentContent = endpoint({
  method: 'GET',
  path: '/api/hr/{userId}/documents/{id}/content',
  summary: "The file of a document; another user's of the category Health requires the header Verva-Reason",
  who: 'any',
  scope: 'hr',
  query: Type.Object({
    ...ofCategory.properties,
    download: Type.Optional(Type.String({ description: 'Save it instead of displaying it' })),
  }),
  otherStatuses: { 206: 'The requested range of the file' },
  produces: 'application/octet-stream',
  reply: Type.Unknown(),
  errors: [...refused, 'document.not_found', 'file.not_found', 'file.range'],
});
