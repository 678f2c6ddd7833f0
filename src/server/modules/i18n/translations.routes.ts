import { createHash } from 'node:crypto';
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
import { readCatalogue } from './catalogue.ts';
import { readOwnTexts, readPublicTexts, removeOwnTexts, writeOwnTexts } from './translations.store.ts';
import { type Change, changeOf, fileOf, isAbout, partOf, translationsOf } from './translations.ts';

/** The language follows the last dash: a tenant's name can contain dashes. */
const FILE = /^([a-z][a-z0-9-]{1,30})-([a-z]{2,3})\.json$/;
const PAGE = 50;

export function translationRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, getTranslationFile, async ({ params, request, reply }) => {
    const [, slug = '', languageId] = FILE.exec(params.file) ?? [];
    if (languageId === undefined) throw new AppError('request.not_found');
    const language = LANGUAGES.find((one) => one === languageId);
    const texts = language ? await readPublicTexts(context.db, slug, language) : [];
    const content = texts.length > 0 ? fileOf(texts, await readCatalogue()) : {};
    const etag = `"${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag).header('cache-control', 'public, no-cache');
    if (request.headers['if-none-match'] === etag) reply.status(304).send();
    return content;
  });

  serve(app, context, listTranslations, async ({ tx, query }) => {
    const { q = '', part, own = false, limit = PAGE, after } = query;
    const catalogue = await readCatalogue();
    const all = translationsOf(await readOwnTexts(tx), catalogue);
    const wanted = all.filter(
      (one) =>
        (!own || Object.keys(one.own).length > 0) &&
        (part === undefined || partOf(one.key) === part) &&
        (q.trim() === '' || isAbout(one, q)),
    );
    const start = after === undefined ? 0 : wanted.findIndex(({ key }) => key === after) + 1;
    if (after !== undefined && start === 0) throw new AppError('page.cursor_mismatch');
    const items = wanted.slice(start, start + limit);
    const next = start + limit < wanted.length ? (items.at(-1)?.key ?? null) : null;
    const parts = [...new Set([...catalogue.keys()].map(partOf))];
    return { items, next, previous: null, total: wanted.length, parts };
  });

  serve(app, context, putTranslations, async ({ tx, body }) => {
    const sent = body.map((one, index) => ({ ...one, at: `/${index}/text` }));
    await apply(tx, changeOf(sent, await readOwnTexts(tx), await readCatalogue()));
    return null;
  });

  serve(app, context, exportTranslations, async ({ tx, reply }) => {
    const texts: Record<string, Record<string, string>> = {};
    for (const { key, languageId, text } of await readOwnTexts(tx)) texts[key] = { ...texts[key], [languageId]: text };
    reply.header('content-disposition', 'attachment; filename="translations.json"');
    return { texts };
  });

  serve(app, context, importTranslations, async ({ tx, body }) => {
    const { texts, dryRun = false } = body;
    const sent = Object.entries(texts).flatMap(([key, byLanguage]) =>
      Object.entries(byLanguage).map(([languageId, text]) => {
        const at = `/texts/${key.replaceAll('~', '~0').replaceAll('/', '~1')}/${languageId}`;
        return { key, languageId, text, at };
      }),
    );
    const change = changeOf(sent, await readOwnTexts(tx), await readCatalogue());
    if (!dryRun) await apply(tx, change);
    return { dryRun, changed: change.written.length + change.removed.length, unchanged: change.unchanged };
  });
}

async function apply(tx: Tx, { written, removed }: Change): Promise<void> {
  if (written.length + removed.length === 0) return;
  await writeOwnTexts(tx, written);
  await removeOwnTexts(tx, removed);
  await enqueue(tx, 'live', { principals: ['*'], type: 'config.changed', data: { what: 'translations' } });
}
