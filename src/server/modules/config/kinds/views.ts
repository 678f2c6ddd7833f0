import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Shared views that have an address. Views of single users are their own. */
export const views: ConfigKind = {
  id: 'views',
  tables: ['saved_view'],
  defaults: { audience: 'tenant', group: null },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT resource || '/' || slug AS key, jsonb_build_object('resource', resource, 'slug', slug, 'name', name,
          'audience', audience, 'group', group_id, 'definition', definition) AS content
        FROM saved_view WHERE audience <> 'private' AND slug IS NOT NULL AND removed_at IS NULL`,
    ),
};
