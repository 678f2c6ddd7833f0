import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

export const tags: ConfigKind = {
  id: 'tags',
  tables: ['tag'],
  defaults: { color: null },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT name AS key, jsonb_build_object('name', name, 'color', color) AS content FROM tag`,
    ),
};
