import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

export const languages: ConfigKind = {
  id: 'languages',
  tables: ['language'],
  defaults: { enabled: true, fallback: 'en' },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT language_id AS key,
        jsonb_build_object('id', language_id, 'name', name, 'locale', locale, 'fallback', fallback, 'enabled', enabled) AS content FROM language`,
    ),
};
