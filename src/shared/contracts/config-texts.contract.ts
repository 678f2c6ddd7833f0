import { type Static, Type } from 'typebox';
import { CONFIG_TEXT_FILE_MAX, CONFIG_TEXT_KINDS, CONFIG_TEXT_MAX } from './config-texts.rules.ts';
import { endpoint } from './endpoint.ts';
import { literals, Nothing, nullable, page, Texts } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;
const provider = { who: 'provider', scope: null } as const;

/** Refusals of a written translation. */
const TEXT_FAULTS = [
  'translation.invalid',
  'translation.unknown_language',
  'config_text.unknown',
  'config_text.in_document',
  'config_text.markup',
] as const;

const Kind = literals(...CONFIG_TEXT_KINDS);
const LanguageKey = Type.String({ pattern: '^[a-z]{2,3}$' });
const Place = {
  kind: Kind,
  /** The object: the key of a process, the id of a form. */
  owner: Type.String({ minLength: 1, maxLength: 300 }),
  /** The text in the object: `node:approve`, `root.reason.label`. */
  part: Type.String({ minLength: 1, maxLength: 300 }),
};

export const ConfigText = Type.Object({
  ...Place,
  /** Name of the object in the reader's language. */
  place: Type.String(),
  /** The text to translate. */
  source: Type.String(),
  /** Its language. */
  sourceLanguage: Type.String(),
  /** Translations that the object has itself. */
  document: Texts,
  /** Translations entered here. */
  own: Texts,
  /** Languages whose own translation is of an earlier source; it is shown all the same. */
  outdated: Type.Array(Type.String()),
  /** Whether a translation entered here is shown instead of the object's own. Otherwise only languages that the object lacks can be translated. */
  replaces: Type.Boolean(),
});
export type ConfigText = Static<typeof ConfigText>;

const filters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  kind: Type.Optional(Kind),
  /** Only texts that a language lacks, or whose translation is of an earlier source. */
  state: Type.Optional(literals('missing', 'outdated')),
  /** The language of `state`; without it, any language of the organisation. */
  languageId: Type.Optional(LanguageKey),
};

export const listConfigTexts = endpoint({
  method: 'GET',
  path: '/api/i18n/configuration',
  summary:
    'Texts of what the organisation configured (names of processes and tasks, texts of forms, registries, menus and the catalogue) with their translations',
  ...provider,
  query: Type.Object({
    ...filters,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    after: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  reply: Type.Object({ ...page(ConfigText).properties, total: Type.Integer() }),
});

/** All or none. A null text removes the translation. */
export const putConfigTexts = endpoint({
  method: 'PUT',
  path: '/api/i18n/configuration',
  summary: 'Translate texts of what the organisation configured',
  ...provider,
  status: 204,
  body: Type.Array(
    Type.Object(
      { ...Place, languageId: LanguageKey, text: nullable(Type.String({ maxLength: CONFIG_TEXT_MAX })) },
      strict,
    ),
    { minItems: 1, maxItems: 200 },
  ),
  reply: Nothing,
  errors: TEXT_FAULTS,
});

/** Lines with the place of each text, the text, its translation, and its state: `missing`, `outdated`, `translated`. */
export const exportConfigTexts = endpoint({
  method: 'GET',
  path: '/api/i18n/configuration/export',
  summary: 'Texts of what the organisation configured, with their translations into one language, for translators',
  ...provider,
  query: Type.Object({
    languageId: LanguageKey,
    kind: filters.kind,
    state: filters.state,
  }),
  produces: 'text/csv',
  reply: Type.String(),
  errors: ['translation.unknown_language'],
});

/**
 * Takes the translations of an exported file, all or none; lines without a translation change nothing. A translation of an
 * earlier text is stored as outdated. The pointers of faults are lines of the file.
 */
export const importConfigTexts = endpoint({
  method: 'POST',
  path: '/api/i18n/configuration/import',
  summary: 'Take translations from a file; with `dryRun` only says what would change',
  ...provider,
  body: Type.Object(
    {
      languageId: LanguageKey,
      /** The text of the file: CSV with the columns `kind`, `owner`, `part` and `translation`. */
      content: Type.String({ maxLength: CONFIG_TEXT_FILE_MAX }),
      dryRun: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  reply: Type.Object({ dryRun: Type.Boolean(), changed: Type.Integer(), unchanged: Type.Integer() }),
  errors: [
    ...TEXT_FAULTS,
    'config_text.columns',
    'config_text.too_long',
    'import.malformed',
    'import.unclosed_quote',
    'import.too_many_rows',
    'import.too_many_columns',
  ],
});

const Progress = Type.Object({
  /** Number of texts. */
  texts: Type.Integer(),
  /** Number of translated texts by language. */
  translated: Type.Record(Type.String(), Type.Integer()),
  /** Number of outdated translations by language. */
  outdated: Type.Record(Type.String(), Type.Integer()),
});

export const getConfigTextCompleteness = endpoint({
  method: 'GET',
  path: '/api/i18n/configuration/completeness',
  summary: 'How many texts of what the organisation configured each language has, in all and by kind',
  ...provider,
  reply: Type.Object({ ...Progress.properties, kinds: Type.Record(Type.String(), Progress) }),
});
export type ConfigTextCompleteness = Static<typeof getConfigTextCompleteness.reply>;
