import type { Texts } from '../../../shared/contracts/shapes.contract.ts';

/** Translations of an object by part and language. */
export type PartTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Members of configured objects that hold a text per language; a test compares them with the schemas. */
const TEXT_MEMBERS: ReadonlySet<string> = new Set([
  'addLabel',
  'because',
  'confirm',
  'content',
  'description',
  'hint',
  'keywords',
  'label',
  'message',
  'name',
  'patternMessage',
  'rowLabel',
  'text',
  'title',
  'unit',
]);

/** A language as forms name it. */
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Members that identify an element of a list, so that its texts keep their place when the list changes. */
const IDENTITIES = ['key', 'id', 'field'];

/**
 * Returns the texts of an object by part: the names and identities on the way to it, joined by dots. Parts of a form start
 * at their field or section, so that a field which moves to another section keeps its translations.
 */
export function partsOf(document: object): ReadonlyMap<string, Texts> {
  const found = new Map<string, Texts>();
  mapTexts(document, (part, texts) => {
    if (Object.values(texts).some((text) => text.trim() !== '')) found.set(part, texts);
    return texts;
  });
  return found;
}

/** Returns an object with the translations of the languages that it lacks. */
export function withTexts<T extends object>(document: T, own: PartTexts | undefined): T {
  if (own === undefined) return document;
  return mapTexts(document, (part, texts) => {
    const translations = own[part];
    if (!translations) return texts;
    const present = filled(texts);
    // The document's languages come first: its first one is shown where the reader's is missing.
    return { ...present, ...translations, ...present };
  });
}

const filled = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));

type Change = (part: string, texts: Texts) => Texts;

function mapTexts<T extends object>(document: T, change: Change): T {
  return mapValue(document, [], change) as T;
}

function mapValue(value: unknown, path: readonly string[], change: Change): unknown {
  if (Array.isArray(value)) {
    const start = path.at(-1) === 'children' ? [] : path;
    return value.map((one, index) => mapValue(one, [...start, identityOf(one) ?? String(index)], change));
  }
  // Dates and buffers of rows stay as they are.
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => {
    const place = [...path, name];
    return [
      name,
      TEXT_MEMBERS.has(name) && isTexts(member) ? change(place.join('.'), member) : mapValue(member, place, change),
    ];
  });
  return Object.fromEntries(members);
}

function identityOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const members = value as Readonly<Record<string, unknown>>;
  return IDENTITIES.map((name) => members[name]).find((one) => typeof one === 'string');
}

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(([language, text]) => LANGUAGE.test(language) && typeof text === 'string');
