import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Registries without their records. Which slots of the index the filterable columns have, and whether it is complete, belongs to the installation. */
export const registries: ConfigKind = {
  id: 'registries',
  tables: ['registry'],
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
};
