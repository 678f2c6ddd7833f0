/** A browser and its operating system in short words; null what the client does not say. */
export interface Browser {
  readonly browser: string | null;
  readonly system: string | null;
}

// The first match counts: most browsers also name those that they descend from.
const BROWSERS: readonly (readonly [mark: string, name: string])[] = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
];
const SYSTEMS: readonly (readonly [mark: string, name: string])[] = [
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Macintosh', 'macOS'],
  ['Linux', 'Linux'],
];

/** Reads the header `User-Agent`, which clients choose freely: only known names are returned. */
export function browserOf(userAgent: string | undefined): Browser {
  const find = (table: typeof BROWSERS) => table.find(([mark]) => userAgent?.includes(mark))?.[1] ?? null;
  return { browser: find(BROWSERS), system: find(SYSTEMS) };
}
