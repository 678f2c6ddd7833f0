import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { MENU_ITEMS_MAX, MENU_PAGES } from './menu.rules.ts';
import { MenuItem } from './session.contract.ts';
import { Id, Instant, literals, Nothing, nullable, Texts, texts } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const provider = { who: 'provider', scope: null } as const;

/** An entry for its editor: as in the menu, with its origin. `meta.groups`, if not empty, see it. */
export const EditedMenuItem = Type.Object(
  {
    ...MenuItem.properties,
    /** `product`: comes with the product and follows its updates until it is changed; `changed`: was changed. */
    origin: literals('own', 'product', 'changed'),
  },
  { description: 'A menu entry with its origin; `children` are entries of the same shape' },
);
export interface EditedMenuItem extends Omit<Static<typeof EditedMenuItem>, 'children'> {
  children: EditedMenuItem[];
}

export const listMenus = endpoint({
  method: 'GET',
  path: '/api/menus',
  summary: 'All entries of the menu, as a tree, by priority',
  ...provider,
  reply: Type.Array(EditedMenuItem),
});

const fields = {
  title: texts(100),
  icon: Type.Optional(nullable(Type.String({ maxLength: 40 }))),
  meta: Type.Optional(
    Type.Object(
      {
        page: Type.Optional(literals(...MENU_PAGES)),
        params: Type.Optional(Type.Record(Type.String({ maxLength: 40 }), Type.Unknown(), { maxProperties: 20 })),
        title: Type.Optional(Type.String({ maxLength: 100 })),
        groups: Type.Optional(
          Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, uniqueItems: true }),
        ),
        hidden: Type.Optional(Type.Boolean()),
        desktopOnly: Type.Optional(Type.Boolean()),
        tabGroup: Type.Optional(Type.String({ maxLength: 40 })),
      },
      strict,
    ),
  ),
  parentId: Type.Optional(nullable(Id)),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
};
const body = Type.Object(
  {
    ...fields,
    path: Type.String({ minLength: 1, maxLength: 200 }),
    id: Type.Optional(Type.String()),
    version: Type.Optional(Type.Integer()),
    origin: Type.Optional(Type.String()),
    children: Type.Optional(Type.Array(Type.Unknown())),
  },
  strict,
);

export const createMenu = endpoint({
  method: 'POST',
  path: '/api/menus',
  summary: 'Add an entry to the menu; by default as the last one below its parent',
  ...provider,
  status: 201,
  body,
  reply: EditedMenuItem,
  errors: ['menu.invalid', 'menu.path_taken', 'menu.too_deep', 'menu.full'],
});

/** Accepts the result of GET; children are ignored, and fields that are not sent stay. */
export const updateMenu = endpoint({
  method: 'PUT',
  path: '/api/menus/{id}',
  summary: 'Change an entry of the menu',
  ...provider,
  params: Type.Object({ id: Id }),
  body,
  reply: EditedMenuItem,
  errors: [
    'request.missing_parameter',
    'menu.not_found',
    'menu.invalid',
    'menu.path_taken',
    'menu.cycle',
    'menu.too_deep',
    'edit.conflict',
  ],
});

export const deleteMenu = endpoint({
  method: 'DELETE',
  path: '/api/menus/{id}',
  summary: 'Remove an entry from the menu; it can be restored',
  ...provider,
  params: Type.Object({ id: Id }),
  query: Type.Object({ children: Type.Optional(literals('delete')) }),
  status: 204,
  reply: Nothing,
  errors: ['request.missing_parameter', 'menu.not_found', 'menu.in_use', 'edit.conflict'],
});

/** The whole order below one or several parents. All entries are moved, or none. */
export const orderMenus = endpoint({
  method: 'PUT',
  path: '/api/menus/order',
  summary: 'Move entries of the menu',
  ...provider,
  body: Type.Array(
    Type.Object(
      {
        id: Id,
        parentId: nullable(Id),
        priority: Type.Integer({ minimum: 0, maximum: 100_000 }),
        /** The version that was shown; another one is refused with edit.conflict. */
        version: Type.Optional(Type.Integer()),
      },
      strict,
    ),
    { minItems: 1, maxItems: MENU_ITEMS_MAX },
  ),
  reply: Type.Array(EditedMenuItem),
  errors: ['menu.not_found', 'menu.cycle', 'menu.too_deep', 'edit.conflict'],
});

export const resetMenu = endpoint({
  method: 'POST',
  path: '/api/menus/{id}/reset',
  summary: 'Return an entry of the product to how the product has it',
  ...provider,
  params: Type.Object({ id: Id }),
  reply: EditedMenuItem,
  errors: ['menu.not_found', 'menu.not_product', 'menu.path_taken'],
});

export const RemovedMenuItem = Type.Object({
  id: Id,
  path: Type.String(),
  title: Texts,
  icon: nullable(Type.String()),
  origin: literals('own', 'product', 'changed'),
  removedAt: Instant,
});
export type RemovedMenuItem = Static<typeof RemovedMenuItem>;

export const listRemovedMenus = endpoint({
  method: 'GET',
  path: '/api/menus/removed',
  summary: 'Removed entries that can be restored, the latest first',
  ...provider,
  reply: Type.Array(RemovedMenuItem),
});

export const restoreMenu = endpoint({
  method: 'POST',
  path: '/api/menus/{id}/restore',
  summary: 'Restore a removed entry; at the top if its parent no longer exists',
  ...provider,
  params: Type.Object({ id: Id }),
  reply: EditedMenuItem,
  errors: ['menu.not_found', 'menu.path_taken', 'menu.full'],
});

export const previewMenu = endpoint({
  method: 'GET',
  path: '/api/menus/preview',
  summary: 'The menu as a user sees it',
  ...provider,
  /** `user`: a username. */
  query: Type.Object({ user: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Type.Object({ items: Type.Array(MenuItem), groups: Type.Array(Type.String()) }),
  errors: ['user.not_found'],
});

/** The address works for a minute. */
export const getMenuFrame = endpoint({
  method: 'GET',
  path: '/api/menus/{id}/frame',
  summary: 'Address of the frame that shows the page of an `embed` entry',
  who: 'any',
  scope: null,
  params: Type.Object({ id: Id }),
  reply: Type.Object({ address: Type.String(), url: Type.String() }),
  errors: ['menu.not_found'],
});
