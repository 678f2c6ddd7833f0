import { sql } from 'kysely';
import {
  createCatalogueCategory,
  createCatalogueItem,
  deleteCatalogueCategory,
  deleteCatalogueItem,
  updateCatalogueCategory,
  updateCatalogueItem,
} from '../../../../shared/contracts/catalogue.contract.ts';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

export const catalogueCategories: ConfigKind = {
  id: 'catalogue-categories',
  tables: ['catalogue_category'],
  schema: members(['id'], ['title'], ['icon', 'position']),
  keyOf: ({ id }) => String(id),
  defaults: { icon: null, position: 0 },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT id AS key, jsonb_build_object('id', id, 'title', title, 'icon', icon, 'position', position) AS content
        FROM catalogue_category`,
    ),
  async write({ tx, call }, content, id) {
    const body = content as BodyOf<typeof updateCatalogueCategory>;
    const known = await idOf(tx, sql`SELECT id FROM catalogue_category WHERE id = ${id}`);
    if (known === undefined) return call(createCatalogueCategory, { body: { ...body, id } });
    return call(updateCatalogueCategory, { params: { id }, body });
  },
  remove: ({ call }, id) => call(deleteCatalogueCategory, { params: { id } }),
};

export const catalogueItems: ConfigKind = {
  id: 'catalogue-items',
  tables: ['catalogue_item'],
  schema: members(
    ['id', 'target'],
    [],
    [
      ...['category', 'kind', 'title', 'description', 'keywords', 'icon', 'position'],
      ...['groups', 'startForGroups', 'numberSeries', 'active'],
    ],
  ),
  keyOf: ({ id }) => String(id),
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
  async write({ tx, call }, content, id) {
    const body = content as BodyOf<typeof updateCatalogueItem>;
    const known = await idOf(tx, sql`SELECT id FROM catalogue_item WHERE id = ${id}`);
    if (known === undefined) return call(createCatalogueItem, { body: { ...body, id } });
    return call(updateCatalogueItem, { params: { id }, body });
  },
  remove: ({ call }, id) => call(deleteCatalogueItem, { params: { id } }),
};
