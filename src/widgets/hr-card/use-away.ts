import { useEffect } from 'react';

const AWAY_MS = 10 * 60_000;

/** Calls `onAway` when the page has not been visible for ten minutes. */
export function useAway(onAway: () => void): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let since: number | null = null;
    const watch = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') {
        since = Date.now();
        timer = setTimeout(onAway, AWAY_MS);
        return;
      }
      // A device that slept runs its timers late.
      if (since !== null && Date.now() - since >= AWAY_MS) onAway();
      since = null;
    };
    watch();
    document.addEventListener('visibilitychange', watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', watch);
    };
  }, [onAway]);
}
