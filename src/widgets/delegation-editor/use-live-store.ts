import { useEffect } from 'react';
import { onLive } from '../../shared/api/live.ts';

interface LiveStore {
  load(): Promise<void>;
  stop(): void;
}

/** Loads a store for a signed-in user, and again when a delegation has changed; stops it with the component. */
export function useLiveStore(store: LiveStore, signedIn: boolean): void {
  useEffect(() => {
    if (!signedIn) return;
    void store.load();
    return onLive(['delegation.changed', 'resync'], () => void store.load());
  }, [store, signedIn]);
  useEffect(() => store.stop, [store]);
}
