import { type Static, Type } from 'typebox';
import { TRANSLATION_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Nothing, nullable, page, Texts } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

/** Maximum number of texts in one import or change. */
const TRANSLATIONS_MAX = 20_000;

const Key = Type.String({ minLength: 1, maxLength: 200 });
const LanguageKey = Type.String({ pattern: '^[a-z]{2,3}$' });

export const Translation = Type.Object({
  /** `inbox.title`: the part of the product, and its text. */
  key: Type.String(),
  /** The product's text, by language, in ICU MessageFormat. */
  product: Texts,
  /** The organisation's own text, if any. */
  own: Texts,
  /** Languages whose own text no longer matches the product's arguments or key; the product's text is shown instead. */
  stale: Type.Array(Type.String()),
});
export type Translation = Static<typeof Translation>;

export const listTranslations = endpoint({
  method: 'GET',
  path: '/api/i18n/translations',
  summary:
    "The product's texts with what the organisation says instead, by key; `q` finds keys and texts of all languages",
  who: 'provider',
  scope: null,
  query: Type.Object({
    q: Type.Optional(Type.String({ maxLength: 200 })),
    /** One part of the product: the prefix of its keys before the first dot. */
    part: Type.Optional(Type.String({ maxLength: 100 })),
    /** Only texts changed by the organisation. */
    own: Type.Optional(Type.Boolean()),
    /** Only texts that this added language lacks, or whose translation is out of date. */
    missing: Type.Optional(LanguageKey),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    after: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    ...page(Translation).properties,
    total: Type.Integer(),
    /** The parts of the product, in order. */
    parts: Type.Array(Type.String()),
    /** How many texts the product has. */
    texts: Type.Integer(),
    /** How many of them each added language has. */
    translated: Type.Record(Type.String(), Type.Integer()),
  }),
});

/** All or none. A null text, or one equal to the product's, restores the product's text. */
export const putTranslations = endpoint({
  method: 'PUT',
  path: '/api/i18n/translations',
  summary: 'Replace texts of the product by own ones, or restore them',
  who: 'provider',
  scope: null,
  status: 204,
  body: Type.Array(
    Type.Object(
      { key: Key, languageId: LanguageKey, text: nullable(Type.String({ maxLength: TRANSLATION_MAX })) },
      strict,
    ),
    { minItems: 1, maxItems: 200 },
  ),
  reply: Nothing,
  errors: [
    'translation.invalid',
    'translation.unknown_key',
    'translation.unknown_language',
    'translation.icu_invalid',
    'translation.arguments',
    'translation.plural_forms',
    'translation.markup',
  ],
});

const TextsByKey = Type.Record(Key, Type.Record(LanguageKey, Type.String({ maxLength: TRANSLATION_MAX }), strict), {
  maxProperties: TRANSLATIONS_MAX,
});

/** The format accepted by `import`. */
export const exportTranslations = endpoint({
  method: 'GET',
  path: '/api/i18n/translations/export',
  summary:
    "The organisation's own texts as one file; with `languageId` every text of the product, in English and in this language, for translators",
  who: 'provider',
  scope: null,
  query: Type.Object({ languageId: Type.Optional(LanguageKey) }),
  reply: Type.Object({ texts: TextsByKey }),
});

export const importTranslations = endpoint({
  method: 'POST',
  path: '/api/i18n/translations/import',
  summary:
    'Take own texts from a file, all or none; with `dryRun` only says what would change. Others stay as they are',
  who: 'provider',
  scope: null,
  bodyLimit: 4_194_304,
  bodyBounds: { values: 6 * TRANSLATIONS_MAX, members: TRANSLATIONS_MAX },
  body: Type.Object({ texts: TextsByKey, dryRun: Type.Optional(Type.Boolean()) }, strict),
  reply: Type.Object({ dryRun: Type.Boolean(), changed: Type.Integer(), unchanged: Type.Integer() }),
  errors: [
    'translation.invalid',
    'translation.unknown_key',
    'translation.unknown_language',
    'translation.icu_invalid',
    'translation.arguments',
    'translation.plural_forms',
    'translation.markup',
  ],
});
