import { sql } from 'kysely';
import { importTranslations } from '../../../../shared/contracts/translations.contract.ts';
import { AppError } from '../../../platform/errors.ts';
import { type ConfigKind, type ConfigObject, type ConfigRun, readObjects } from '../kind.ts';
import { members } from './schema.ts';

/** Custom texts of the interface: one object for each language. */
export const texts: ConfigKind = {
  id: 'texts',
  tables: ['translation'],
  schema: members(['language'], ['texts']),
  keyOf: ({ language }) => String(language),
  read: (tx) =>
    readObjects(
      tx,
      sql<ConfigObject>`SELECT language_id AS key, jsonb_build_object('language', language_id, 'texts', jsonb_object_agg(key, text)) AS content
        FROM translation GROUP BY language_id`,
    ),
  write: (run, { texts: wanted }, language) => writeTexts(run, language, wanted),
  remove: (run, language) => writeTexts(run, language, {}),
};

/** Writes the texts that differ. A missing one restores the text of the product. */
async function writeTexts({ tx, call }: ConfigRun, language: string, wanted: unknown): Promise<void> {
  const { rows } = await sql<{ key: string; text: string }>`
    SELECT key, text FROM translation WHERE language_id = ${language}`.execute(tx);
  const present = new Map(rows.map(({ key, text }) => [key, text]));
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    throw new AppError('request.invalid', {}, { errors: [{ pointer: '/texts', code: 'field.type' }] });
  }
  const texts: Record<string, Record<string, string>> = {};
  for (const [key, text] of Object.entries(wanted)) if (present.get(key) !== text) texts[key] = { [language]: text };
  for (const key of present.keys()) if (!Object.hasOwn(wanted, key)) texts[key] = { [language]: '' };
  if (Object.keys(texts).length > 0) await call(importTranslations, { body: { texts } });
}
