import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Groups without their members. */
export const groups: ConfigKind = {
  id: 'groups',
  tables: ['app_group'],
  defaults: { description: null },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT id AS key, jsonb_build_object('id', id, 'name', name, 'description', description) AS content FROM app_group`,
    ),
};
