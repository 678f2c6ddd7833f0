import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';

/** Maximum number of fragments of one organisation. */
export const FRAGMENTS_MAX = 200;

const name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const nodes = Type.Array(
  Type.Object({ type: Type.String({ minLength: 1, maxLength: 20 }) }, { additionalProperties: true }),
  { minItems: 1, maxItems: 100, description: 'Nodes of a form definition (docs/forms.md)' },
);
const id = Type.String();

export const FormFragment = Type.Object({ id, name: Type.String(), nodes, version: Type.Integer() });
export type FormFragment = Static<typeof FormFragment>;

export const listFormFragments = endpoint({
  method: 'GET',
  path: '/api/form-fragments',
  summary: 'Saved form fragments of the organisation, by name',
  who: 'provider',
  scope: null,
  reply: Type.Array(FormFragment),
});

const body = Type.Object({ name, nodes }, { additionalProperties: false });

export const createFormFragment = endpoint({
  method: 'POST',
  path: '/api/form-fragments',
  summary: 'Save a form fragment; at most 200',
  who: 'provider',
  scope: null,
  status: 201,
  bodyLimit: 262_144,
  body,
  reply: FormFragment,
  errors: ['fragment.name_taken', 'fragment.too_many', 'form.definition_invalid'],
});

export const updateFormFragment = endpoint({
  method: 'PUT',
  path: '/api/form-fragments/{id}',
  summary: 'Change a form fragment; forms that contain it are not changed',
  who: 'provider',
  scope: null,
  bodyLimit: 262_144,
  body,
  reply: FormFragment,
  errors: ['fragment.not_found', 'fragment.name_taken', 'form.definition_invalid', 'edit.conflict'],
});

export const deleteFormFragment = endpoint({
  method: 'DELETE',
  path: '/api/form-fragments/{id}',
  summary: 'Delete a form fragment',
  who: 'provider',
  scope: null,
  status: 204,
  reply: Type.Null(),
  errors: ['fragment.not_found', 'edit.conflict'],
});
