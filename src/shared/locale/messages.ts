import { createFormatters, createIntlCache } from '@formatjs/intl';
import type { LanguageId, ShippedLanguageId } from '../contracts/constants.ts';
import { register } from './catalogues.ts';
import { language, localeOf, shippedLanguage } from './language.ts';
import { ownTexts } from './own.ts';

type Texts<Key extends string> = Readonly<Record<Key, string>>;
type Source<Key extends string> = Texts<Key> | (() => Promise<Texts<Key>>);

/** Values of the placeholders `{name}` in a message. */
export type MessageValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Returns the text of a key in the language of the page. */
export type Translate<Key extends string> = (key: Key, values?: MessageValues) => string;

/** The texts of one part of the product in all languages. Browsers load one language at a time. */
export interface Messages<Key extends string = string> {
  /** Whether the texts of this language are loaded. */
  has(language: LanguageId): boolean;
  /** Loads the texts of a language; returns the same promise while loading. */
  load(language: LanguageId): Promise<void>;
  /** The formatted text. Empty while loading; the key if there is no such text. */
  text(language: LanguageId, key: Key, values?: MessageValues): string;
  readonly sources: Readonly<Record<ShippedLanguageId, Source<Key>>>;
  /** Prefix of its keys among own texts, with a trailing dot; the server sets it. */
  name: string;
}

const formatters = createFormatters(createIntlCache());

/**
 * Declares the texts of a widget: the same keys in en, et, ru and zh, in ICU MessageFormat. The build splits the file
 * by language (build/message-chunks.ts), so it contains one `export const x = defineMessages({ … })` and no imports
 * inside the texts. The build adds the name with a trailing dot, derived from the file's.
 */
export function defineMessages<const Key extends string>(
  sources: { readonly en: Readonly<Record<Key, string>> } & Readonly<
    Record<Exclude<ShippedLanguageId, 'en'>, Readonly<Record<NoInfer<Key>, string>>>
  >,
  name = '',
): Messages<Key> {
  const loaded = new Map<ShippedLanguageId, Texts<Key>>();
  const loading = new Map<ShippedLanguageId, Promise<void>>();
  const all: Readonly<Record<ShippedLanguageId, Source<Key>>> = sources;
  const formatIn = formatsByLocale();

  const messages: Messages<Key> = {
    sources: all,
    name,
    has: (id) => loaded.has(shippedLanguage(id)),
    load(wanted) {
      const id = shippedLanguage(wanted);
      if (loaded.has(id)) return Promise.resolve();
      const source = all[id];
      if (typeof source !== 'function') {
        loaded.set(id, source);
        return Promise.resolve();
      }
      let promise = loading.get(id);
      if (!promise) {
        promise = source()
          .then((texts) => void loaded.set(id, texts))
          .finally(() => loading.delete(id));
        loading.set(id, promise);
      }
      return promise;
    },
    text(id, key, values) {
      const shipped = shippedLanguage(id);
      const source = all[shipped];
      const texts = loaded.get(shipped) ?? (typeof source === 'function' ? undefined : source);
      if (!texts) return '';
      const own = (language: LanguageId) => ownTexts.byLanguage[language]?.[messages.name + key];
      return (
        (id === shipped ? undefined : formatIn(localeOf(id), own(id), values)) ??
        formatIn(localeOf(shipped), own(shipped), values) ??
        formatIn(localeOf(shipped), texts[key], values) ??
        key
      );
    },
  };
  register(messages);
  // Started here rather than at the first render: texts load in parallel with the code.
  messages.load(language.peek()).catch(() => undefined);
  return messages;
}

/** A text outside components, in the current language of the page. */
export function translate<Key extends string>(messages: Messages<Key>, key: Key, values?: MessageValues): string {
  return messages.text(language.value, key, values);
}

type Format = (locale: string, text: string | undefined, values?: MessageValues) => string | undefined;

/** Formats messages; each is parsed once for a locale. */
function formatsByLocale(): Format {
  const known = new Map<string, Map<unknown, ReturnType<typeof formatters.getMessageFormat>>>();
  return (locale, text, values) => {
    // In browsers a message with arguments is already parsed (build/message-chunks.ts); plain text needs no parsing.
    if (text === undefined || (typeof text === 'string' && !/[{<]/.test(text))) return text;
    let ofLocale = known.get(locale);
    if (!ofLocale) {
      ofLocale = new Map();
      known.set(locale, ofLocale);
    }
    try {
      let format = ofLocale.get(text);
      if (!format) {
        format = formatters.getMessageFormat(text, locale, undefined, { formatters });
        ofLocale.set(text, format);
      }
      return format.format(values) as string;
    } catch {
      // A value is missing: an own text of another version than this code. Errors in the product's texts are found by
      // the tests of all messages.
      return undefined;
    }
  };
}
