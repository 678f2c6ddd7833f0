import { sql } from 'kysely';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import {
  createRegistry,
  deleteRegistry,
  updateRegistry,
} from '../../../../shared/contracts/registry-settings.contract.ts';
import { linkSeries } from '../../registries/index.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

/** Registries without their records. Which slots of the index the filterable columns have, and whether it is complete, belongs to the installation. */
export const registries: ConfigKind = {
  id: 'registries',
  tables: ['registry'],
  schema: members(
    ['id'],
    ['title'],
    [
      ...['form', 'numberSeries', 'description', 'icon', 'columns', 'statuses', 'moves', 'readGroups', 'writeGroups'],
      ...['deleteGroups', 'ownerReads', 'retention', 'active'],
    ],
  ),
  keyOf: ({ id }) => String(id),
  defaults: {
    ...{ form: null, numberSeries: null, description: {}, icon: null, columns: [], statuses: [], moves: [] },
    ...{ readGroups: [], writeGroups: [], deleteGroups: [], ownerReads: false, retention: null, active: true },
  },
  sets: ['readGroups', 'writeGroups', 'deleteGroups'],
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT id AS key, jsonb_build_object('id', id, 'title', title, 'description', description, 'icon', icon,
          'form', form_id, 'numberSeries', number_series_id,
          'columns', (SELECT coalesce(jsonb_agg(c.value - '{slot,ready}'::text[] || jsonb_build_object('filter', c.value ? 'slot')
              ORDER BY c.ordinality), '[]')
            FROM jsonb_array_elements(columns) WITH ORDINALITY c),
          'statuses', statuses, 'moves', moves, 'readGroups', read_groups, 'writeGroups', write_groups, 'deleteGroups', delete_groups,
          'ownerReads', owner_reads, 'retention', retention, 'active', active) AS content FROM registry`,
    ),
  apiNames: { formId: 'form', numbers: 'numberSeries' },
  async write({ tx, call }, { id: _, form, numberSeries, ...content }, id) {
    const body = { ...content, formId: form } as BodyOf<typeof updateRegistry>;
    const known = await idOf(tx, sql`SELECT id FROM registry WHERE id = ${id}`);
    if (known === undefined) await call(createRegistry, { body: { id, title: body.title! } });
    const numbers = await linkSeries(tx, id, numberSeries ?? null);
    return call(updateRegistry, { params: { id }, body: { ...body, numbers } });
  },
  remove: ({ call }, id) => call(deleteRegistry, { params: { id } }),
};
