import { useEffect, useState } from 'react';
import type { UserDependents } from '../../../shared/contracts/leaving.contract.ts';
import type { UsersStore } from '../users.store.ts';

type Known =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly dependents: UserDependents };

/** Reads what depends on a user; `reload` tries again. */
export function useDependents(store: Pick<UsersStore, 'dependentsOf'>, key: string) {
  const [known, setKnown] = useState<Known>({ status: 'loading' });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn reads again
  useEffect(() => {
    const stop = new AbortController();
    setKnown({ status: 'loading' });
    store.dependentsOf(key, stop.signal).then(
      (dependents) => !stop.signal.aborted && setKnown({ status: 'ready', dependents }),
      (error: unknown) => !stop.signal.aborted && setKnown({ status: 'failed', error }),
    );
    return () => stop.abort();
  }, [store, key, turn]);
  return { known, reload: () => setTurn(turn + 1) };
}
