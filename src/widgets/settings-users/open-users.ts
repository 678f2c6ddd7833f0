import { useEffect, useRef } from 'react';
import type { call } from '../../shared/api/index.ts';
import { watchUnsaved } from '../../shared/page/unsaved.ts';
import { shownSession } from '../../shared/session/index.ts';
import { createUserStore, type UserStore } from './user.store.ts';

/** The stores of open users. One with unsaved changes stays when the list is shown, and continues when opened again. */
export function useOpenUsers(send: typeof call): { readonly of: (userId: string) => UserStore } {
  const stores = useRef(new Map<string, UserStore>());
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
  return {
    of(userId) {
      for (const [id, store] of stores.current) {
        if (id !== userId && !store.isChanged.peek()) stores.current.delete(id);
      }
      const store =
        stores.current.get(userId) ?? createUserStore({ send, userId, self: shownSession.peek()?.user.key });
      stores.current.set(userId, store);
      return store;
    },
  };
}
