import type { LanguageId } from '../contracts/constants.ts';

/** Something that holds words and can fetch those of another language. */
export interface Loadable {
  has(language: LanguageId): boolean;
  load(language: LanguageId): Promise<unknown>;
}

const known: Loadable[] = [];

/** Remembers a catalogue, so that a change of language waits for its words. */
export function register(catalogue: Loadable): void {
  known.push(catalogue);
}

/** Whether the words of all catalogues in use are here. */
export function hasCatalogues(language: LanguageId): boolean {
  return known.every((catalogue) => catalogue.has(language));
}

/**
 * Fetches the words of all catalogues in use, also of those that come with a part of the page which loads meanwhile. A
 * part that fails to load does not hold the others back.
 */
export async function loadCatalogues(language: LanguageId): Promise<void> {
  let count: number;
  do {
    count = known.length;
    await Promise.allSettled(known.map((catalogue) => catalogue.load(language)));
  } while (known.length > count);
}
