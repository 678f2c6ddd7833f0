import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';

/** Fragments of one organisation at most. */
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
  summary: 'Parts of forms that the organisation keeps to insert them again, by name',
  who: 'provider',
  scope: null,
  reply: Type.Array(FormFragment),
});

const body = Type.Object({ name, nodes }, { additionalProperties: false });

export const createFormFragment = endpoint({
  method: 'POST',
  path: '/api/form-fragments',
  summary: 'Keep a part of a form; no more than 200 are kept',
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
  summary: 'Change a kept part of a form; forms in which it was inserted keep what they have',
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
  summary: 'Keep a part of a form no longer',
  who: 'provider',
  scope: null,
  status: 204,
  reply: Type.Null(),
  errors: ['fragment.not_found', 'edit.conflict'],
});
