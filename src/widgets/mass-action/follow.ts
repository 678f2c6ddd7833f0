import { useEffect } from 'react';
import { onLive } from '../../shared/api/live.ts';
import { isOver, type Run } from './run.store.ts';

/** Live events may be lost or off; while a run goes on it is also looked at so often. */
const LOOK_MS = 3000;

/** Follows a run while it goes on, by what the server tells and by looking now and then. */
export function useFollowing(run: Run | null, signedIn: boolean): void {
  useEffect(() => {
    if (!run || !signedIn) return;
    if (run.state.peek().status !== 'ready') void run.load();
    const isOn = () => {
      const now = run.state.peek();
      return now.status === 'ready' && !isOver(now.run);
    };
    const off = onLive(['mass.progress', 'resync'], ({ type, data }) => {
      if (type === 'mass.progress') run.hear(data);
      else void run.load();
    });
    const timer = setInterval(() => isOn() && void run.load(), LOOK_MS);
    return () => {
      off();
      clearInterval(timer);
    };
  }, [run, signedIn]);
}
