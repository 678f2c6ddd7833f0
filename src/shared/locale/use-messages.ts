import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { LanguageId } from '../contracts/constants.ts';
import { hasCatalogues, loadCatalogues } from './catalogues.ts';
import { language } from './language.ts';
import type { Messages, Translate } from './messages.ts';

// use() must be called at each attempt with the same promise; of one marked like this it knows the result at once.
const HERE: Promise<void> = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });

const subscribe = (listener: () => void) => language.subscribe(listener);
const current = () => language.peek();

const Spoken = createContext<LanguageId | null>(null);
/** Overrides the language of a part of the page, such as the preview of a form. */
export const SpokenLanguage = Spoken.Provider;

/** The language of the page, or of this part of it; rerenders the component on changes. */
export function useLanguage(): LanguageId {
  const page = useSyncExternalStore(subscribe, current, current);
  return use(Spoken) ?? page;
}

/**
 * The texts of a widget in the language of the page. Suspends the component until they have loaded.
 * @example const t = useMessages(inboxMessages); t('tasks', { count: 3 });
 */
export function useMessages<Key extends string>(messages: Messages<Key>): Translate<Key> {
  const id = useLanguage();
  use(arrival(messages, id));
  return useCallback((key, values) => messages.text(id, key, values), [messages, id]);
}

/** Suspends until the texts of all registered catalogues have loaded, including those of dates. */
export function useAllWords(): void {
  const id = useLanguage();
  use(allWords(id));
}

const everything = new Map<LanguageId, Promise<void>>();

function allWords(id: LanguageId): Promise<void> {
  let promise = everything.get(id);
  if (!promise) {
    if (hasCatalogues(id)) return HERE;
    promise = loadCatalogues(id);
    everything.set(id, promise);
  }
  return promise;
}

const arrivals = new WeakMap<object, Map<LanguageId, Promise<void>>>();

function arrival<Key extends string>(messages: Messages<Key>, id: LanguageId): Promise<void> {
  let ofMessages = arrivals.get(messages);
  if (!ofMessages) {
    ofMessages = new Map();
    arrivals.set(messages, ofMessages);
  }
  let promise = ofMessages.get(id);
  if (!promise) {
    if (messages.has(id)) return HERE;
    promise = messages.load(id);
    promise.catch(() => ofMessages.delete(id));
    ofMessages.set(id, promise);
  }
  return promise;
}
