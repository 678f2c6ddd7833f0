import { use, useCallback, useSyncExternalStore } from 'react';
import type { LanguageId } from '../contracts/constants.ts';
import { language } from './language.ts';
import type { Messages, Translate } from './messages.ts';

const subscribe = (listener: () => void) => language.subscribe(listener);
const current = () => language.peek();

/** The language of the page; the component is drawn again when it changes. */
export function useLanguage(): LanguageId {
  return useSyncExternalStore(subscribe, current, current);
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
  if (!messages.has(id)) use(arrival(messages, id));
  return useCallback((key, values) => messages.text(id, key, values), [messages, id]);
}

const arrivals = new WeakMap<object, Map<LanguageId, Promise<void>>>();

// use() needs the very same promise at each attempt to draw.
function arrival<Key extends string>(messages: Messages<Key>, id: LanguageId): Promise<void> {
  let ofMessages = arrivals.get(messages);
  if (!ofMessages) {
    ofMessages = new Map();
    arrivals.set(messages, ofMessages);
  }
  let promise = ofMessages.get(id);
  if (!promise) {
    promise = messages.load(id);
    promise.catch(() => ofMessages.delete(id));
    ofMessages.set(id, promise);
  }
  return promise;
}
