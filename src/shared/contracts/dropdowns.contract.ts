import { type Static, Type } from 'typebox';
import { ORDINARY_BOUNDS } from './body-bounds.ts';
import { endpoint } from './endpoint.ts';
import { ListQuery, Nothing, nullable, page, Texts } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

/** Maximum number of options in one dropdown. */
export const OPTIONS_MAX = 5000;

/** A dropdown's id is used in form definitions, and never changes. */
const DropdownId = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$', maxLength: 64 });
const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const description = nullable(Type.String({ maxLength: 2000 }));

/** Properties of an option in addition to its text: a company, a rate, an account. Form fields filter by them. */
export const OptionProperties = Type.Record(
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_-]{0,63}$' }),
  Type.Union([Type.String({ maxLength: 500 }), Type.Number(), Type.Boolean()]),
  { maxProperties: 30, additionalProperties: false, description: 'Values by name' },
);
export type OptionProperties = Static<typeof OptionProperties>;

export const Dropdown = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  /** Number of options, including inactive ones. */
  options: Type.Integer(),
  version: Type.Integer(),
});
export type Dropdown = Static<typeof Dropdown>;

export const Option = Type.Object({
  id: Type.String(),
  /** In the reader's language, otherwise `defaultText`. */
  text: Type.String(),
  defaultText: Type.String(),
  texts: Texts,
  properties: Type.Record(Type.String(), Type.Unknown()),
  /** From 0; options are shown in this order. */
  position: Type.Integer(),
  /** An inactive option can no longer be selected; existing values still show it. */
  active: Type.Boolean(),
  version: Type.Integer(),
});
export interface Option extends Omit<Static<typeof Option>, 'properties'> {
  properties: OptionProperties;
}

/** An option as offered by a form field. */
export const DropdownValue = Type.Object({
  id: Type.String(),
  text: Type.String(),
  defaultText: Type.String(),
  properties: Type.Record(Type.String(), Type.Unknown()),
  /** False only for options requested by `ids`. */
  active: Type.Boolean(),
});
export interface DropdownValue extends Omit<Static<typeof DropdownValue>, 'properties'> {
  properties: OptionProperties;
}

const dropdownListFields = {
  fields: { id: { type: 'text', sortable: true }, name: { type: 'text', sortable: true } },
  defaultSort: 'name:asc',
} as const;

export const listDropdowns = endpoint({
  method: 'GET',
  path: '/api/dropdowns',
  summary: 'Dropdowns; `q` searches ids, names and options',
  who: ['admin'],
  scope: 'reference',
  query: ListQuery,
  list: dropdownListFields,
  reply: page(Dropdown),
});

export const createDropdown = endpoint({
  method: 'POST',
  path: '/api/dropdowns',
  summary: 'Create a dropdown',
  who: ['admin'],
  scope: 'reference',
  status: 201,
  body: Type.Object(
    {
      id: Type.Optional(Type.String({ maxLength: 64 })),
      name: Type.Optional(name),
      description: Type.Optional(description),
    },
    strict,
  ),
  reply: Dropdown,
  errors: ['request.missing_parameter', 'dropdown.id_taken'],
});

export const getDropdown = endpoint({
  method: 'GET',
  path: '/api/dropdowns/{id}',
  summary: 'One dropdown',
  who: ['admin'],
  scope: 'reference',
  reply: Dropdown,
  errors: ['dropdown.not_found'],
});

/** Accepts the result of GET; only name and description are changed. */
export const updateDropdown = endpoint({
  method: 'PUT',
  path: '/api/dropdowns/{id}',
  summary: 'Rename or describe a dropdown',
  who: ['admin'],
  scope: 'reference',
  body: Type.Object(
    {
      id: Type.Optional(DropdownId),
      name,
      description: Type.Optional(description),
      options: Type.Optional(Type.Integer()),
      version: Type.Optional(Type.Integer()),
    },
    strict,
  ),
  reply: Dropdown,
  errors: ['request.missing_parameter', 'dropdown.not_found', 'edit.conflict'],
});

export const deleteDropdown = endpoint({
  method: 'DELETE',
  path: '/api/dropdowns/{id}',
  summary: 'Delete a dropdown with its options; refused while it is used',
  who: ['admin'],
  scope: 'reference',
  status: 204,
  reply: Nothing,
  errors: ['request.missing_parameter', 'dropdown.not_found', 'dropdown.in_use', 'edit.conflict'],
});

const OptionId = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\s\\x00-\\x1f](?:[^\\x00-\\x1f]*[^\\s\\x00-\\x1f])?$',
});
const optionText = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

/**
 * Fields of a sent option: `text` is its text in the language of the request unless `texts` has one; `position` and
 * `version` are read-only.
 */
const optionFields = {
  text: Type.Optional(optionText),
  defaultText: Type.Optional(optionText),
  texts: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z]{2,3}$' }), Type.String({ maxLength: 500 }), strict)),
  properties: Type.Optional(OptionProperties),
  position: Type.Optional(Type.Integer()),
  active: Type.Optional(Type.Boolean()),
  version: Type.Optional(Type.Integer()),
};
export const OptionChange = Type.Object({ id: Type.Optional(OptionId), ...optionFields }, strict);
export type OptionChange = Static<typeof OptionChange>;

export const listOptions = endpoint({
  method: 'GET',
  path: '/api/dropdowns/{dropdownId}/options',
  summary: 'All options of a dropdown in order, with their texts in every language',
  who: ['admin'],
  scope: 'reference',
  reply: Type.Array(Option),
  errors: ['dropdown.not_found'],
});

export const createOption = endpoint({
  method: 'POST',
  path: '/api/dropdowns/{dropdownId}/options',
  summary: 'Add an option as the last one',
  who: ['admin'],
  scope: 'reference',
  status: 201,
  body: OptionChange,
  reply: Option,
  errors: [
    'request.missing_parameter',
    'dropdown.not_found',
    'option.id_taken',
    'option.id_reserved',
    'option.too_many',
  ],
});

/** Options that are not listed follow in their current order. */
export const orderOptions = endpoint({
  method: 'PUT',
  path: '/api/dropdowns/{dropdownId}/options',
  summary: 'Reorder the options',
  who: ['admin'],
  scope: 'reference',
  body: Type.Object(
    {
      positions: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: OPTIONS_MAX })),
      id: Type.Optional(Type.String({ maxLength: 100 })),
      ...optionFields,
    },
    strict,
  ),
  reply: Type.Array(Option),
  errors: ['request.missing_parameter', 'dropdown.not_found', 'option.not_found'],
});

/** Replaces the given members; omitted ones stay. */
export const updateOption = endpoint({
  method: 'PUT',
  path: '/api/dropdowns/{dropdownId}/options/{optionId}',
  summary: 'Change an option; its id is fixed, because values reference it',
  who: ['admin'],
  scope: 'reference',
  body: OptionChange,
  reply: Option,
  errors: ['request.missing_parameter', 'dropdown.not_found', 'option.not_found', 'edit.conflict'],
});

export const deleteOption = endpoint({
  method: 'DELETE',
  path: '/api/dropdowns/{dropdownId}/options/{optionId}',
  summary: 'Delete an option; refused while a form uses the dropdown, because values can reference it',
  who: ['admin'],
  scope: 'reference',
  status: 204,
  reply: Nothing,
  errors: ['request.missing_parameter', 'dropdown.not_found', 'option.not_found', 'option.in_use', 'edit.conflict'],
});

/** One row of an import: unknown ids are added in order, known ones are changed. */
export const importOptions = endpoint({
  method: 'POST',
  path: '/api/dropdowns/{dropdownId}/options/import',
  summary: 'Add and change many options at once; with `dryRun` returns the changes without saving',
  who: ['admin'],
  scope: 'reference',
  bodyLimit: 4_194_304,
  bodyBounds: { values: 20 * OPTIONS_MAX, members: ORDINARY_BOUNDS.members },
  body: Type.Object(
    {
      options: Type.Array(
        Type.Object(
          {
            id: OptionId,
            defaultText: optionText,
            texts: optionFields.texts,
            properties: optionFields.properties,
            active: optionFields.active,
          },
          strict,
        ),
        { minItems: 1, maxItems: OPTIONS_MAX },
      ),
      dryRun: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  reply: Type.Object({
    dryRun: Type.Boolean(),
    created: Type.Integer(),
    changed: Type.Integer(),
    unchanged: Type.Integer(),
  }),
  errors: ['dropdown.not_found', 'option.id_taken', 'option.id_reserved', 'option.too_many'],
});

/**
 * Active options in order. `ids` (`a,b`; `\,` is a comma) requests specific ones, including inactive ones, so that
 * selected values can be shown. `properties.<name>=eq:<value>` (also `neq`, `in`, and `eq:` for none) filters by
 * property.
 */
export const listDropdownValues = endpoint({
  method: 'GET',
  path: '/api/dropdowns/{dropdownId}/{languageId}/values',
  summary: 'Options offered by a form field, in a language',
  who: 'any',
  scope: ['task', 'records', 'start'],
  query: Type.Object(
    {
      q: Type.Optional(Type.String({ maxLength: 200 })),
      ids: Type.Optional(Type.String({ maxLength: 12_000 })),
      /** Adds the option `emptyValue` for "no value" in filters. */
      withEmpty: Type.Optional(Type.Boolean()),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    },
    // Conditions on properties, by name.
    { patternProperties: { '^properties\\.[A-Za-z][A-Za-z0-9_-]{0,63}$': Type.String({ maxLength: 2000 }) } },
  ),
  reply: Type.Array(DropdownValue),
  errors: [
    'request.missing_parameter',
    'dropdown.not_found',
    'filter.unknown_operator',
    'filter.malformed',
    'filter.bad_value',
  ],
});
