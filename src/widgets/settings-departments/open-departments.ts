import { useEffect, useRef } from 'react';
import type { Department } from '../../shared/contracts/reference-data.contract.ts';
import { watchUnsaved } from '../../shared/page/unsaved.ts';
import { createDepartmentStore, type DepartmentStore } from './department.store.ts';
import type { DepartmentsStore } from './departments.store.ts';

interface OpenDepartments {
  readonly of: (department: Department) => DepartmentStore;
  /** The store of a department with unsaved changes; undefined after its deletion. */
  readonly changed: (id: string) => DepartmentStore | undefined;
}

/** Stores of opened departments. One with unsaved changes stays when another is opened, and continues afterwards. */
export function useOpenDepartments(list: DepartmentsStore): OpenDepartments {
  const stores = useRef(new Map<string, DepartmentStore>());
  useEffect(() => {
    const changed = () =>
      [...stores.current]
        .filter(([id, { isChanged }]) => isChanged.peek() && list.tree.peek().byId.has(id))
        .map(([, store]) => store);
    return watchUnsaved({
      isTyped: () => changed().length > 0,
      keep: async () => {
        for (const store of changed()) await store.submit();
      },
      discard: async () => {
        for (const store of changed()) store.reset();
      },
      keeping: 'saves',
    });
  }, [list]);
  return {
    of(department) {
      for (const [id, store] of stores.current) {
        if (id !== department.id && !store.isChanged.peek()) stores.current.delete(id);
      }
      const store = stores.current.get(department.id) ?? createDepartmentStore(department, list);
      stores.current.set(department.id, store);
      return store;
    },
    changed(id) {
      const store = stores.current.get(id);
      return store?.isChanged.peek() && list.tree.peek().byId.has(id) ? store : undefined;
    },
  };
}
