import { signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { countTasks } from '../../shared/contracts/tasks.contract.ts';

export interface InboxCount {
  readonly count: number;
  /** There are more than `count`. */
  readonly atLeast: boolean;
}

/** Asked this often at most where live events do not arrive (LAY-05: not faster than once a minute). */
const POLL_MS = 60_000;

/** How many tasks wait, kept true by live events. */
export function createInboxCount(send: typeof call, hear: typeof onLive = onLive) {
  const state = signal<InboxCount>({ count: 0, atLeast: false });

  let asked = 0;

  async function read(): Promise<void> {
    asked += 1;
    const mine = asked;
    try {
      const { count, atLeast } = await send(countTasks, {});
      // Answers may overtake each other; the number asked for last is the true one.
      if (mine === asked) state.value = { count, atLeast };
    } catch {
      // The old number stays until the next event or minute.
    }
  }

  return {
    get value(): InboxCount {
      return state.value;
    },
    start(): () => void {
      void read();
      const poll = setInterval(() => void read(), POLL_MS);
      const off = hear(['inbox.count', 'resync'], () => void read());
      return () => {
        clearInterval(poll);
        off();
      };
    },
  };
}
