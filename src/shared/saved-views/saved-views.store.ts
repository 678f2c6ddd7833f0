import { signal } from '@preact/signals-core';
import type { call } from '../api/index.ts';
import {
  createView,
  deleteView,
  listViews,
  type SavedView,
  type ViewDefinition,
  type ViewResource,
} from '../contracts/views.contract.ts';

export type SavedViews = ReturnType<typeof createSavedViews>;

/** The saved views of a list. `save` and `remove` throw the server's ApiError. */
export function createSavedViews(send: typeof call, resource: ViewResource) {
  const views = signal<readonly SavedView[]>([]);

  /** The list works without its views, so a failure is ignored. */
  async function load(): Promise<void> {
    try {
      views.value = await send(listViews, { query: { resource } });
    } catch {
      // The chips stay as they are.
    }
  }

  async function save(name: string, audience: 'private' | 'tenant', definition: ViewDefinition): Promise<SavedView> {
    const saved = await send(createView, { body: { resource, name, audience, definition } });
    views.value = [...views.peek(), saved].toSorted((a, b) => a.name.localeCompare(b.name));
    return saved;
  }

  async function remove({ id, version }: SavedView): Promise<void> {
    await send(deleteView, { params: { id }, ifMatch: version });
    views.value = views.peek().filter((one) => one.id !== id);
  }

  /** Returns a view by its id or slug. */
  const find = (name: string | null): SavedView | undefined =>
    name === null ? undefined : views.peek().find(({ id, slug }) => id === name || slug === name);

  return { views, load, save, remove, find };
}
