import { type Static, Type } from 'typebox';
import { FORM_BOUNDS } from './body-bounds.ts';
import { endpoint } from './endpoint.ts';
import { Instant, ListQuery, nullable, page, Texts, UserRef } from './shapes.contract.ts';

/**
 * A form definition, format version 1 (docs/forms.md). Its content is checked by `checkDefinition` of shared/forms,
 * which reports every error by pointer.
 */
export const FormBody = Type.Object(
  { formatVersion: Type.Literal(1), id: Type.String() },
  { additionalProperties: true, description: 'Form definition, format version 1 (docs/forms.md)' },
);

export const FormKind = Type.Union([Type.Literal('task'), Type.Literal('record'), Type.Literal('start')]);

export const Form = Type.Object({
  id: Type.String(),
  body: Type.Optional(FormBody),
  kind: FormKind,
  title: Texts,
  published: nullable(Type.Integer()),
  active: Type.Boolean(),
  /** The draft differs from the published version. */
  changed: Type.Boolean(),
  updated: Instant,
  /** Number of errors in the draft; it can be published at 0. */
  problems: Type.Integer(),
  version: Type.Integer(),
});
export type Form = Static<typeof Form>;

export const FormVersion = Type.Object({
  id: Type.String(),
  number: Type.Integer(),
  body: Type.Optional(FormBody),
  publishedAt: Instant,
  note: nullable(Type.String()),
  /** In lists; null for versions published with the product. */
  publishedBy: Type.Optional(nullable(UserRef)),
});
export type FormVersion = Static<typeof FormVersion>;

export const formListFields = {
  fields: {
    id: { type: 'key', sortable: true },
    kind: { type: 'key' },
    active: { type: 'boolean' },
    published: { type: 'boolean' },
    changed: { type: 'boolean' },
  },
  defaultSort: 'id:asc',
} as const;

export const listForms = endpoint({
  method: 'GET',
  path: '/api/forms',
  summary: 'Forms, without their bodies',
  who: 'any',
  scope: 'task',
  query: ListQuery,
  list: formListFields,
  reply: page(Form),
});

export const getForm = endpoint({
  method: 'GET',
  path: '/api/forms/{id}',
  summary: 'A form: its published version, the draft for provider administrators, or a requested version',
  who: 'any',
  scope: 'task',
  query: Type.Object({ version: Type.Optional(Type.Integer({ minimum: 1 })) }),
  reply: Form,
  missing: { id: 'formId' },
  errors: ['form.not_found'],
});

/** Fields of a draft that can be sent. */
const draftFields = {
  id: Type.Optional(Type.String({ maxLength: 64 })),
  kind: Type.Optional(FormKind),
  title: Type.Optional(Texts),
  body: Type.Optional(Type.Unknown()),
};

export const createForm = endpoint({
  method: 'POST',
  path: '/api/forms',
  summary: 'Create a form; the body must have an id. Its draft can contain errors until it is published',
  who: 'provider',
  scope: null,
  status: 201,
  bodyLimit: 2_097_152,
  bodyBounds: FORM_BOUNDS,
  body: Type.Object(draftFields, { additionalProperties: false }),
  reply: Form,
  errors: ['request.missing_parameter', 'form.id_taken', 'form.definition_invalid'],
});

export const updateForm = endpoint({
  method: 'PUT',
  path: '/api/forms/{id}',
  summary: "Replace a form's draft; one with errors is saved, and they are counted",
  who: 'provider',
  scope: null,
  bodyLimit: 2_097_152,
  bodyBounds: FORM_BOUNDS,
  body: Type.Object({ ...draftFields, active: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  reply: Form,
  errors: ['form.not_found', 'request.missing_parameter', 'form.definition_invalid', 'edit.conflict'],
});

export const deleteForm = endpoint({
  method: 'DELETE',
  path: '/api/forms/{id}',
  summary: 'Deactivate a form',
  who: 'provider',
  scope: null,
  status: 204,
  reply: Type.Null(),
  errors: ['form.not_found', 'form.in_use', 'edit.conflict'],
});

export const publishForm = endpoint({
  method: 'POST',
  path: '/api/forms/{id}/publish',
  summary: "Publish a form's draft as a new version; running tasks keep theirs",
  who: 'provider',
  scope: null,
  body: Type.Object({ note: Type.Optional(Type.String({ maxLength: 1000 })) }, { additionalProperties: false }),
  reply: FormVersion,
  errors: ['form.not_found', 'form.definition_invalid', 'form.registry_column'],
});

export const listFormVersions = endpoint({
  method: 'GET',
  path: '/api/forms/{id}/versions',
  summary: 'Published versions of a form, newest first',
  who: 'any',
  scope: 'task',
  reply: Type.Array(FormVersion),
  errors: ['form.not_found'],
});
