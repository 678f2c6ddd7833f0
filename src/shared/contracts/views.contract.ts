import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Instant, Nothing, nullable, UserRef } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const name = Type.String({ minLength: 1, maxLength: 100 });

/** Lists that views can be saved of. */
export const ViewResource = Type.Union([Type.Literal('tasks'), Type.Literal('tasks.all')]);
export type ViewResource = Static<typeof ViewResource>;

/** Who sees a view: its owner, the members of a group, everybody of the organisation. */
const ViewAudience = Type.Union([Type.Literal('private'), Type.Literal('group'), Type.Literal('tenant')]);

/** How a list is shown (BEY-19). Filters are those of the list's own query; what is left out is as the list does it by itself. */
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
    /** What the rows are grouped by; `none` for one list. */
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
  /** Of a view for a group. */
  groupId: nullable(Type.String({ maxLength: 100 })),
  /** A name for addresses and attributes that outlives the view, of a shared one: lower-case letters, digits and dashes. */
  slug: nullable(Type.String({ pattern: '^[a-z][a-z0-9-]{1,31}$', maxLength: 32 })),
  definition: ViewDefinition,
};

export const SavedView = Type.Object({
  id: Id,
  ...viewFields,
  owner: UserRef,
  /** To the hour. */
  lastUsed: nullable(Instant),
  /** Nobody has used it for twelve months. */
  unused: Type.Boolean(),
  mayEdit: Type.Boolean(),
  version: Type.Integer(),
});
export type SavedView = Static<typeof SavedView>;

export const listViews = endpoint({
  method: 'GET',
  path: '/api/views',
  summary: 'Saved views that the caller sees: own ones, those of the own groups, those of everybody; by name',
  who: 'any',
  scope: 'inbox',
  query: Type.Object({ resource: ViewResource }),
  reply: Type.Array(SavedView),
});

/** `{id}` is the id, or the slug of a shared view together with `resource`. */
export const getView = endpoint({
  method: 'GET',
  path: '/api/views/{id}',
  summary: 'One saved view, by id or by slug; notes that it was used',
  who: 'any',
  scope: 'inbox',
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

/** Everybody saves own views; those for a group or for everybody are saved by administrators. */
export const createView = endpoint({
  method: 'POST',
  path: '/api/views',
  summary: 'Save a view',
  who: 'any',
  scope: 'inbox',
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
  errors: [...viewErrors, 'view.too_many'],
});

export const updateView = endpoint({
  method: 'PUT',
  path: '/api/views/{id}',
  summary: 'Change a view; what is left out stays',
  who: 'any',
  scope: 'inbox',
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
  errors: ['view.not_found', 'edit.precondition_missing', 'edit.conflict', ...viewErrors],
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
