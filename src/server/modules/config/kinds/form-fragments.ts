import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

export const formFragments: ConfigKind = {
  id: 'form-fragments',
  tables: ['form_fragment'],
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT name AS key, jsonb_build_object('name', name, 'nodes', nodes) AS content FROM form_fragment`,
    ),
};
