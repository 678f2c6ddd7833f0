import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Custom texts of the interface: one object for each language. */
export const texts: ConfigKind = {
  id: 'texts',
  tables: ['translation'],
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT language_id AS key, jsonb_build_object('language', language_id, 'texts', jsonb_object_agg(key, text)) AS content
        FROM translation GROUP BY language_id`,
    ),
};
