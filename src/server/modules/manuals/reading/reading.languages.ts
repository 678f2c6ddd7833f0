/** One text of a released version: `same` texts have the same hash. */
export interface TextOfVersion {
  readonly number: number;
  readonly languageId: string;
  readonly sha256: string;
}

/** Returns the language shown for `asked`: the same, else the manual's fallback, else any. */
export function chooseLanguage(asked: string, languages: readonly string[], fallback: string): string | undefined {
  if (languages.includes(asked)) return asked;
  return languages.includes(fallback) ? fallback : languages[0];
}

/**
 * BEY-13: returns the languages whose text changed in a later version than that of `languageId`, as of version `number`. A
 * language that is added is a translation of the existing text: as new as the newest of the others.
 */
export function newerLanguages(texts: readonly TextOfVersion[], number: number, languageId: string): string[] {
  const changed = changedIn(texts, number);
  const own = changed.get(languageId);
  if (own === undefined) return [];
  return [...changed].flatMap(([language, at]) => (at > own ? [language] : [])).sort();
}

/** Returns the version in which each language of version `number` last changed. */
function changedIn(texts: readonly TextOfVersion[], number: number): Map<string, number> {
  const numbers = [...new Set(texts.map((text) => text.number))].filter((one) => one <= number).sort((a, b) => a - b);
  let before = new Map<string, { sha256: string; changed: number }>();
  for (const at of numbers) {
    const present = texts.filter((text) => text.number === at);
    const now = new Map<string, { sha256: string; changed: number }>();
    for (const { languageId, sha256 } of present) {
      const known = before.get(languageId);
      if (known) now.set(languageId, { sha256, changed: known.sha256 === sha256 ? known.changed : at });
    }
    const newest = now.size > 0 ? Math.max(...[...now.values()].map(({ changed }) => changed)) : at;
    for (const { languageId, sha256 } of present)
      if (!now.has(languageId)) now.set(languageId, { sha256, changed: newest });
    before = now;
  }
  return new Map([...before].map(([languageId, { changed }]) => [languageId, changed]));
}
