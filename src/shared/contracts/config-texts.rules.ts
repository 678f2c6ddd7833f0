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
