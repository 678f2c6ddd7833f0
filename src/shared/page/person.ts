import { signal } from '@preact/signals-core';

/**
 * Rises when whose work stands on the page is not theirs any longer: they left, or somebody else came. What was fetched,
 * drawn or typed under one number is not to be seen, said or sent under the next.
 */
export const person = signal(0);

/** Has something forgotten as soon as its person has left. Gives what ends that. */
export function onPersonLeft(forget: () => void): () => void {
  let isNow = true;
  return person.subscribe(() => {
    if (!isNow) forget();
    isNow = false;
  });
}
