import { signal } from '@preact/signals-core';

/**
 * Increments when the content on the page is no longer the current user's: after a sign-out, or for another user. Data
 * fetched, rendered or typed under one number must not be shown, announced or sent under the next.
 */
export const person = signal(0);

/** Calls `forget` when the user has signed out. Returns the function that cancels it. */
export function onPersonLeft(forget: () => void): () => void {
  let isNow = true;
  return person.subscribe(() => {
    if (!isNow) forget();
    isNow = false;
  });
}
