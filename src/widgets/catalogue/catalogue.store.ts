import { signal } from '@preact/signals-core';
import { type ApiError, asApiError, type call } from '../../shared/api/index.ts';
import {
  addFavourite,
  type Catalogue,
  deleteStartDraft,
  getCatalogue,
  removeFavourite,
} from '../../shared/contracts/catalogue.contract.ts';

export type LoadState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: ApiError }
  | { readonly status: 'ready'; readonly catalogue: Catalogue };

/** What the user may start. `send` is `call` of shared/api. Call `open()` first. */
export function createCatalogueStore(send: typeof call) {
  const load = signal<LoadState>({ status: 'loading' });
  /** The last change of a favourite or draft that failed. */
  const failure = signal<ApiError | null>(null);
  let running = new AbortController();

  /** Loads the catalogue; `quietly` keeps what is on screen. */
  async function open(quietly = false): Promise<void> {
    running.abort();
    const mine = new AbortController();
    running = mine;
    if (!quietly) load.value = { status: 'loading' };
    try {
      const catalogue = await send(getCatalogue, { signal: mine.signal });
      if (mine === running) load.value = { status: 'ready', catalogue };
    } catch (error) {
      const keeps = quietly && load.peek().status === 'ready';
      if (mine === running && !mine.signal.aborted && !keeps) {
        load.value = { status: 'failed', error: asApiError(error) };
      }
    }
  }

  function change(id: string, fields: Partial<Catalogue['items'][number]>): void {
    const now = load.peek();
    if (now.status !== 'ready') return;
    const items = now.catalogue.items.map((item) => (item.id === id ? { ...item, ...fields } : item));
    load.value = { status: 'ready', catalogue: { ...now.catalogue, items } };
  }

  /** Shows the change at once, and takes it back if the server refuses it. */
  async function setFavourite(id: string, isFavourite: boolean): Promise<void> {
    failure.value = null;
    change(id, { isFavourite });
    try {
      await send(isFavourite ? addFavourite : removeFavourite, { params: { id } });
    } catch (error) {
      change(id, { isFavourite: !isFavourite });
      failure.value = asApiError(error);
    }
  }

  async function discardDraft(id: string): Promise<void> {
    failure.value = null;
    try {
      await send(deleteStartDraft, { params: { id } });
      change(id, { draft: null });
    } catch (error) {
      failure.value = asApiError(error);
    }
  }

  return { load, failure, open, setFavourite, discardDraft, stop: () => running.abort() };
}
