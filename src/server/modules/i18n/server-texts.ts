import { sql } from 'kysely';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import type { AddedLanguage } from '../../../shared/contracts/session.contract.ts';
import { addedLanguages } from '../../../shared/locale/language.ts';
import { ownTexts } from '../../../shared/locale/own.ts';
import type { AppContext } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { readCatalogue } from './catalogue.ts';
import { PRODUCT } from './translations.store.ts';

/** Notified by the database when languages or translations change; the payload is empty. */
const TEXTS_CHANNEL = 'verva_texts';

/**
 * Keeps added languages and the provider's texts in memory, for e-mails, problems, files and public pages, and follows
 * changes on every server. Returns a function that stops it.
 */
export async function followTexts({ db, log }: Pick<AppContext, 'db' | 'log'>): Promise<() => Promise<void>> {
  let last: Promise<void> = Promise.resolve();
  const read = () => {
    last = last
      .then(() => readServerTexts(db))
      .catch((error: unknown) => log.error({ err: error }, 'reading translations failed'));
    return last;
  };
  const stop = await db.listen(TEXTS_CHANNEL, () => void read());
  await read();
  return async () => {
    await stop();
    await last;
  };
}

async function readServerTexts(db: DatabaseHandle): Promise<void> {
  const found = await db.systemTransaction(async (tx) => ({
    languages: await sql<AddedLanguage>`
      SELECT DISTINCT ON (l.language_id) l.language_id AS "languageId", l.name, l.locale, l.fallback
      FROM language l JOIN tenant t ON t.id = l.tenant_id
      WHERE l.language_id <> ALL(${[...LANGUAGES]}::text[]) ORDER BY l.language_id, t.slug <> ${PRODUCT}, t.id`.execute(
      tx,
    ),
    texts: await sql<{ languageId: string; texts: Record<string, string> }>`
      SELECT o.language_id AS "languageId", jsonb_object_agg(o.key, o.text) AS texts
      FROM translation o JOIN tenant t ON t.id = o.tenant_id
      WHERE t.slug = ${PRODUCT} GROUP BY o.language_id`.execute(tx),
  }));
  if (found.texts.rows.length > 0) await readCatalogue();
  addedLanguages.value = found.languages.rows;
  ownTexts.byLanguage = Object.fromEntries(found.texts.rows.map(({ languageId, texts }) => [languageId, texts]));
}
