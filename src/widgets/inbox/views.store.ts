import type { call } from '../../shared/api/index.ts';
import { createView, deleteView, type SavedView, updateView } from '../../shared/contracts/views.contract.ts';
import type { InboxStore } from './inbox.store.ts';
import { definitionOf } from './setup.rules.ts';

/** Details of a view apart from the list that it stores. */
export interface ViewDetails {
  readonly name: string;
  readonly audience: SavedView['audience'];
  readonly groupId: string | null;
  readonly slug: string | null;
}

/** Saves, changes and deletes views of an inbox. Throws the server's ApiError. */
export function createViewActions(send: typeof call, store: InboxStore) {
  const chosen = () => store.view.peek() as SavedView;

  async function keep(view: SavedView): Promise<void> {
    store.view.value = view;
    await store.loadViews();
  }

  return {
    /** Saves the current list as a new view. */
    async saveAs(details: ViewDetails): Promise<void> {
      const definition = definitionOf(store.setup.peek());
      await keep(await send(createView, { body: { resource: 'tasks', ...details, definition } }));
    },
    /** Saves the current list in the selected view. */
    async save(): Promise<void> {
      const { id, version } = chosen();
      const body = { definition: definitionOf(store.setup.peek()) };
      await keep(await send(updateView, { params: { id }, body, ifMatch: version }));
    },
    /** Changes name or audience; the stored list stays. */
    async edit(details: ViewDetails): Promise<void> {
      const { id, version } = chosen();
      await keep(await send(updateView, { params: { id }, body: details, ifMatch: version }));
    },
    async remove(): Promise<void> {
      const { id, version } = chosen();
      await send(deleteView, { params: { id }, ifMatch: version });
      await store.choose(null);
      await store.loadViews();
    },
    /** Resets the list to the stored view. */
    reset: (): Promise<void> => store.arrange(store.base.peek()),
  };
}
