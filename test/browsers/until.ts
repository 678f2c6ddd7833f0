import { setTimeout } from 'node:timers/promises';

/** When to give up; the duration itself is not tested. */
const LIMIT_MS = 60_000;

/** The browser could not answer, for example during a navigation. */
export class NotNow extends Error {}

/** Calls `ask` repeatedly until it returns a result. */
export async function until<T>(ask: () => Promise<T | undefined | null | false>, wanted: string): Promise<T> {
  const deadline = Date.now() + LIMIT_MS;
  for (;;) {
    const answer = await ask().catch((error) => {
      if (error instanceof NotNow) return undefined;
      throw error;
    });
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${wanted}.`);
    await setTimeout(50);
  }
}
