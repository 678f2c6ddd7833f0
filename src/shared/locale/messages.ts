import { createFormatters, createIntlCache } from '@formatjs/intl';
import type { LanguageId } from '../contracts/constants.ts';
import { register } from './catalogues.ts';
import { language, localeOf } from './language.ts';
import { ownTexts } from './own.ts';

type Texts<Key extends string> = Readonly<Record<Key, string>>;
type Source<Key extends string> = Texts<Key> | (() => Promise<Texts<Key>>);

/** What stands in for `{name}` in a message. */
export type MessageValues = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Gives the text of a key in the language of the page. */
export type Translate<Key extends string> = (key: Key, values?: MessageValues) => string;

/** The words of one part of the product in all languages. In the browser those of one language are loaded at a time. */
export interface Messages<Key extends string = string> {
  /** Whether the words of this language are here. */
  has(language: LanguageId): boolean;
  /** Fetches the words of a language; the promise is the same one while they are on their way. */
  load(language: LanguageId): Promise<void>;
  /** The formatted text. An empty string while the words are not here; the key when there is no such text. */
  text(language: LanguageId, key: Key, values?: MessageValues): string;
  readonly sources: Readonly<Record<LanguageId, Source<Key>>>;
}

const formatters = createFormatters(createIntlCache());

/**
 * Declares the words of a widget: the same keys in en, et, ru and zh, in ICU MessageFormat. The build splits the file
 * by language (build/message-chunks.ts), so there is one `export const x = defineMessages({ … })` in it and no imports
 * inside of the texts. The name, with a point behind it, is added by the build: it comes of the file's.
 */
export function defineMessages<const Key extends string>(
  sources: { readonly en: Readonly<Record<Key, string>> } & Readonly<
    Record<Exclude<LanguageId, 'en'>, Readonly<Record<NoInfer<Key>, string>>>
  >,
  name = '',
): Messages<Key> {
  const loaded = new Map<LanguageId, Translate<Key>>();
  const loading = new Map<LanguageId, Promise<void>>();
  const all: Readonly<Record<LanguageId, Source<Key>>> = sources;
  const keep = (id: LanguageId, texts: Texts<Key>) => loaded.set(id, formatter(id, texts, name));

  const messages: Messages<Key> = {
    sources: all,
    has: (id) => loaded.has(id),
    load(id) {
      if (loaded.has(id)) return Promise.resolve();
      const source = all[id];
      if (typeof source !== 'function') {
        keep(id, source);
        return Promise.resolve();
      }
      let promise = loading.get(id);
      if (!promise) {
        promise = source()
          .then((texts) => void keep(id, texts))
          .finally(() => loading.delete(id));
        loading.set(id, promise);
      }
      return promise;
    },
    text(id, key, values) {
      if (typeof all[id] !== 'function' && !loaded.has(id)) keep(id, all[id] as Texts<Key>);
      return loaded.get(id)?.(key, values) ?? '';
    },
  };
  register(messages);
  // Started here rather than at the first render: the words travel together with the code.
  messages.load(language.peek()).catch(() => undefined);
  return messages;
}

/** A text outside of components, in the language of the page at this moment. */
export function translate<Key extends string>(messages: Messages<Key>, key: Key, values?: MessageValues): string {
  return messages.text(language.value, key, values);
}

function formatter<Key extends string>(id: LanguageId, texts: Texts<Key>, name: string): Translate<Key> {
  const known = new Map<unknown, ReturnType<typeof formatters.getMessageFormat>>();
  const say = (text: string | undefined, values?: MessageValues): string | undefined => {
    // In browsers a message with arguments arrives parsed (build/message-chunks.ts); words alone are words.
    if (text === undefined || (typeof text === 'string' && !/[{<]/.test(text))) return text;
    try {
      let format = known.get(text);
      if (!format) {
        format = formatters.getMessageFormat(text, localeOf(id), undefined, { formatters });
        known.set(text, format);
      }
      return format.format(values) as string;
    } catch {
      // A value is missing: own words of another version than this code. What is wrong with the product's is found by
      // the tests of all messages.
      return undefined;
    }
  };
  return (key, values) => say(ownTexts.byLanguage[id]?.[name + key], values) ?? say(texts[key], values) ?? key;
}
