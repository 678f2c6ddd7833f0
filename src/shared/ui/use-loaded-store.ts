import { useEffect, useState } from 'react';

interface LoadingStore {
  load(): Promise<unknown>;
  stop(): void;
}

/** Creates a store once and loads it; what it loads ends with the component. */
export function useLoadedStore<Store extends LoadingStore>(create: () => Store): Store {
  const [store] = useState(create);
  useEffect(() => {
    void store.load();
    return store.stop;
  }, [store]);
  return store;
}
