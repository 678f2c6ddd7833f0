import type { ReadonlySignal } from '@preact/signals-core';
import { useEffect, useRef } from 'react';
import { watchUnsaved } from '../page/unsaved.ts';

interface OpenStore {
  readonly isChanged: ReadonlySignal<boolean>;
  readonly submit: () => Promise<unknown>;
  readonly reset: () => void;
  readonly stop: () => void;
}

/** Stores of open objects. One with unsaved changes stays when the list is shown, and continues when opened again. */
export function useOpenStores<Store extends OpenStore>(create: (id: string) => Store): (id: string) => Store {
  const stores = useRef(new Map<string, Store>());
  useEffect(() => {
    const changed = () => [...stores.current.values()].filter(({ isChanged }) => isChanged.peek());
    const unwatch = watchUnsaved({
      isTyped: () => changed().length > 0,
      keep: () => Promise.all(changed().map((store) => store.submit())),
      discard: async () => {
        for (const store of changed()) store.reset();
      },
      keeping: 'saves',
    });
    const { current } = stores;
    return () => {
      unwatch();
      for (const store of current.values()) store.stop();
    };
  }, []);
  return (id) => {
    for (const [other, store] of stores.current) {
      if (other !== id && !store.isChanged.peek()) stores.current.delete(other);
    }
    const store = stores.current.get(id) ?? create(id);
    stores.current.set(id, store);
    return store;
  };
}
