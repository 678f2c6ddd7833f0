import type { FastifyInstance } from 'fastify';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import { getTranslationFile } from '../../../shared/contracts/session.contract.ts';
import {
  exportTranslations,
  importTranslations,
  listTranslations,
  putTranslations,
} from '../../../shared/contracts/translations.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { CallerSession } from '../../platform/session.ts';
import { type Catalogue, readCatalogue } from './catalogue.ts';
import { readLanguages } from './languages.store.ts';
import { createTextFiles } from './text-files.ts';
import { PRODUCT, readOwnTexts, removeOwnTexts, writeOwnTexts } from './translations.store.ts';
import {
  type Change,
  changeOf,
  editableBy,
  isAbout,
  isMissing,
  partOf,
  progressOf,
  type SentText,
  translationsOf,
} from './translations.ts';

const PAGE = 50;

export function translationRoutes(app: FastifyInstance, context: AppContext): void {
  const files = createTextFiles(context.db);

  serve(app, context, getTranslationFile, async ({ params, query, request, reply }) => {
    const file = await files.read(params.file, query.only === 'own');
    if (!file) throw new AppError('request.not_found');
    reply.header('etag', file.etag).header('cache-control', 'public, no-cache');
    if (request.headers['if-none-match'] === file.etag) reply.status(304).send();
    return file.content;
  });

  serve(app, context, listTranslations, async ({ tx, query, session }) => {
    const { q = '', part, own = false, missing, limit = PAGE, after } = query;
    const catalogue = await catalogueOf(session);
    const all = translationsOf(await readOwnTexts(tx), catalogue);
    const languages = await languagesOf(tx);
    const wanted = all.filter(
      (one) =>
        (!own || Object.keys(one.own).length > 0) &&
        (missing === undefined || isMissing(one, missing)) &&
        (part === undefined || partOf(one.key) === part) &&
        (q.trim() === '' || isAbout(one, q)),
    );
    const start = after === undefined ? 0 : wanted.findIndex(({ key }) => key === after) + 1;
    if (after !== undefined && start === 0) throw new AppError('page.cursor_mismatch');
    const items = wanted.slice(start, start + limit);
    const next = start + limit < wanted.length ? (items.at(-1)?.key ?? null) : null;
    const parts = [...new Set([...catalogue.keys()].map(partOf))];
    return { items, next, previous: null, total: wanted.length, parts, ...progressOf(all, [...languages]) };
  });

  serve(app, context, putTranslations, async ({ tx, body, session }) => {
    const sent = body.map((one, index) => ({ ...one, at: `/${index}/text` }));
    await apply(tx, await readChange(tx, session, sent));
    return null;
  });

  serve(app, context, exportTranslations, async ({ tx, query, session, reply }) => {
    const own = await readOwnTexts(tx);
    const texts: Record<string, Record<string, string>> = {};
    if (query.languageId !== undefined) {
      for (const [key, product] of await catalogueOf(session)) texts[key] = { en: product.en, [query.languageId]: '' };
    }
    for (const { key, languageId, text } of own) {
      if (query.languageId === undefined || languageId === query.languageId)
        texts[key] = { ...texts[key], [languageId]: text };
    }
    reply.header('content-disposition', 'attachment; filename="translations.json"');
    return { texts };
  });

  serve(app, context, importTranslations, async ({ tx, body, session }) => {
    const { texts, dryRun = false } = body;
    const sent = Object.entries(texts).flatMap(([key, byLanguage]) =>
      Object.entries(byLanguage).map(([languageId, text]) => {
        const at = `/texts/${key.replaceAll('~', '~0').replaceAll('/', '~1')}/${languageId}`;
        return { key, languageId, text, at };
      }),
    );
    const change = await readChange(tx, session, sent);
    if (!dryRun) await apply(tx, change);
    return { dryRun, changed: change.written.length + change.removed.length, unchanged: change.unchanged };
  });
}

async function catalogueOf({ tenantSlug }: CallerSession): Promise<Catalogue> {
  return editableBy(await readCatalogue(), tenantSlug === PRODUCT);
}

async function languagesOf(tx: Tx): Promise<ReadonlySet<string>> {
  const languages = await readLanguages(tx);
  return new Set([...LANGUAGES, ...languages.map(({ languageId }) => languageId)]);
}

async function readChange(tx: Tx, session: CallerSession, sent: readonly SentText[]): Promise<Change> {
  return changeOf(sent, await readOwnTexts(tx), await catalogueOf(session), await languagesOf(tx));
}

async function apply(tx: Tx, { written, removed }: Change): Promise<void> {
  if (written.length + removed.length === 0) return;
  await writeOwnTexts(tx, written);
  await removeOwnTexts(tx, removed);
  await enqueue(tx, 'live', { principals: ['*'], type: 'config.changed', data: { what: 'translations' } });
}
