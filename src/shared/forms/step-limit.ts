/** What the expressions of a form may use together on the server, where others wait for the same thread. */
export const FORM_STEPS = 1_000_000;

/** The expressions of a form need more than FORM_STEPS. */
export class TooManySteps extends Error {}

let left = Number.POSITIVE_INFINITY;

/** Runs synchronous work; all expressions in it may use `steps` together. Throws TooManySteps. */
export function withinSteps<T>(steps: number, work: () => T): T {
  const before = left;
  const given = Math.min(steps, before);
  left = given;
  try {
    return work();
  } finally {
    left = before - (given - left);
  }
}

/** Counts steps of an expression. Throws TooManySteps within `withinSteps`. */
export function countSteps(steps: number): void {
  left -= steps;
  if (left < 0) throw new TooManySteps();
}
