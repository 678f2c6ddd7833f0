import { signal } from '@preact/signals-core';
import type { call } from '../../../shared/api/index.ts';
import {
  createManualGroup,
  deleteManualGroup,
  listManualGroups,
  type ManualGroup,
  updateManualGroup,
} from '../../../shared/contracts/manual-authoring.contract.ts';
import type { Texts } from '../../../shared/contracts/shapes.contract.ts';

export type GroupsState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly groups: readonly ManualGroup[] };

/** State of the tree of groups. Rejects with ApiError. */
export function createGroups({ send }: { readonly send: typeof call }) {
  const state = signal<GroupsState>({ status: 'loading' });

  async function load(): Promise<void> {
    try {
      state.value = { status: 'ready', groups: await send(listManualGroups, {}) };
    } catch (error) {
      state.value = { status: 'failed', error };
    }
  }

  async function add(name: Texts, parentId: string | null): Promise<ManualGroup> {
    const all = now();
    const position = all.filter((group) => group.parentId === parentId).length;
    const made = await send(createManualGroup, { body: { name, parentId, position } });
    await load();
    return made;
  }

  async function change({ id, version, position }: ManualGroup, name: Texts, parentId: string | null): Promise<void> {
    await send(updateManualGroup, { params: { id }, ifMatch: version, body: { name, parentId, position } });
    await load();
  }

  /** Moves a group before or after its sibling. */
  async function move(group: ManualGroup, step: 1 | -1): Promise<void> {
    const among = now()
      .filter(({ parentId }) => parentId === group.parentId)
      .toSorted((a, b) => a.position - b.position);
    const at = among.findIndex(({ id }) => id === group.id);
    const to = at + step;
    if (to < 0 || to >= among.length) return;
    among.splice(to, 0, ...among.splice(at, 1));
    for (const [position, { id, name, parentId, version, position: before }] of among.entries()) {
      if (position === before) continue;
      await send(updateManualGroup, { params: { id }, ifMatch: version, body: { name, parentId, position } });
    }
    await load();
  }

  async function remove({ id }: ManualGroup): Promise<void> {
    await send(deleteManualGroup, { params: { id } });
    await load();
  }

  const now = (): readonly ManualGroup[] => {
    const { value } = state;
    return value.status === 'ready' ? value.groups : [];
  };
  return { state, load, add, change, move, remove };
}
export type GroupsStore = ReturnType<typeof createGroups>;
