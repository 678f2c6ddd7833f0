import { sql } from 'kysely';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { createView, deleteView, updateView } from '../../../../shared/contracts/views.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

/** Shared views that have an address. Views of single users are their own. */
export const views: ConfigKind = {
  id: 'views',
  tables: ['saved_view'],
  schema: members(['resource', 'slug'], ['name', 'definition'], ['audience', 'group']),
  keyOf: ({ resource, slug }) => `${resource}/${slug}`,
  defaults: { audience: 'tenant', group: null },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT resource || '/' || slug AS key, jsonb_build_object('resource', resource, 'slug', slug, 'name', name,
          'audience', audience, 'group', group_id, 'definition', definition) AS content
        FROM saved_view WHERE audience <> 'private' AND slug IS NOT NULL AND removed_at IS NULL`,
    ),
  apiNames: { groupId: 'group' },
  async write({ tx, call }, { group, ...content }, key) {
    const body = { ...content, groupId: group } as BodyOf<typeof createView>;
    const id = await idOfView(tx, key);
    if (id === undefined) return call(createView, { body });
    const { resource: _, ...change } = body;
    return call(updateView, { params: { id }, body: change });
  },
  remove: async ({ tx, call }, key) => call(deleteView, { params: { id: (await idOfView(tx, key)) ?? '' } }),
};

const idOfView = (tx: Tx, key: string) =>
  idOf(
    tx,
    sql`SELECT id FROM saved_view WHERE resource || '/' || slug = ${key} AND audience <> 'private' AND removed_at IS NULL`,
  );
