import { createContext, use, useCallback, useSyncExternalStore } from 'react';
import type { LanguageId } from '../contracts/constants.ts';
import { hasCatalogues, loadCatalogues } from './catalogues.ts';
import { language } from './language.ts';
import type { Messages, Translate } from './messages.ts';

// use() has to be called at each attempt, with the very same promise; of one marked like this it knows the outcome at once.
const HERE: Promise<void> = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined });

const subscribe = (listener: () => void) => language.subscribe(listener);
const current = () => language.peek();

const Spoken = createContext<LanguageId | null>(null);
/** A part of the page that speaks another language than the rest, as the preview of a form does. */
export const SpokenLanguage = Spoken.Provider;

/** The language of the page, or of this part of it; the component is drawn again when it changes. */
export function useLanguage(): LanguageId {
  const page = useSyncExternalStore(subscribe, current, current);
  return use(Spoken) ?? page;
}

/**
 * The words of a widget in the language of the page. The component waits (Suspense) until they have arrived.
 *
 * @example
 * const t = useMessages(inboxMessages);
 * t('tasks', { count: 3 });
 */
export function useMessages<Key extends string>(messages: Messages<Key>): Translate<Key> {
  const id = useLanguage();
  use(arrival(messages, id));
  return useCallback((key, values) => messages.text(id, key, values), [messages, id]);
}

/** Waits (Suspense) until the words of all catalogues known at this moment are here, those of dates included. */
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
