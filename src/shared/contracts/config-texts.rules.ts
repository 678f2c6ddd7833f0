/** Kinds of configuration with texts for readers; named as in the exported configuration. */
export const CONFIG_TEXT_KINDS = [
  'processes',
  'case-types',
  'forms',
  'registries',
  'catalogue-categories',
  'catalogue-items',
  'menus',
  'dropdowns',
  'manual-groups',
] as const;
export type ConfigTextKind = (typeof CONFIG_TEXT_KINDS)[number];

/** Maximum characters of a translation. */
export const CONFIG_TEXT_MAX = 10_000;

/** Maximum length of a file of translations, which is sent in a body of ordinary size. */
export const CONFIG_TEXT_FILE_MAX = 900_000;
/** Maximum number of its lines. */
export const CONFIG_TEXT_LINES_MAX = 20_000;
