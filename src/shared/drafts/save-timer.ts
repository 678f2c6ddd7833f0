import { AUTOSAVE_LONGEST_MS } from '../contracts/constants.ts';

/** Schedules sending unsaved input: after a pause in typing, and at intervals during continuous typing. */
export function createSaveTimer(save: () => void, pauseMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitsSince: number | undefined;

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(save, ms);
  }

  return {
    schedule,
    /** After a change. */
    changed(): void {
      waitsSince ??= Date.now();
      schedule(Math.min(pauseMs, Math.max(0, waitsSince + AUTOSAVE_LONGEST_MS - Date.now())));
    },
    /** The input is being sent, or is not to be sent: the next change begins a new interval. */
    stop(): void {
      clearTimeout(timer);
      waitsSince = undefined;
    },
  };
}
