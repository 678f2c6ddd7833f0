import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES, type LanguageId } from '../../../shared/contracts/constants.ts';
import { catalogueName } from '../../../shared/locale/catalogue-name.ts';
import type { Messages } from '../../../shared/locale/messages.ts';

/** The product's texts by key, in the order of its parts. */
export type Catalogue = ReadonlyMap<string, Readonly<Record<LanguageId, string>>>;

const SOURCES = join(import.meta.dirname, '../../..');

let reading: Promise<Catalogue> | undefined;

/** Reads the texts of the interface from the sources, once, when an organisation first has custom texts. */
export function readCatalogue(): Promise<Catalogue> {
  reading ??= read();
  return reading;
}

async function read(): Promise<Catalogue> {
  const files = globSync('{widgets,host,shared}/**/*.messages.ts', { cwd: SOURCES }).map((file) => join(SOURCES, file));
  const named = files.map((file) => ({ file, name: catalogueName(file) }));
  const catalogue = new Map<string, Record<LanguageId, string>>();
  for (const { file, name } of named.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const exported = (await import(pathToFileURL(file).href)) as Readonly<Record<string, Messages | undefined>>;
    const sources = Object.values(exported).find((one) => one?.sources)?.sources as Texts | undefined;
    for (const key of Object.keys(sources?.en ?? {})) {
      const texts = LANGUAGES.map((language) => [language, sources?.[language][key] ?? '']);
      catalogue.set(`${name}.${key}`, Object.fromEntries(texts));
    }
  }
  return catalogue;
}

type Texts = Readonly<Record<LanguageId, Readonly<Record<string, string>>>>;
