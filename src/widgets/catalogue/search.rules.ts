import type { CatalogueEntry } from '../../shared/contracts/catalogue.contract.ts';

/** Texts of an item in the order of their weight, without case and diacritics. */
interface Indexed {
  readonly item: CatalogueEntry;
  readonly fields: readonly string[];
}

export type SearchIndex = readonly Indexed[];

/** Without case and diacritics: `Käsk` and `kask` are the same. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

export function indexOf(items: readonly CatalogueEntry[], categoryOf: (id: string | null) => string): SearchIndex {
  return items.map((item) => ({
    item,
    fields: [
      item.title,
      item.keywords.join(' '),
      `${item.description} ${categoryOf(item.category)}`,
      item.otherTexts.join(' '),
    ].map(plain),
  }));
}

/** Returns the items that contain every word, best first: the beginning of a word before its middle, titles before other texts. */
export function search(index: SearchIndex, q: string): CatalogueEntry[] {
  const words = plain(q).split(/\s+/).filter(Boolean);
  const found = index.flatMap(({ item, fields }) => {
    const weights = words.map((word) => weightOf(fields, word));
    return weights.includes(Number.POSITIVE_INFINITY) ? [] : [{ item, weight: weights.reduce((a, b) => a + b, 0) }];
  });
  return found.toSorted((a, b) => a.weight - b.weight).map(({ item }) => item);
}

function weightOf(fields: readonly string[], word: string): number {
  const begins = fields.findIndex((text) => hasWordBeginning(text, word));
  if (begins >= 0) return begins;
  const contains = fields.findIndex((text) => text.includes(word));
  return contains >= 0 ? fields.length + contains : Number.POSITIVE_INFINITY;
}

function hasWordBeginning(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!)) return true;
  }
  return false;
}

/** The keyword of items that are offered when a search finds nothing. */
const FALLBACK_KEYWORD = '*';

export const fallbacks = (items: readonly CatalogueEntry[]): CatalogueEntry[] =>
  items.filter(({ keywords }) => keywords.includes(FALLBACK_KEYWORD));

/** Maximum number of items in the rows of favourites and of recent ones. */
export const ROW_MAX = 6;

/** Items that the user started last, or has a draft of, newest first. */
export function recent(items: readonly CatalogueEntry[]): CatalogueEntry[] {
  const at = ({ draft, lastStarted }: CatalogueEntry) => [draft ?? '', lastStarted ?? ''].toSorted().at(-1)!;
  return items
    .filter((item) => at(item) !== '')
    .toSorted((a, b) => at(b).localeCompare(at(a)))
    .slice(0, ROW_MAX);
}
