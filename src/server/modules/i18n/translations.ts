import type { FieldError } from '../../../shared/contracts/errors.ts';
import type { Translation } from '../../../shared/contracts/translations.contract.ts';
import { compiled } from '../../../shared/locale/compiled.ts';
import { isShipped, shippedLanguage } from '../../../shared/locale/language.ts';
import { AppError } from '../../platform/errors.ts';
import { type Catalogue, isServerKey } from './catalogue.ts';
import { faultOf } from './translations.rules.ts';
import type { OwnText } from './translations.store.ts';

const FAULTS_MAX = 20;

/** A custom text in a request; null restores the product's. `at` is its position in the request. */
export interface SentText {
  readonly key: string;
  readonly languageId: string;
  readonly text: string | null;
  readonly at: string;
}

export interface Change {
  readonly written: readonly OwnText[];
  readonly removed: readonly Omit<OwnText, 'text'>[];
  readonly unchanged: number;
}

const idOf = ({ languageId, key }: Omit<OwnText, 'text'>) => `${languageId} ${key}`;

/**
 * Returns the texts to write and to remove; of two texts for the same key and language, the later wins. `languages` are
 * those of the organisation. Throws `translation.invalid` with every error.
 */
export function changeOf(
  sent: readonly SentText[],
  present: readonly OwnText[],
  catalogue: Catalogue,
  languages: ReadonlySet<string>,
): Change {
  const faults: FieldError[] = [];
  const before = new Map(present.map((one) => [idOf(one), one.text]));
  const after = new Map<string, OwnText | { languageId: string; key: string; text: null }>();
  for (const { at, key, languageId, text } of sent) {
    const id = idOf({ languageId, key });
    const product = catalogue.get(key);
    const isRemoved = text === null || text.trim() === '' || (isShipped(languageId) && text === product?.[languageId]);
    // Custom texts of keys that the product no longer has can still be removed.
    if (isRemoved && before.has(id)) after.set(id, { languageId, key, text: null });
    else if (!languages.has(languageId))
      faults.push({ pointer: at, code: 'translation.unknown_language', params: { language: languageId } });
    else if (!product) faults.push({ pointer: at, code: 'translation.unknown_key', params: { key } });
    else if (isRemoved) after.delete(id);
    else {
      const fault = faultOf(text, product, languageId);
      if (fault) faults.push({ pointer: at, ...fault });
      else after.set(id, { languageId, key, text });
    }
  }
  if (faults.length > 0)
    throw new AppError('translation.invalid', { count: faults.length }, { errors: faults.slice(0, FAULTS_MAX) });
  const changes = [...after.values()];
  const written = changes.filter((one): one is OwnText => one.text !== null && before.get(idOf(one)) !== one.text);
  const removed = changes.filter((one) => one.text === null);
  return { written, removed, unchanged: sent.length - written.length - removed.length };
}

/**
 * Returns the content of a public file: texts by key as browsers use them. Texts that no longer match the product's
 * arguments are left out.
 */
export function fileOf(texts: readonly OwnText[], catalogue: Catalogue): Record<string, unknown> {
  const fitting = texts.filter((one) => fits(one, catalogue));
  return Object.fromEntries(fitting.map(({ key, text }) => [key, compiled(text)]));
}

/** Returns the content of the product's public file of a language: every text, with the provider's own ones. */
export function wholeFileOf(
  languageId: string,
  texts: readonly OwnText[],
  catalogue: Catalogue,
): Record<string, unknown> {
  const shipped = shippedLanguage(languageId);
  const product = [...catalogue].map(([key, inLanguages]) => [key, compiled(inLanguages[shipped])]);
  return { ...Object.fromEntries(product), ...fileOf(texts, catalogue) };
}

/** Returns the texts that an organisation can replace: those of servers are the provider's. */
export function editableBy(catalogue: Catalogue, isProduct: boolean): Catalogue {
  return isProduct ? catalogue : new Map([...catalogue].filter(([key]) => !isServerKey(key)));
}

/** Returns how many texts each added language has, and how many there are. */
export function progressOf(all: readonly Translation[], languages: readonly string[]) {
  const known = all.filter(({ product }) => product.en !== undefined);
  const translated = (language: string) => known.filter((one) => !isMissing(one, language)).length;
  const added = languages.filter((one) => !isShipped(one));
  return { texts: known.length, translated: Object.fromEntries(added.map((one) => [one, translated(one)])) };
}

/** Whether an added language has no usable text of a key. */
export function isMissing({ product, own, stale }: Translation, languageId: string): boolean {
  return product.en !== undefined && (own[languageId] === undefined || stale.includes(languageId));
}

function fits({ key, text, languageId }: OwnText, catalogue: Catalogue): boolean {
  const product = catalogue.get(key);
  return product !== undefined && faultOf(text, product, languageId) === undefined;
}

/** Returns every key of the product, and former keys that still have custom texts. */
export function translationsOf(texts: readonly OwnText[], catalogue: Catalogue): Translation[] {
  const own = Map.groupBy(texts, ({ key }) => key);
  const gone = [...own.keys()].filter((key) => !catalogue.has(key));
  return [...catalogue.keys(), ...gone].map((key) => {
    const mine = own.get(key) ?? [];
    return {
      key,
      product: { ...catalogue.get(key) },
      own: Object.fromEntries(mine.map(({ languageId, text }) => [languageId, text])),
      stale: mine.filter((one) => !fits(one, catalogue)).map(({ languageId }) => languageId),
    };
  });
}

/** Whether the key or a text in any language contains these letters, ignoring case. */
export function isAbout({ key, product, own }: Translation, wanted: string): boolean {
  const letters = wanted.trim().toLowerCase();
  return [key, ...Object.values(product), ...Object.values(own)].some((text) => text.toLowerCase().includes(letters));
}

/** Returns the part of a key before its first dot. */
export const partOf = (key: string): string => key.split('.', 1)[0] ?? key;
