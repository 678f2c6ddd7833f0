import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import {
  type ConfigText,
  exportConfigTexts,
  getConfigTextCompleteness,
  importConfigTexts,
  listConfigTexts,
  putConfigTexts,
} from '../../../shared/contracts/config-texts.contract.ts';
import { CONFIG_TEXT_LINES_MAX } from '../../../shared/contracts/config-texts.rules.ts';
import { parseCsv } from '../../platform/content/csv.parse.ts';
import { BYTE_ORDER_MARK } from '../../platform/content/csv.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { enqueue } from '../../platform/outbox.ts';
import { readLanguages } from '../i18n/index.ts';
import {
  type ConfigTextChange,
  changeOf,
  completenessOf,
  configTextsOf,
  idOf,
  isAbout,
  isMissing,
} from './config-texts.rules.ts';
import { readConfigTexts, removeConfigTexts, writeConfigTexts } from './config-texts.store.ts';
import { readSources } from './sources.query.ts';
import { textFileOf, translationsIn } from './text-file.rules.ts';

const PAGE = 50;

export function configTextRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listConfigTexts, async ({ tx, query, request }) => {
    const { q = '', kind, state, languageId, limit = PAGE, after } = query;
    const all = await readTexts(tx, languageOf(request));
    const languages = languageId === undefined ? [...(await languagesOf(tx))] : [languageId];
    const wanted = all.filter(
      (one) =>
        (kind === undefined || one.kind === kind) &&
        (state === undefined || languages.some((language) => isInState(one, state, language))) &&
        (q.trim() === '' || isAbout(one, q)),
    );
    const start = after === undefined ? 0 : wanted.findIndex((one) => idOf(one) === after) + 1;
    if (after !== undefined && start === 0) throw new AppError('page.cursor_mismatch');
    const items = wanted.slice(start, start + limit);
    const last = items.at(-1);
    const next = last && start + limit < wanted.length ? idOf(last) : null;
    return { items, next, previous: null, total: wanted.length };
  });

  serve(app, context, getConfigTextCompleteness, async ({ tx, request }) => {
    return completenessOf(await readTexts(tx, languageOf(request)), [...(await languagesOf(tx))]);
  });

  serve(app, context, putConfigTexts, async ({ tx, body, request }) => {
    const sent = body.map((one, index) => ({ ...one, at: `/${index}` }));
    await apply(tx, changeOf(sent, await readTexts(tx, languageOf(request)), await languagesOf(tx)));
    return null;
  });

  serve(app, context, exportConfigTexts, async ({ tx, query, request, reply }) => {
    const { languageId, kind, state } = query;
    if (!(await languagesOf(tx)).has(languageId)) throw unknownLanguage(languageId);
    const texts = (await readTexts(tx, languageOf(request))).filter(
      (one) => (kind === undefined || one.kind === kind) && (state === undefined || isInState(one, state, languageId)),
    );
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="texts-${languageId}.csv"`);
    return textFileOf(texts, languageId);
  });

  serve(app, context, importConfigTexts, async ({ tx, body, request }) => {
    const { languageId, content, dryRun = false } = body;
    const languages = await languagesOf(tx);
    if (!languages.has(languageId)) throw unknownLanguage(languageId);
    const lines = await parseCsv(
      content.startsWith(BYTE_ORDER_MARK) ? content.slice(1) : content,
      CONFIG_TEXT_LINES_MAX,
    );
    const texts = await readTexts(tx, languageOf(request));
    const { sent, unchanged } = translationsIn(lines, texts, languageId);
    const change = changeOf(sent, texts, languages);
    if (!dryRun) await apply(tx, change);
    return { dryRun, changed: change.written.length, unchanged };
  });
}

const unknownLanguage = (language: string): AppError => new AppError('translation.unknown_language', { language });

async function apply(tx: Tx, { written, removed }: ConfigTextChange): Promise<void> {
  if (written.length + removed.length === 0) return;
  await writeConfigTexts(tx, written);
  await removeConfigTexts(tx, removed);
  await enqueue(tx, 'live', { principals: ['*'], type: 'config.changed', data: { what: 'texts' } });
}

const isInState = (one: ConfigText, state: 'missing' | 'outdated', language: string): boolean =>
  state === 'missing' ? isMissing(one, language) : one.outdated.includes(language);

async function readTexts(tx: Tx, language: string): Promise<ConfigText[]> {
  const { rows } = await sql<{ tenantLanguage: string }>`SELECT language_id AS "tenantLanguage" FROM tenant`.execute(
    tx,
  );
  const [sources, stored] = [await readSources(tx), await readConfigTexts(tx)];
  return configTextsOf(sources, stored, { language, tenantLanguage: rows[0]!.tenantLanguage });
}

async function languagesOf(tx: Tx): Promise<ReadonlySet<string>> {
  return new Set((await readLanguages(tx)).map(({ languageId }) => languageId));
}
