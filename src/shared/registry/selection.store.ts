import { signal } from '@preact/signals-core';

/** The selected records: some of them, or all that match the list. */
export type Selected = { readonly all: false; readonly ids: ReadonlySet<string> } | { readonly all: true };

const NONE: Selected = { all: false, ids: new Set() };

/** Selection of records across pages. */
export function createSelection() {
  const selected = signal<Selected>(NONE);

  const has = (id: string) => {
    const now = selected.value;
    return now.all || now.ids.has(id);
  };

  /** Selects or deselects records. Deselecting one of all that match keeps the others of its page. */
  function select(ids: readonly string[], on: boolean, page: readonly string[]): void {
    const now = selected.peek();
    const next = new Set(now.all ? page : now.ids);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    selected.value = { all: false, ids: next };
  }

  return {
    selected,
    has,
    select,
    selectAll: () => {
      selected.value = { all: true };
    },
    clear: () => {
      selected.value = NONE;
    },
  };
}

export type SelectionStore = ReturnType<typeof createSelection>;

export const isEmpty = (selected: Selected) => !selected.all && selected.ids.size === 0;
