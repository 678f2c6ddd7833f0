import { signal } from '@preact/signals-core';
import { type call, codeOf } from '../../../shared/api/index.ts';
import { type Absences, getAbsences } from '../../../shared/contracts/delegations.contract.ts';
import { addDays, today, weekdayOf } from '../../../shared/locale/index.ts';
import type { Frame } from '../preview/timeline.rules.ts';

type State =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: string }
  | { readonly status: 'ready'; readonly absences: Absences };

const DAYS = 42;
const STEP = 28;

/** Six weeks from the Monday of this week. */
function currentFrame(): Frame {
  const now = today();
  return { from: addDays(now, 1 - weekdayOf(now)), days: DAYS };
}

/** Creates the state of a calendar of absences. */
export function createCalendar(send: typeof call) {
  const state = signal<State>({ status: 'loading' });
  const frame = signal<Frame>(currentFrame());
  let running = new AbortController();

  async function load(): Promise<void> {
    running.abort();
    running = new AbortController();
    const { signal: stopped } = running;
    try {
      const { from, days } = frame.peek();
      const absences = await send(getAbsences, { query: { from, days }, signal: stopped });
      if (!stopped.aborted) state.value = { status: 'ready', absences };
    } catch (error) {
      if (!stopped.aborted) state.value = { status: 'failed', code: codeOf(error) };
    }
  }

  return {
    state,
    frame,
    load,
    /** Moves four weeks back (-1) or on (1), or to the current week (0). */
    move(by: -1 | 0 | 1): void {
      const { from } = frame.peek();
      frame.value = by === 0 ? currentFrame() : { from: addDays(from, by * STEP), days: DAYS };
      void load();
    },
    stop: () => running.abort(),
  };
}
