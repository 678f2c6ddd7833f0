import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, Nothing, nullable, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const name = Type.String({ minLength: 1, maxLength: 100 });

/** Lists whose views can be saved; `registry.<id>`: the records of a registry. */
export const ViewResource = Type.Union([
  Type.Literal('tasks'),
  Type.Literal('tasks.all'),
  Type.Unsafe<`registry.${string}`>(Type.String({ pattern: '^registry\\.[a-z][a-z0-9_-]{0,63}$', maxLength: 73 })),
]);
export type ViewResource = Static<typeof ViewResource>;

/** Audience of a view: its owner, members of a group, or everyone in the organisation. */
const ViewAudience = Type.Union([Type.Literal('private'), Type.Literal('group'), Type.Literal('tenant')]);

/**
 * Presentation of a list (BEY-19). Filters are those of the list's own query; omitted members use the list's defaults.
 */
export const ViewDefinition = Type.Object(
  {
    filters: Type.Array(
      Type.Object(
        {
          column: Type.String({ minLength: 1, maxLength: 100 }),
          operation: Type.String({ minLength: 1, maxLength: 20 }),
          value: Type.String({ maxLength: 2000 }),
        },
        strict,
      ),
      { maxItems: 20 },
    ),
    sort: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    columns: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 40 })),
    /** In pixels, by column. */
    widths: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Integer({ minimum: 24, maximum: 4000 }))),
    /** Grouping of the rows; `none` for a single list. */
    group: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    density: Type.Optional(Type.Union([Type.Literal('dense'), Type.Literal('comfortable')])),
  },
  strict,
);
export type ViewDefinition = Static<typeof ViewDefinition>;

const viewFields = {
  resource: ViewResource,
  name,
  audience: ViewAudience,
  /** For a view of a group. */
  groupId: nullable(Type.String({ maxLength: 100 })),
  /**
   * Name of a shared view for addresses and attributes, independent of the view's id: lower-case letters, digits and
   * dashes.
   */
  slug: nullable(Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}$', maxLength: 32 })),
  definition: ViewDefinition,
};

export const SavedView = Type.Object({
  id: Id,
  ...viewFields,
  owner: UserRef,
  /** To the hour. */
  lastUsed: nullable(Instant),
  /** Not used for twelve months. */
  unused: Type.Boolean(),
  mayEdit: Type.Boolean(),
  version: Type.Integer(),
});
export type SavedView = Static<typeof SavedView>;

export const listViews = endpoint({
  method: 'GET',
  path: '/api/views',
  summary: 'Saved views of the caller, of their groups, and of the organisation; by name',
  who: 'any',
  scope: ['inbox', 'records'],
  query: Type.Object({ resource: ViewResource }),
  reply: Type.Array(SavedView),
  errors: ['registry.not_found'],
});

/** `{id}` is the id, or the slug of a shared view together with `resource`. */
export const getView = endpoint({
  method: 'GET',
  path: '/api/views/{id}',
  summary: 'One saved view, by id or by slug; updates its time of last use',
  who: 'any',
  scope: ['inbox', 'records'],
  query: Type.Object({ resource: Type.Optional(ViewResource) }),
  reply: SavedView,
  errors: ['view.not_found'],
});

const viewErrors = [
  'filter.unknown_field',
  'filter.unknown_operator',
  'filter.bad_value',
  'filter.malformed',
  'sort.unknown_field',
  'view.unknown_column',
  'view.slug_taken',
  'group.not_found',
] as const;

/** All users can save their own views; administrators save those for a group or for everyone. */
export const createView = endpoint({
  method: 'POST',
  path: '/api/views',
  summary: 'Save a view',
  who: 'any',
  scope: 'inbox',
  references: 'adds',
  body: Type.Object(
    {
      resource: viewFields.resource,
      name,
      audience: Type.Optional(viewFields.audience),
      groupId: Type.Optional(viewFields.groupId),
      slug: Type.Optional(viewFields.slug),
      definition: viewFields.definition,
    },
    strict,
  ),
  reply: SavedView,
  status: 201,
  errors: [...viewErrors, 'view.too_many', 'registry.not_found'],
});

export const updateView = endpoint({
  method: 'PUT',
  path: '/api/views/{id}',
  summary: 'Change a view; omitted members stay unchanged',
  who: 'any',
  scope: 'inbox',
  references: 'adds',
  body: Type.Object(
    {
      name: Type.Optional(name),
      audience: Type.Optional(viewFields.audience),
      groupId: Type.Optional(viewFields.groupId),
      slug: Type.Optional(viewFields.slug),
      definition: Type.Optional(viewFields.definition),
    },
    strict,
  ),
  reply: SavedView,
  errors: ['view.not_found', 'edit.precondition_missing', 'edit.conflict', 'registry.not_found', ...viewErrors],
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/views/{id}',
  summary: 'Delete a view; refused while a menu entry opens it',
  who: 'any',
  scope: 'inbox',
  reply: Nothing,
  status: 204,
  errors: ['view.not_found', 'edit.precondition_missing', 'edit.conflict', 'view.in_use'],
});
