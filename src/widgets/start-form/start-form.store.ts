import { signal } from '@preact/signals-core';
import { ApiError } from '../../shared/api/api-error.ts';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { asApiError, type call } from '../../shared/api/index.ts';
import {
  getCatalogue,
  getStartForm,
  type Started,
  type StartForm as StartFormData,
  startItem,
} from '../../shared/contracts/catalogue.contract.ts';
import type { BodyOf } from '../../shared/contracts/endpoint.ts';

export type LoadState =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'failed'; readonly error: ApiError }
  | { readonly status: 'ready'; readonly form: StartFormData };

/** Result of the last attempt to start. `refused` keeps the input. */
export type StartState =
  | { readonly status: 'idle' | 'sending' }
  | { readonly status: 'refused'; readonly error: ApiError }
  | { readonly status: 'started'; readonly started: Started };

/** What the form starts: a catalogue item, or the first one for a kind of case or a process. */
export type Wanted = { readonly item: string } | { readonly kind: 'case' | 'process'; readonly target: string };

/** Finds the item. Throws catalogue.item_not_found. */
async function itemOf(send: typeof call, wanted: Wanted, signal: AbortSignal): Promise<string> {
  if ('item' in wanted) return wanted.item;
  const { items } = await send(getCatalogue, { signal });
  const found = items.find(({ kind, target }) => kind === wanted.kind && target === wanted.target);
  if (!found) throw new ApiError('catalogue.item_not_found', 404);
  return found.id;
}

/** The start form of one item. `send` is `call` of shared/api. */
export function createStartStore(send: typeof call) {
  const load = signal<LoadState>({ status: 'none' });
  const start = signal<StartState>({ status: 'idle' });
  let running = new AbortController();
  const idempotent = createIdempotentRequest();

  /** Loads the form of an item, or closes it. */
  async function open(wanted: Wanted | null): Promise<void> {
    running.abort();
    const mine = new AbortController();
    running = mine;
    start.value = { status: 'idle' };
    load.value = { status: wanted === null ? 'none' : 'loading' };
    if (wanted === null) return;
    try {
      const item = await itemOf(send, wanted, mine.signal);
      const form = await send(getStartForm, { params: { id: item }, signal: mine.signal });
      if (mine === running) load.value = { status: 'ready', form };
    } catch (error) {
      if (mine === running && !mine.signal.aborted) load.value = { status: 'failed', error: asApiError(error) };
    }
  }

  /** Reads the form again, when another version is published; the draft keeps the input. */
  async function reload(item: string): Promise<void> {
    const form = await send(getStartForm, { params: { id: item }, signal: running.signal }).catch(() => null);
    if (form && load.peek().status === 'ready') load.value = { status: 'ready', form };
  }

  /** Starts the item once, also when the response was lost. Null if it was refused, with the reason in `start`. */
  async function begin(item: string, body: BodyOf<typeof startItem>): Promise<Started | null> {
    if (start.peek().status === 'sending') return null;
    start.value = { status: 'sending' };
    try {
      const started = await idempotent.carryOut({ item, body }, (idempotencyKey) =>
        send(startItem, { params: { id: item }, body, idempotencyKey }),
      );
      start.value = { status: 'started', started };
      return started;
    } catch (error) {
      start.value = { status: 'refused', error: asApiError(error) };
      return null;
    }
  }

  return { load, start, open, reload, begin, stop: () => running.abort() };
}

export type StartStore = ReturnType<typeof createStartStore>;
