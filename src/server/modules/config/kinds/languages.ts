import { sql } from 'kysely';
import type { BodyOf } from '../../../../shared/contracts/endpoint.ts';
import { createLanguage, updateLanguage } from '../../../../shared/contracts/session.contract.ts';
import { removeLanguage } from '../../i18n/index.ts';
import { type ConfigKind, type ConfigObject, idOf, readObjects } from '../kind.ts';
import { members } from './schema.ts';

export const languages: ConfigKind = {
  id: 'languages',
  tables: ['language'],
  schema: members(['id'], ['name', 'locale'], ['fallback', 'enabled']),
  keyOf: ({ id }) => String(id),
  defaults: { enabled: true, fallback: 'en' },
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT language_id AS key,
        jsonb_build_object('id', language_id, 'name', name, 'locale', locale, 'fallback', fallback, 'enabled', enabled) AS content FROM language`,
    ),
  apiNames: { languageId: 'id' },
  async write({ tx, call }, { id: _, ...content }, languageId) {
    const body = content as BodyOf<typeof updateLanguage>;
    const known = await idOf(tx, sql`SELECT language_id AS id FROM language WHERE language_id = ${languageId}`);
    if (known === undefined) return call(createLanguage, { body: { ...body, languageId } });
    return call(updateLanguage, { params: { languageId }, body });
  },
  remove: ({ tx }, languageId) => removeLanguage(tx, languageId),
};
