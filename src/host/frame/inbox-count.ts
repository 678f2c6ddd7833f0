import { computed, effect, signal } from '@preact/signals-core';
import type { call } from '../../shared/api/index.ts';
import { liveState, onLive } from '../../shared/api/live.ts';
import { countTasks } from '../../shared/contracts/tasks.contract.ts';

export interface InboxCount {
  readonly count: number;
  /** There are more than `count`. */
  readonly atLeast: boolean;
}

/** Polling interval without live events (LAY-05: at most once a minute). */
const POLL_MS = 60_000;
/** Interval that merges bursts of events, such as a mass action, into one request. Well below the 2 s of LAY-05. */
const BURST_MS = 500;

/** Number of open tasks, kept current by live events, or by polling once a minute without them. */
export function createInboxCount(send: typeof call, listen: typeof onLive = onLive, live = liveState) {
  // Reconnect attempts must not postpone the next poll.
  const isHeard = computed(() => live.value === 'open');
  const state = signal<InboxCount>({ count: 0, atLeast: false });

  let asked = 0;

  async function read(): Promise<void> {
    asked += 1;
    const mine = asked;
    try {
      const { count, atLeast } = await send(countTasks, {});
      // Responses can overtake each other; the latest request wins.
      if (mine === asked) state.value = { count, atLeast };
    } catch {
      // The previous number stays until the next event or poll.
    }
  }

  /** Requests the count at once, and once more if events arrived meanwhile. */
  function createBurst() {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasMore = false;
    const announce = () => {
      hasMore = timer !== undefined;
      if (hasMore) return;
      void read();
      timer = setTimeout(() => {
        timer = undefined;
        if (hasMore) announce();
      }, BURST_MS);
    };
    return { announce, stop: () => clearTimeout(timer) };
  }

  return {
    get value(): InboxCount {
      return state.value;
    },
    start(): () => void {
      void read();
      const burst = createBurst();
      const off = listen(['inbox.count', 'resync'], burst.announce);
      const slow = effect(() => {
        if (isHeard.value) return;
        const poll = setInterval(() => void read(), POLL_MS);
        return () => clearInterval(poll);
      });
      return () => {
        slow();
        burst.stop();
        off();
      };
    },
  };
}
