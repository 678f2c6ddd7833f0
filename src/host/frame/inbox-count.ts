import { computed, effect, signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { liveState, onLive } from '../../shared/api/live.ts';
import { countTasks } from '../../shared/contracts/tasks.contract.ts';

export interface InboxCount {
  readonly count: number;
  /** There are more than `count`. */
  readonly atLeast: boolean;
}

/** Asked this often at most where live events do not arrive (LAY-05: not faster than once a minute). */
const POLL_MS = 60_000;
/** Of events that come in a rush, as in a mass action, so many lead to one question. Far below the 2 s of LAY-05. */
const RUSH_MS = 500;

/** How many tasks wait, kept true by live events; asked for once a minute while these do not arrive. */
export function createInboxCount(send: typeof call, hear: typeof onLive = onLive, live = liveState) {
  // Trying to connect again and again must not put the question off each time.
  const isHeard = computed(() => live.value === 'open');
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

  /** At once, and once more when others came in the meantime. */
  function createRush() {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasMore = false;
    const tell = () => {
      hasMore = timer !== undefined;
      if (hasMore) return;
      void read();
      timer = setTimeout(() => {
        timer = undefined;
        if (hasMore) tell();
      }, RUSH_MS);
    };
    return { tell, stop: () => clearTimeout(timer) };
  }

  return {
    get value(): InboxCount {
      return state.value;
    },
    start(): () => void {
      void read();
      const rush = createRush();
      const off = hear(['inbox.count', 'resync'], rush.tell);
      const slow = effect(() => {
        if (isHeard.value) return;
        const poll = setInterval(() => void read(), POLL_MS);
        return () => clearInterval(poll);
      });
      return () => {
        slow();
        rush.stop();
        off();
      };
    },
  };
}
