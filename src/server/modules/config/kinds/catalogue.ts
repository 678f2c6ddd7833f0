import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

export const catalogueCategories: ConfigKind = {
  id: 'catalogue-categories',
  tables: ['catalogue_category'],
  defaults: { icon: null, position: 0 },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT id AS key, jsonb_build_object('id', id, 'title', title, 'icon', icon, 'position', position) AS content
        FROM catalogue_category`,
    ),
};

export const catalogueItems: ConfigKind = {
  id: 'catalogue-items',
  tables: ['catalogue_item'],
  defaults: {
    ...{ category: null, kind: 'process', title: {}, description: {}, keywords: {}, icon: null, position: 0 },
    ...{ groups: [], startForGroups: [], numberSeries: null, active: true },
  },
  sets: ['groups', 'startForGroups'],
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT id AS key, jsonb_build_object('id', id, 'category', category_id, 'kind', kind, 'target', target,
          'title', title, 'description', description, 'keywords', keywords, 'icon', icon, 'position', position, 'groups', groups,
          'startForGroups', start_for_groups, 'numberSeries', number_series_id, 'active', active) AS content FROM catalogue_item`,
    ),
};
