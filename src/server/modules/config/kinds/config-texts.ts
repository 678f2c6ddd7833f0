import { sql } from 'kysely';
import { type ConfigKind, type ConfigObject, readObjects } from '../kind.ts';

/** Translations of configured objects: one file for each object. */
export const configTexts: ConfigKind = {
  id: 'config-texts',
  tables: ['config_text'],
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT kind || '/' || owner AS key, jsonb_build_object('kind', kind, 'owner', owner, 'parts', jsonb_object_agg(part, texts)) AS content
        FROM (SELECT kind, owner, part, jsonb_object_agg(language_id, jsonb_build_object('text', text, 'source', source)) AS texts
          FROM config_text GROUP BY kind, owner, part) p GROUP BY kind, owner`,
    ),
};
