import type { LanguageId } from '../contracts/constants.ts';

/** An object with texts that can load those of another language. */
export interface Loadable {
  has(language: LanguageId): boolean;
  load(language: LanguageId): Promise<unknown>;
}

const known: Loadable[] = [];

/** Registers a catalogue, so that a change of language waits for its texts. */
export function register(catalogue: Loadable): void {
  known.push(catalogue);
}

/** Whether the texts of all used catalogues are loaded. */
export function hasCatalogues(language: LanguageId): boolean {
  return known.every((catalogue) => catalogue.has(language));
}

/**
 * Loads the texts of all used catalogues, including those of parts of the page that load meanwhile. A part that fails
 * does not delay the others.
 */
export async function loadCatalogues(language: LanguageId): Promise<void> {
  let count: number;
  do {
    count = known.length;
    await Promise.allSettled(known.map((catalogue) => catalogue.load(language)));
  } while (known.length > count);
}
