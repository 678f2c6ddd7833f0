import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/**
 * Entries of the menu. An entry of the product that the organisation has removed is in the file too, so that it is also
 * absent where the file is applied.
 */
export const menus: ConfigKind = {
  id: 'menus',
  tables: ['menu_item'],
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
        FROM tenant_setting s, jsonb_each(s.value) g WHERE s.key = 'menu.given' AND EXISTS (
            SELECT 1 FROM menu_item i WHERE i.id = (g.value ->> 'id')::uuid AND i.removed_at IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM menu_item i WHERE i.path = g.key AND i.removed_at IS NULL)`,
    ),
};
