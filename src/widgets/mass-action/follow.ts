import { useEffect } from 'react';
import { onLive } from '../../shared/api/live.ts';
import { isOver, type Run } from './run.store.ts';

/** Polling interval during a run, because live events can be lost or switched off. */
const LOOK_MS = 3000;

/** Follows a run by live events and polling until it ends. */
export function useFollowing(run: Run | null, signedIn: boolean): void {
  useEffect(() => {
    if (!run || !signedIn) return;
    if (run.state.peek().status !== 'ready') void run.load();
    const isOn = () => {
      const now = run.state.peek();
      return now.status === 'ready' && !isOver(now.run);
    };
    const off = onLive(['mass.progress', 'resync'], ({ type, data }) => {
      if (type === 'mass.progress') run.receiveProgress(data);
      else void run.load();
    });
    const timer = setInterval(() => isOn() && void run.load(), LOOK_MS);
    return () => {
      off();
      clearInterval(timer);
    };
  }, [run, signedIn]);
}
