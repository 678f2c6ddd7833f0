import type { ConfigText, ConfigTextCompleteness } from '../../../shared/contracts/config-texts.contract.ts';
import type { ConfigTextKind } from '../../../shared/contracts/config-texts.rules.ts';
import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';
import { parseRichText } from '../../../shared/forms/index.ts';
import { AppError } from '../../platform/errors.ts';
import type { StoredText, TextPlace } from './config-texts.store.ts';
import type { SourceText } from './sources.query.ts';

const FAULTS_MAX = 20;

type Place = Pick<TextPlace, 'kind' | 'owner' | 'part'>;

/** Identifies a text: cursor of the list, and key of its translations. */
export const idOf = ({ kind, owner, part }: Place): string => [kind, owner, part].join('\n');

/** Kinds that are written in one language: their texts can be replaced in every language. */
const REPLACED: ReadonlySet<ConfigTextKind> = new Set(['processes', 'dropdowns']);

/** Parts that name the object. */
const TITLES: ReadonlySet<string> = new Set(['process', 'title', 'name']);

/** Returns all texts with their translations, names of objects in `language`. `tenantLanguage` is that of the organisation. */
export function configTextsOf(
  sources: readonly SourceText[],
  stored: readonly StoredText[],
  { language, tenantLanguage }: { readonly language: string; readonly tenantLanguage: string },
): ConfigText[] {
  const own = Map.groupBy(stored, idOf);
  const texts = sources.map((one) => configTextOf(one, own.get(idOf(one)) ?? [], tenantLanguage));
  const places = new Map<string, string>();
  for (const text of texts) {
    const object = `${text.kind}\n${text.owner}`;
    if (TITLES.has(text.part) && !places.has(object)) places.set(object, shownIn(text, language));
  }
  return texts.map((text) => ({ ...text, place: places.get(`${text.kind}\n${text.owner}`) ?? text.owner }));
}

function configTextOf(
  { kind, owner, part, plain, texts }: SourceText,
  stored: readonly StoredText[],
  tenantLanguage: string,
): ConfigText {
  const replaces = REPLACED.has(kind);
  const { source, sourceLanguage } = sourceOf(plain, texts, tenantLanguage);
  const document = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
  const used = stored.filter(({ languageId }) => replaces || document[languageId] === undefined);
  return {
    ...{ kind, owner, part, place: owner, source, sourceLanguage, document, replaces },
    own: Object.fromEntries(used.map(({ languageId, text }) => [languageId, text])),
    outdated: used.filter((one) => one.source !== source).map(({ languageId }) => languageId),
  };
}

/** A text without a language is in the organisation's, or in English if it is translated into the organisation's. */
function sourceOf(plain: string | undefined, texts: Texts, tenantLanguage: string) {
  if (plain !== undefined) {
    return { source: plain, sourceLanguage: texts[tenantLanguage] === undefined ? tenantLanguage : 'en' };
  }
  const filled = Object.keys(texts).filter((language) => texts[language]?.trim());
  const sourceLanguage = ['en', tenantLanguage].find((language) => filled.includes(language)) ?? filled[0] ?? 'en';
  return { source: texts[sourceLanguage] ?? '', sourceLanguage };
}

/** Returns the text as readers of a language see it. */
function shownIn({ own, document, source, replaces }: ConfigText, language: string): string {
  return (replaces ? own[language] : undefined) ?? document[language] ?? own[language] ?? source;
}

/** Whether readers of a language see the text in another one. */
export function isMissing({ own, document, sourceLanguage }: ConfigText, languageId: string): boolean {
  return languageId !== sourceLanguage && document[languageId] === undefined && own[languageId] === undefined;
}

/** Whether a text, its translation or the name of its object contains these letters, ignoring case. */
export function isAbout({ place, owner, part, source, document, own }: ConfigText, wanted: string): boolean {
  const letters = wanted.trim().toLowerCase();
  const texts = [place, owner, part, source, ...Object.values(document), ...Object.values(own)];
  return texts.some((text) => text.toLowerCase().includes(letters));
}

export function completenessOf(texts: readonly ConfigText[], languages: readonly string[]): ConfigTextCompleteness {
  const kinds = Map.groupBy(texts, ({ kind }) => kind);
  const ofKinds = [...kinds].map(([kind, ofKind]) => [kind, progressOf(ofKind, languages)]);
  return { ...progressOf(texts, languages), kinds: Object.fromEntries(ofKinds) };
}

function progressOf(texts: readonly ConfigText[], languages: readonly string[]) {
  const counted = (is: (text: ConfigText, language: string) => boolean) =>
    Object.fromEntries(languages.map((language) => [language, texts.filter((text) => is(text, language)).length]));
  return {
    texts: texts.length,
    translated: counted((text, language) => !isMissing(text, language)),
    outdated: counted(({ outdated }, language) => outdated.includes(language)),
  };
}

/** A translation in a request; null removes it. */
export interface SentConfigText extends TextPlace {
  readonly text: string | null;
  /** Position in the request. */
  readonly at: string;
  /** The text that was translated, if it is not the present one. */
  readonly source?: string;
}

export interface ConfigTextChange {
  readonly written: readonly StoredText[];
  readonly removed: readonly TextPlace[];
}

/** Returns the translations to write and to remove. Throws `translation.invalid` with every error. */
export function changeOf(
  sent: readonly SentConfigText[],
  texts: readonly ConfigText[],
  languages: ReadonlySet<string>,
): ConfigTextChange {
  const known = new Map(texts.map((one) => [idOf(one), one]));
  const faults: FieldError[] = [];
  // The later one of two texts for the same place wins.
  const after = new Map<string, StoredText | (TextPlace & { readonly text: null })>();
  for (const { at, text, source, ...place } of sent) {
    const found = known.get(idOf(place));
    const isRemoved = text === null || text.trim() === '';
    const fault = isRemoved ? undefined : faultOf(text, place, found, languages);
    const key = `${place.languageId}\n${idOf(place)}`;
    if (fault) faults.push({ pointer: `${at}/text`, ...fault });
    else
      after.set(
        key,
        isRemoved ? { ...place, text: null } : { ...place, text: text.trim(), source: source ?? found!.source },
      );
  }
  if (faults.length > 0)
    throw new AppError('translation.invalid', { count: faults.length }, { errors: faults.slice(0, FAULTS_MAX) });
  const changes = [...after.values()];
  return {
    written: changes.filter((one): one is StoredText => one.text !== null),
    removed: changes.filter((one) => one.text === null),
  };
}

function faultOf(
  text: string,
  { languageId, part }: TextPlace,
  found: ConfigText | undefined,
  languages: ReadonlySet<string>,
): Omit<FieldError, 'pointer'> | undefined {
  if (!languages.has(languageId)) return { code: 'translation.unknown_language', params: { language: languageId } };
  if (!found) return { code: 'config_text.unknown', params: { part } };
  if (!found.replaces && found.document[languageId] !== undefined) return { code: 'config_text.in_document' };
  return part.endsWith('.content') && !isRichText(text) ? { code: 'config_text.markup' } : undefined;
}

function isRichText(text: string): boolean {
  try {
    parseRichText(text);
    return true;
  } catch {
    // The reason is a position in English; the message names what is allowed.
    return false;
  }
}
