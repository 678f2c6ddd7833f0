import { setTimeout as pause } from 'node:timers/promises';
import type { ServerChild } from './server.ts';

const MAX_DELAY_MS = 60;

/**
 * Kills the server `count` times, spread over the run: each after a random number of completions and a random delay, so
 * that it strikes between and within transactions. `done` waits for kills in progress and performs the remaining ones.
 */
export function plannedKills(server: ServerChild, count: number, completions: number) {
  const share = completions / (count + 1);
  const places = Array.from({ length: count }, (_, index) => Math.floor((index + 0.5 + Math.random()) * share));
  let killed = 0;
  let running = Promise.resolve();
  const kill = () => {
    running = running.then(async () => {
      await pause(Math.random() * MAX_DELAY_MS);
      await server.killAndRestart();
      killed++;
    });
    // The error is reported to the caller of `done`.
    running.catch(() => undefined);
  };
  return {
    killed: () => killed,
    completed(total: number) {
      while (places.length > 0 && places[0]! <= total) {
        places.shift();
        kill();
      }
    },
    async done(): Promise<number> {
      for (; places.length > 0; places.shift()) kill();
      await running;
      return killed;
    },
  };
}
