import type { Signal } from '@preact/signals-core';
import { useEffect } from 'react';
import { onLive } from '../api/live.ts';
import type { RunProgress } from '../contracts/runs.contract.ts';
import { isOver, type RunLoad } from './run.store.ts';

/** Polling interval during a run, because live events can be lost or switched off. */
const LOOK_MS = 3000;

interface Followed {
  readonly state: Pick<Signal<RunLoad<RunProgress>>, 'peek'>;
  readonly load: () => Promise<void>;
  readonly receiveProgress: (data: Readonly<Record<string, unknown>>) => void;
}

/** Follows a run by live events of its kind and polling until it ends. */
export function useFollowing(run: Followed | null, progressEvent: string, signedIn = true): void {
  useEffect(() => {
    if (!run || !signedIn) return;
    if (run.state.peek().status !== 'ready') void run.load();
    const isOn = () => {
      const now = run.state.peek();
      return now.status === 'ready' && !isOver(now.run);
    };
    const off = onLive([progressEvent, 'resync'], ({ type, data }) => {
      if (type === progressEvent) run.receiveProgress(data);
      else void run.load();
    });
    const timer = setInterval(() => isOn() && void run.load(), LOOK_MS);
    return () => {
      off();
      clearInterval(timer);
    };
  }, [run, progressEvent, signedIn]);
}
