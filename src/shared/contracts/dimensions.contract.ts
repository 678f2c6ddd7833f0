import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { codeField, Dimension, DimensionValue, nameField } from './reference-data.contract.ts';
import { Id, Nothing, nullable } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const administrators = { who: ['admin'], scope: 'reference' } as const;

/** Maximum number of levels of the values of a dimension. */
export const DIMENSION_LEVELS_MAX = 20;

/** A row of the resource `dimension_values` (`/api/records/dimension_values`). */
export const DimensionValueRow = Type.Object({
  ...DimensionValue.properties,
  dimension: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
  parent: nullable(Type.Object({ id: Id, code: Type.String(), name: Type.String() })),
});
export type DimensionValueRow = Static<typeof DimensionValueRow>;

/** Accepts the result of GET. Form definitions name a dimension by its code, which never changes. */
const DimensionChange = Type.Object(
  {
    id: Type.Optional(Type.String()),
    code: Type.Optional(codeField),
    name: nameField,
    active: Type.Optional(Type.Boolean()),
    version: Type.Optional(Type.Integer()),
  },
  strict,
);

export const getDimension = endpoint({
  method: 'GET',
  path: '/api/dimensions/{id}',
  summary: 'One dimension, by id or code',
  ...administrators,
  reply: Dimension,
  errors: ['dimension.not_found'],
});

export const createDimension = endpoint({
  method: 'POST',
  path: '/api/dimensions',
  summary: 'Create a dimension',
  ...administrators,
  status: 201,
  body: DimensionChange,
  reply: Dimension,
  errors: ['request.missing_parameter', 'dimension.code_taken'],
});

export const updateDimension = endpoint({
  method: 'PUT',
  path: '/api/dimensions/{id}',
  summary: 'Rename a dimension, or stop offering it',
  ...administrators,
  body: DimensionChange,
  reply: Dimension,
  errors: ['dimension.not_found', 'edit.conflict'],
});

/** Its uses are at `/api/uses/dimension/{code}`, and in the problem document as `usedBy`. Values of forms that name its values keep their names. */
export const deleteDimension = endpoint({
  method: 'DELETE',
  path: '/api/dimensions/{id}',
  summary: 'Delete a dimension that no form uses, with its values',
  ...administrators,
  status: 204,
  reply: Nothing,
  errors: ['dimension.not_found', 'dimension.in_use', 'edit.conflict'],
});

const ValueChange = Type.Object(
  {
    id: Type.Optional(Type.String()),
    /** Null: at the top. Omitted: stays. */
    parentId: Type.Optional(nullable(Id)),
    code: codeField,
    name: nameField,
    active: Type.Optional(Type.Boolean()),
    dimension: Type.Optional(Type.Unknown()),
    parent: Type.Optional(Type.Unknown()),
    version: Type.Optional(Type.Integer()),
  },
  strict,
);

export const createDimensionValue = endpoint({
  method: 'POST',
  path: '/api/dimensions/{id}/values',
  summary: 'Add a value to a dimension',
  ...administrators,
  status: 201,
  body: ValueChange,
  reply: DimensionValue,
  errors: [
    'dimension.not_found',
    'dimension_value.code_taken',
    'dimension_value.parent_unknown',
    'dimension_value.too_deep',
  ],
});

export const updateDimensionValue = endpoint({
  method: 'PUT',
  path: '/api/dimensions/{id}/values/{valueId}',
  summary: 'Change a value of a dimension, or stop offering it',
  ...administrators,
  body: ValueChange,
  reply: DimensionValue,
  errors: [
    'dimension.not_found',
    'dimension_value.not_found',
    'dimension_value.code_taken',
    'dimension_value.parent_unknown',
    'dimension_value.cycle',
    'dimension_value.too_deep',
    'edit.conflict',
  ],
});

/** Values of forms that name it keep its name. */
export const deleteDimensionValue = endpoint({
  method: 'DELETE',
  path: '/api/dimensions/{id}/values/{valueId}',
  summary: 'Delete a value without values below it',
  ...administrators,
  status: 204,
  reply: Nothing,
  errors: ['dimension.not_found', 'dimension_value.not_found', 'dimension_value.in_use', 'edit.conflict'],
});
