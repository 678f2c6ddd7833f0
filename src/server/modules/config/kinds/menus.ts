import { sql } from 'kysely';
import { Type } from 'typebox';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { createMenu, deleteMenu, restoreMenu, updateMenu } from '../../../../shared/contracts/menus.contract.ts';
import { nullable } from '../../../../shared/contracts/shapes.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type ConfigKind, type ConfigObject, type ConfigRun, idOf, readObjects } from '../kind.ts';
import { dependentsLast } from '../order.rules.ts';

/**
 * Entries of the menu. An entry of the product that the organisation has removed is in the file too, so that it is also
 * absent where the file is applied.
 */
export const menus: ConfigKind = {
  id: 'menus',
  tables: ['menu_item'],
  schema: Type.Object(
    {
      path: Type.String({ minLength: 1, maxLength: 200 }),
      title: Type.Optional(Type.Unknown()),
      priority: Type.Optional(Type.Unknown()),
      icon: Type.Optional(Type.Unknown()),
      parent: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
      meta: Type.Optional(Type.Object({}, { additionalProperties: true })),
      groups: Type.Optional(Type.Unknown()),
      hidden: Type.Optional(Type.Unknown()),
      removed: Type.Optional(Type.Literal(true)),
    },
    { additionalProperties: false },
  ),
  keyOf: ({ path }) => String(path),
  defaults: { icon: null, parent: null, meta: {}, groups: [], hidden: false },
  sets: ['groups'],
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT i.path AS key, jsonb_build_object('path', i.path, 'title', i.title, 'icon', i.icon, 'meta', i.meta,
          'parent', (SELECT p.path FROM menu_item p WHERE p.id = i.parent_id AND p.removed_at IS NULL), 'priority', i.priority,
          'groups', i.groups, 'hidden', i.hidden) AS content
        FROM menu_item i WHERE i.removed_at IS NULL
        UNION ALL SELECT g.key, jsonb_build_object('path', g.key, 'removed', true)
        FROM tenant_setting s, jsonb_each(s.value) g WHERE s.key = 'menu.given'
          AND NOT EXISTS (SELECT 1 FROM menu_item i WHERE i.path = g.key AND i.removed_at IS NULL)`,
    ),
  apiNames: { parentId: 'parent', 'meta/groups': 'groups', 'meta/hidden': 'hidden' },
  /** Parents first, and those to be removed last, after the entries below them have moved. */
  inOrder: (objects) =>
    dependentsLast(objects, ({ content: { parent } }) => (typeof parent === 'string' ? [parent] : [])).sort(
      (a, b) => Number(a.content.removed === true) - Number(b.content.removed === true),
    ),
  async write(run, { parent, meta, groups, hidden, removed, ...content }, path) {
    const { tx, call } = run;
    if (removed === true) return removeEntry(run, path);
    const parentId = parent === null ? null : await idOfEntry(tx, String(parent));
    if (parentId === undefined) {
      const fault = { pointer: '/parent', code: 'field.choice_unknown', params: { value: String(parent) } } as const;
      throw new AppError('menu.invalid', {}, { errors: [fault] });
    }
    const body = { ...content, path, parentId, meta: { ...(meta as object), groups, hidden } } as BodyOf<
      typeof updateMenu
    >;
    const id = (await idOfEntry(tx, path)) ?? (await restored(run, path));
    return id === undefined ? call(createMenu, { body }) : call(updateMenu, { params: { id }, body });
  },
  remove: removeEntry,
};

const idOfEntry = (tx: Tx, path: string) =>
  idOf(tx, sql`SELECT id FROM menu_item WHERE path = ${path} AND removed_at IS NULL`);

/** Restores the entry of the product that the organisation has removed. */
async function restored({ tx, call }: ConfigRun, path: string): Promise<string | undefined> {
  const id = await idOf(
    tx,
    sql`SELECT i.id FROM menu_item i JOIN tenant_setting s ON s.key = 'menu.given'
      WHERE i.path = ${path} AND i.removed_at IS NOT NULL AND s.value -> ${path}::text ->> 'id' = i.id::text`,
  );
  if (id !== undefined) await call(restoreMenu, { params: { id } });
  return id;
}

async function removeEntry({ tx, call }: ConfigRun, path: string): Promise<void> {
  const id = await idOfEntry(tx, path);
  if (id !== undefined) await call(deleteMenu, { params: { id } });
}
