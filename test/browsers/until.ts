import { setTimeout } from 'node:timers/promises';

/** When to give up; how long something takes is not what is asked. */
const LIMIT_MS = 60_000;

/** The browser could not say, as while one page gives way to another. */
export class NotNow extends Error {}

/** Asks again and again until there is an answer, which it resolves to. */
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
