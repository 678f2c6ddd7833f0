import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

export const caseTypes: ConfigKind = {
  id: 'case-types',
  tables: ['case_type'],
  defaults: {
    ...{
      startForm: null,
      registry: null,
      numberSeries: null,
      startGroups: [],
      defaults: {},
      statusMap: [],
      massAction: null,
    },
    ...{ withdraw: 'beforeFirst', peopleShown: 'person', active: true },
  },
  sets: ['startGroups'],
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT id AS key, jsonb_build_object('id', id, 'title', title, 'process', process_key, 'startForm', start_form_id,
          'registry', registry_id, 'numberSeries', number_series_id, 'startGroups', start_groups, 'defaults', defaults,
          'statusMap', status_map, 'massAction', mass_action, 'withdraw', withdraw, 'peopleShown', people_shown, 'active', active) AS content
        FROM case_type`,
    ),
};
