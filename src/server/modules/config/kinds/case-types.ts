import { sql } from 'kysely';
import { createCaseType, deleteCaseType, updateCaseType } from '../../../../shared/contracts/case-types.contract.ts';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

export const caseTypes: ConfigKind = {
  id: 'case-types',
  tables: ['case_type'],
  schema: members(
    ['id'],
    ['title', 'process'],
    [
      ...['startForm', 'registry', 'numberSeries', 'startGroups', 'defaults', 'statusMap', 'massAction'],
      ...['withdraw', 'peopleShown', 'active'],
    ],
  ),
  keyOf: ({ id }) => String(id),
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
  async write({ tx, call }, content, id) {
    const body = content as BodyOf<typeof updateCaseType>;
    const known = await idOf(tx, sql`SELECT id FROM case_type WHERE id = ${id}`);
    if (known === undefined) return call(createCaseType, { body: { ...body, id } });
    return call(updateCaseType, { params: { id }, body });
  },
  remove: ({ call }, id) => call(deleteCaseType, { params: { id } }),
};
