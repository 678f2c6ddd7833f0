import { type Static, Type } from 'typebox';
import { TRANSLATION_MAX } from './constants.ts';
import { endpoint } from './endpoint.ts';
import { Nothing, nullable, page, Texts } from './shapes.contract.ts';

const strict = { additionalProperties: false } as const;

/** Texts that one import or one change may bring. */
const TRANSLATIONS_MAX = 20_000;

const Key = Type.String({ minLength: 1, maxLength: 200 });
const LanguageKey = Type.String({ pattern: '^[a-z]{2,3}$' });

export const Translation = Type.Object({
  /** `inbox.title`: the part of the product, and the text in it. */
  key: Type.String(),
  /** What the product says, by language, in ICU MessageFormat. */
  product: Texts,
  /** What the organisation says instead, where it does. */
  own: Texts,
  /** Languages whose own text no longer fits the product's, by its arguments or its key; the product's is shown instead. */
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
    /** One part of the product: what stands before the first point of its keys. */
    part: Type.Optional(Type.String({ maxLength: 100 })),
    /** Only texts that the organisation has changed. */
    own: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    after: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    ...page(Translation).properties,
    total: Type.Integer(),
    /** The parts of the product, in their order. */
    parts: Type.Array(Type.String()),
  }),
});

/** All or none. A text of null, and one that is the product's own, gives the product's text back. */
export const putTranslations = endpoint({
  method: 'PUT',
  path: '/api/i18n/translations',
  summary: 'Say texts of the product in own words, or in those of the product again',
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

/** What `import` takes. */
export const exportTranslations = endpoint({
  method: 'GET',
  path: '/api/i18n/translations/export',
  summary: "The organisation's own texts as one file",
  who: 'provider',
  scope: null,
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
