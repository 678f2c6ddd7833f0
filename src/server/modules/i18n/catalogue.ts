import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES, type ShippedLanguageId } from '../../../shared/contracts/constants.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contracts/errors.ts';
import { PROBLEM_TEXTS } from '../../../shared/contracts/problem-texts.ts';
import { catalogueName } from '../../../shared/locale/catalogue-name.ts';
import type { Messages } from '../../../shared/locale/messages.ts';

export type ProductTexts = Readonly<Record<ShippedLanguageId, string>>;

/** The product's texts by key, in the order of its parts. */
export type Catalogue = ReadonlyMap<string, ProductTexts>;

const SOURCES = join(import.meta.dirname, '../../..');
/** Keys of texts that servers use: of e-mails, files and public pages, and of problems. */
const ON_SERVERS = /^(?:server|errors)\./;

let reading: Promise<Catalogue> | undefined;

/** Whether a text is used by servers, for all organisations. Only the provider can replace or translate it. */
export const isServerKey = (key: string): boolean => ON_SERVERS.test(key);

/** Reads the texts of the product from the sources, once. Server texts look up own texts from then on. */
export function readCatalogue(): Promise<Catalogue> {
  reading ??= read();
  return reading;
}

async function read(): Promise<Catalogue> {
  const files = globSync('{widgets,host,shared,server}/**/*.messages.ts', { cwd: SOURCES });
  const named = files.map((file) => ({ file: join(SOURCES, file), name: catalogueName(join(SOURCES, file)) }));
  const catalogue = new Map<string, ProductTexts>();
  for (const { file, name } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const exported = (await import(pathToFileURL(file).href)) as Readonly<Record<string, Messages | undefined>>;
    const messages = Object.values(exported).find((one) => one?.sources);
    if (!messages) continue;
    messages.name = `${name}.`;
    const sources = messages.sources as Texts;
    for (const key of Object.keys(sources.en)) {
      const texts = LANGUAGES.map((language) => [language, sources[language][key] ?? '']);
      catalogue.set(`${name}.${key}`, Object.fromEntries(texts) as Record<ShippedLanguageId, string>);
    }
  }
  for (const [code, { text }] of Object.entries(ERRORS)) {
    const inOthers = Object.entries(PROBLEM_TEXTS).map(([language, texts]) => [
      language,
      icuOf(texts[code as ErrorCode]),
    ]);
    catalogue.set(`errors.${code}`, {
      en: icuOf(text),
      ...(Object.fromEntries(inOthers) as Record<'et' | 'ru' | 'zh', string>),
    });
  }
  return catalogue;
}

/** Texts of problems have placeholders only; in messages other braces, quotes and signs of markup are quoted. */
function icuOf(text: string): string {
  const parts = text.replaceAll("'", "''").split(/(\{\w+\})/);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[{}<]/g, "'$&'"))).join('');
}

type Texts = Readonly<Record<ShippedLanguageId, Readonly<Record<string, string>>>>;
